import Balances
import HTTP
import JSON
import Merchants
import Vocabulary

/// Holds that a merchant places on a balance for a purpose of its own.
enum HoldEndpoints {
    private static let path = "/v1/balances/{balance}/holds"

    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<Hold>(path) { try $0.identifier("balance") }),
        .transact(.post, path) { call, fields in
            let balance: Balance.ID = try call.identifier("balance")
            let movement = Movement(reading: fields)
            let expiresAt = fields.holdExpiry("expiresAt", at: call.now)
            fields.refuseUnknown()
            guard let movement else { return nil }
            let hold = Hold(
                id: call.newID(), balance: balance, amount: movement.amount, owner: nil,
                expiresAt: expiresAt, reference: movement.reference, createdAt: call.now)
            let place = HoldFunds(hold: hold, moment: call.moment)
            return { Answer(201, try place(in: $0).hold(hold.id)) }
        },
        .transact(.post, path + "/{hold}/capture", body: .jsonOptional) { call, fields in
            // Without an amount, the whole hold is captured.
            let currency = fields.currency("currencyCode", required: fields.has("amount"))
            let amount = fields.money("amount", in: currency, atLeast: 1)
            fields.refuseUnknown()
            let hold: Hold.ID = try call.identifier("hold")
            let capture = CaptureHold(
                hold: hold, amount: amount, to: .system(.withdrawal),
                for: Transfer.Cause(id: call.identify(), kind: .holdCapture),
                of: try call.identifier("balance"), moment: call.moment)
            return { Answer(200, try capture(in: $0).hold(hold)) }
        },
        .act(path + "/{hold}/release") { call in
            ReleaseHold(
                hold: try call.identifier("hold"), of: try call.identifier("balance"),
                moment: call.moment)
        } answer: {
            Answer(200, try $0.hold(try $1.identifier("hold")))
        },
    ]
}

extension Answer {
    fileprivate init(_ status: Int, _ hold: Hold) {
        self.init(status) { hold.write(to: &$0) }
    }
}

extension ObjectReader {
    fileprivate func holdExpiry(_ key: StaticString, at now: Instant) -> Instant {
        let expiry = instant(key)
        let longest = now.adding(seconds: BalanceLimits.holdSecondsMax)
        if let expiry, expiry <= now || expiry > longest {
            refuse(key, "out_of_range", "later than now, and at most 90 days")
        }
        return expiry ?? now.adding(seconds: BalanceLimits.holdSecondsDefault)
    }
}
