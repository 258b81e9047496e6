import Balances
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for holds that a merchant places on a balance for a purpose of its own.
extension Services {
    var holdRoutes: [Route] {
        [
            route(.get, "/v1/balances/{balance}/holds", for: [.read, .write], listHolds),
            route(.post, "/v1/balances/{balance}/holds", for: .write, hold),
            route(
                .post, "/v1/balances/{balance}/holds/{hold}/capture", for: .write,
                body: .jsonOptional, captureHold),
            route(
                .post, "/v1/balances/{balance}/holds/{hold}/release", for: .write, body: .any,
                releaseHold),
        ]
    }

    @Sendable private func listHolds(_ call: Call) async throws -> Response {
        try await list(Hold.self, of: call.identifier("balance"), call) { $0.write(to: &$1) }
    }

    @Sendable private func hold(_ call: Call) async throws -> Response {
        let document = try call.document()
        let balance: Balance.ID = try call.identifier("balance")
        let hold = try Call.read(document.root) { fields -> Hold? in
            let movement = Movement(reading: fields)
            let expiry = fields.expiry("expiresAt", at: call.now)
            fields.refuseUnknown()
            guard let movement else { return nil }
            return Hold(
                id: Hold.ID(merchant: balance.merchant, uuid: call.identify()), balance: balance,
                amount: movement.amount, owner: nil, expiresAt: expiry,
                reference: movement.reference, createdAt: call.now)
        }
        let verb = HoldFunds(hold: hold, moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let hold = try verb(in: transaction).hold(hold.id)
            return Answer(201) { hold.write(to: &$0) }
        }
    }

    @Sendable private func captureHold(_ call: Call) async throws -> Response {
        let document = call.request.body.isEmpty ? nil : try call.document()
        let amount = try document.map { try Call.read($0.root, Self.captured) } ?? nil
        let id: Hold.ID = try call.identifier("hold")
        let balance: Balance.ID = try call.identifier("balance")
        let capture = CaptureHold(
            hold: id, amount: amount, to: .system(.withdrawal),
            for: Transfer.Cause(id: call.identify(), kind: .holdCapture), of: balance,
            moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let hold = try capture(in: transaction).hold(id)
            return Answer { hold.write(to: &$0) }
        }
    }

    /// The part of the hold to capture; nil captures all of it.
    private static func captured(_ fields: ObjectReader) -> Money?? {
        let needsCurrency = fields.has("amount")
        let currency = fields.currency("currencyCode", required: needsCurrency)
        let amount = fields.money("amount", in: currency, atLeast: 1)
        fields.refuseUnknown()
        return .some(amount)
    }

    @Sendable private func releaseHold(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let id: Hold.ID = try call.identifier("hold")
        let balance: Balance.ID = try call.identifier("balance")
        let release = ReleaseHold(hold: id, of: balance, moment: call.moment)
        return try await call.idempotent(nil) { transaction in
            let hold = try release(in: transaction).hold(id)
            return Answer { hold.write(to: &$0) }
        }
    }
}

extension ObjectReader {
    fileprivate func expiry(_ key: StaticString, at now: Instant) -> Instant {
        let expiry = instant(key)
        let longest = now.adding(seconds: BalanceLimits.holdSecondsMax)
        if let expiry, expiry <= now || expiry > longest {
            refuse(key, "out_of_range", "later than now, and at most 90 days")
        }
        return expiry ?? now.adding(seconds: BalanceLimits.holdSecondsDefault)
    }
}
