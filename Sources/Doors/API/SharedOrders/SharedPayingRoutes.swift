import Carts
import Checkouts
import Crypto
import HTTP
import JSON
import Merchants
import Payments
import SharedOrders
import Vocabulary

/// Routes for paying a shared order: its host locks it, then one checkout pays, or one for each
/// person.
extension Services {
    @Sendable func lockShared(_ call: Call) async throws -> Response {
        let terms = try await sharedOrders.terms(of: try call.sharedOrder)
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
            tip: tip, rounding: call.merchant.settings.taxRounding, now: call.now)
        try await lock(on: sharedOrders)
        return try await shown(call)
    }

    @Sendable func unlockShared(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let unlock = UnlockSharedOrder(
            try call.sharedOrder, caller: try call.participant, checkouts: call.shareCheckouts,
            now: call.now)
        try await unlock(on: sharedOrders)
        return try await shown(call)
    }

    @Sendable func acceptRest(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let accept = TakeOverUnpaidShares(
            try call.sharedOrder, caller: try call.participant, checkouts: call.shareCheckouts,
            now: call.now)
        try await accept(on: sharedOrders)
        return try await shown(call)
    }

    /// Opens the payer's checkout, as a merchant's server would hand it on; repeated calls get the
    /// same one.
    @Sendable func payShare(_ call: Call) async throws -> Response {
        let hash = try call.read { fields in
            let hash = fields.sharedHash()
            fields.refuseUnknown()
            return hash
        }
        let started = try await registry.retryingOnSettingsChange(call.merchant) { merchant in
            let pay = PayShare(
                try call.sharedOrder, caller: try call.participant, hash: hash,
                merchant: merchant, language: call.language, now: call.now)
            return try await pay(on: sharedOrders)
        }
        switch started {
        case .opened(let opened):
            return try await shown(opened.session.id, call, status: 201)
        case .existing(let checkout): return try await shown(checkout, call, status: 200)
        }
    }

    /// Writes a checkout as its buyer's browser sees it, with its client secret.
    private func shown(_ checkout: CheckoutSession.ID, _ call: Call, status: Int) async throws
        -> Response
    {
        let find = FindCheckout(checkout: checkout, generation: nil, language: call.language)
        let found = try await find(on: database, registry: registry, keys: keys)
        let secret = try ClientSecret(
            for: checkout, keyNumber: found.session.derivationKey,
            generation: found.session.generation, keys: keys)
        let view = CheckoutView(found: found, merchant: call.merchant, language: call.language)
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
