import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// Routes for test clocks: time that test merchants advance by hand.
extension Services {
    var clockRoutes: [Route] {
        [
            route(.get, "/v1/test-clocks", for: [.read, .write], listClocks),
            route(.post, "/v1/test-clocks", for: .write, openClock),
            route(.get, "/v1/test-clocks/{clock}", for: [.read, .write], showClock),
            route(.post, "/v1/test-clocks/{clock}/advance", for: .write, advanceClock),
        ]
    }

    @Sendable private func listClocks(_ call: Call) async throws -> Response {
        try await list(TestClock.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func openClock(_ call: Call) async throws -> Response {
        let document = try call.document()
        let now = call.now
        let (name, at) = try Call.read(document.root) { fields -> (String?, Instant)? in
            let name = fields.label("name", maxLength: TestClock.nameLengthMax)
            let at = fields.clockTime("now", from: now)
            fields.refuseUnknown()
            return (name, at ?? now)
        }
        let clock = TestClock(
            id: TestClock.ID(merchant: call.merchant.number, uuid: call.identify()), name: name,
            at: at, createdAt: now)
        let open = CreateClock(clock: clock, merchant: call.merchant)
        return try await call.idempotent(document) { transaction in
            let clock = try open(in: transaction)
            return Answer(201) { clock.write(to: &$0) }
        }
    }

    @Sendable private func showClock(_ call: Call) async throws -> Response {
        let clock = try await FindClock(clock: try call.identifier("clock"))(on: database)
        return Answer { clock.write(to: &$0) }.response
    }

    @Sendable func advanceClock(_ call: Call) async throws -> Response {
        let document = try call.document()
        let id: TestClock.ID = try call.identifier("clock")
        let now = call.now
        let target = try Call.read(document.root) { fields -> Instant? in
            let target = fields.clockTime("to", from: now, required: true)
            fields.refuseUnknown()
            return target
        }
        let advance = AdvanceClock(clock: id, target: target, moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let clock = try advance(in: transaction)
            return Answer(202) { clock.write(to: &$0) }
        }
    }
}

extension ObjectReader {
    /// Reads a time for a test clock: within some years of now, in whole seconds.
    fileprivate func clockTime(
        _ key: StaticString, from now: Instant, required: Bool = false
    ) -> Instant? {
        guard let moment = instant(key, required: required) else { return nil }
        let years = TestClock.yearsMax
        guard abs(moment.seconds(since: now)) <= years * 366 * 86_400 else {
            refuse(key, "out_of_range", "within \(years) years of now")
            return nil
        }
        return Instant(seconds: moment.microseconds / 1_000_000)
    }
}
