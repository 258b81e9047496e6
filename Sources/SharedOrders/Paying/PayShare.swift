import Checkout
import Contacts
import JSON
import Merchants
import Postgres
import Vocabulary

/// Somebody begins to pay what is theirs: a checkout of exactly what was locked, the same however often they begin.
package struct PayShare: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    /// Of the choices that the payer saw.
    package let hash: [UInt8]
    package let merchant: Merchant
    package let language: Language
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, caller: Int, hash: [UInt8], merchant: Merchant,
        language: Language, now: Instant
    ) {
        self.order = order
        self.caller = caller
        self.hash = hash
        self.merchant = merchant
        self.language = language
        self.now = now
    }

    package enum Outcome: Sendable {
        case opened(OpenCheckout.Outcome)
        /// It was opened before.
        case again(Sheet.ID)
        /// The merchant's settings have changed since they were read.
        case settingsChanged
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> Outcome {
        let (keys, identify) = (desk.keys, desk.identify)
        return try await desk.change(order, participants: [caller], at: now) {
            held, transaction in
            try held.demandPresent(caller)
            guard held.order.state == .locked else {
                throw held.order.state(at: now) == .open
                    ? SharedOrderRefusal.notLocked : .notOpen(held.order.state(at: now))
            }
            // A sheet that opens in the lock's last moments could not be paid.
            guard
                let payBy = held.order.payBy,
                payBy.adding(seconds: -SharedOrderLimits.bankSeconds) > now
            else { throw SharedOrderRefusal.notLocked }
            guard held.order.lockedHash == hash else { throw SharedOrderRefusal.changed }
            let shares = try transaction.run(Share.all(of: order, round: held.order.round))
                .map(Share.init(row:))
            guard
                var share = shares.last(where: {
                    $0.participant == caller && [.due, .authorized].contains($0.state)
                })
            else { throw SharedOrderRefusal.nothingToPayForYou }
            if let checkout = share.checkoutID {
                switch try FindOrder(checkout)(in: transaction)?.state {
                case .open, .authorizing, .authorized, .captured: return .again(checkout)
                // Nothing was paid with it, and nothing will be.
                case .failed, .expired, .canceled, .refunded, nil: break
                }
            }
            let choices = try held.placed(in: transaction)
            let opened = try OpenCheckout(
                request: try request(for: share, choices, held), prefill: Prefill(),
                merchant: merchant, coupon: nil, keys: keys, language: language,
                identifier: identify(now), now: now
            ).prepare()
            guard try !transaction.run(opened.insertion).isEmpty else { return .settingsChanged }
            share.checkout = opened.sheet.id.uuid
            share.state = .due
            try transaction.later(share.store(due: nil))
            return .opened(opened)
        }.value
    }

    private func request(
        for share: Share, _ choices: [Choice], _ held: HeldOrder
    ) throws -> CheckoutRequest {
        let bytes = Writer.value { writer in
            SharedSheet(
                share: share, choices: choices, held: held,
                rounding: merchant.settings.taxRounding, words: SharedOrderWords(language)
            ).write(to: &writer)
        }
        let problems = Problems()
        var prefill = Prefill()
        guard let fields = ObjectReader(try Document.parse(bytes).root, problems: problems),
            var request = CheckoutRequest(
                reading: fields, merchant: merchant.settings, now: now, prefill: &prefill)
        else {
            // What is wrong is the merchant's: no country, say.
            throw SharedOrderRefusal.badSheet(problems.all)
        }
        request.sharedOrder = order.text
        return request
    }
}
