import Checkouts
import Crypto
import HTTP
import JSON
import Merchants
import Payments
import SharedOrders
import Vocabulary

/// Paying a shared order: its host locks it, then one checkout pays, or one for each person.
enum SharedPayingEndpoints {
    static let all: [Endpoint] = [
        SharedEndpoints.change("/lock", lock),
        SharedEndpoints.change("/unlock", body: .any) { call in
            let unlock = UnlockSharedOrder(
                try call.sharedOrder, caller: try call.participant, checkouts: call.shareCheckouts,
                now: call.now)
            try await unlock(on: call.sharedOrders)
        },
        SharedEndpoints.change("/accept", body: .any) { call in
            let accept = TakeOverUnpaidShares(
                try call.sharedOrder, caller: try call.participant, checkouts: call.shareCheckouts,
                now: call.now)
            try await accept(on: call.sharedOrders)
        },
        .shared(.post, SharedEndpoints.order + "/checkout", pay),
    ]

    @Sendable private static func lock(_ call: Call) async throws {
        let terms = try await call.sharedOrders.terms(of: call.sharedOrder)
        let (hash, payers, tip) = try call.read { fields in
            let hash = fields.sharedHash()
            let payers: SharedOrder.Payers? = fields.choice("payers", required: true)
            let tip = fields.money("tip", in: terms.currency)
            fields.refuseUnknown()
            guard let hash, let payers else {
                return nil as ([UInt8], SharedOrder.Payers, Int64)?
            }
            return (hash, payers, tip?.minorUnits ?? 0)
        }
        let lock = LockSharedOrder(
            try call.sharedOrder, caller: try call.participant, hash: hash, payers: payers,
            tip: tip, rounding: call.rounding, now: call.now)
        try await lock(on: call.sharedOrders)
    }

    /// Opens the payer's checkout, as a merchant's server would hand it on; repeated calls get the
    /// same one.
    @Sendable private static func pay(_ call: Call) async throws -> Response {
        let hash = try call.read { fields in
            let hash = fields.sharedHash()
            fields.refuseUnknown()
            return hash
        }
        let started = try await call.registry.retryingOnSettingsChange(call.merchant) { merchant in
            let pay = PayShare(
                try call.sharedOrder, caller: try call.participant, hash: hash,
                merchant: merchant, language: call.language, now: call.now)
            return try await pay(on: call.sharedOrders)
        }
        switch started {
        case .opened(let opened): return try await answer(opened.session.id, call, status: 201)
        case .existing(let checkout): return try await answer(checkout, call, status: 200)
        }
    }

    /// Answers with a checkout as its buyer's browser sees it, and with its client secret.
    private static func answer(
        _ checkout: CheckoutSession.ID, _ call: Call, status: Int
    ) async throws -> Response {
        let find = FindCheckout(checkout: checkout, generation: nil, language: call.language)
        let found = try await find(on: call.database, registry: call.registry, keys: call.keys)
        let secret = try ClientSecret(
            for: checkout, keyNumber: found.session.derivationKey,
            generation: found.session.generation, keys: call.keys)
        let view = CheckoutView(found, merchant: call.merchant, language: call.language)
        return Answer(status) { writer in
            writer.object { body in
                body.member("clientSecret", secret.text)
                view.write(browserMembersTo: &body, at: call.now)
            }
        }.response
    }
}

extension Call {
    /// Cancels the checkouts of payers.
    var shareCheckouts: ShareCheckouts {
        ShareCheckouts(merchant, language: language, requestID: request.id)
    }
}

extension ObjectReader {
    /// Reads the `hash` of the choices that the caller has seen.
    fileprivate func sharedHash() -> [UInt8]? {
        value("hash", maxLength: 64, required: true, detail: "the hash of the state that you read")
        {
            Hex.decode($0).flatMap { $0.count == 32 ? $0 : nil }
        }
    }
}
