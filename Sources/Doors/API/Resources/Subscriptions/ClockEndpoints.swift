import HTTP
import JSON
import Merchants
import Subscriptions
import Vocabulary

/// Test clocks: time that test merchants advance by hand.
enum ClockEndpoints {
    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<TestClock>("/v1/test-clocks")),
        .once(.post, "/v1/test-clocks", status: 201) { call, fields in
            let name = fields.label("name", maxLength: TestClock.nameLengthMax)
            let at = fields.clockTime("now", from: call.now)
            fields.refuseUnknown()
            return CreateClock(
                clock: TestClock(
                    id: call.newID(), name: name, at: at ?? call.now, createdAt: call.now),
                merchant: call.merchant)
        },
        .show("/v1/test-clocks/{clock}") { call in
            try await FindClock(clock: try call.identifier("clock"))(on: call.database)
        },
        advance,
    ]

    /// Billing follows in the background, so the answer is 202.
    static let advance = Endpoint.once(.post, "/v1/test-clocks/{clock}/advance", status: 202) {
        call, fields in
        let clock: TestClock.ID = try call.identifier("clock")
        let target = fields.clockTime("to", from: call.now, required: true)
        fields.refuseUnknown()
        return target.map { AdvanceClock(clock: clock, target: $0, moment: call.moment) }
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
