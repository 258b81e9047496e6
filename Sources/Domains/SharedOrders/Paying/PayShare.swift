import Carts
import Checkouts
import Contacts
import JSON
import Merchants
import Payments
import Postgres
import Vocabulary

/// Opens a checkout for the caller's share of a locked order. A repeated call returns the same
/// checkout while it is open or paid.
package struct PayShare: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    /// The hash of the choices that the payer saw.
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
        /// An earlier call opened the checkout.
        case existing(CheckoutSession.ID)
    }

    package func callAsFunction(on service: SharedOrderService) async throws -> Outcome {
        let keys = service.keys
        return try await service.change(order, participants: [caller], at: now) {
            aggregate, transaction in
            try aggregate.requirePresent(caller)
            guard aggregate.order.state == .locked else {
                throw aggregate.order.state(at: now) == .open
                    ? SharedOrderRefusal.notLocked : .notOpen(aggregate.order.state(at: now))
            }
            // The buyer could not finish a checkout that opens in the last moments of the lock.
            guard
                let payBy = aggregate.order.payBy,
                payBy.adding(seconds: -SharedOrderLimits.bankSeconds) > now
            else { throw SharedOrderRefusal.notLocked }
            guard aggregate.order.lockedHash == hash else { throw SharedOrderRefusal.changed }
            let shares = try transaction.run(
                ParticipantShare.all(of: order, round: aggregate.order.round)
            )
            .map(ParticipantShare.init(row:))
            guard
                var share = shares.last(where: {
                    $0.participant == caller && [.due, .authorized].contains($0.state)
                })
            else { throw SharedOrderRefusal.noShareToPay }
            if let checkout = share.checkoutID {
                switch try FindOrder(checkout)(in: transaction)?.state {
                case .open, .authorizing, .authorized, .captured: return .existing(checkout)
                // The checkout has no money and never will, so the share gets a new one.
                case .failed, .expired, .canceled, .refunded, nil: break
                }
            }
            let choices = try aggregate.placed(in: transaction)
            let opened = try OpenCheckout(
                request: try request(for: share, choices, aggregate), prefill: Prefill(),
                merchant: merchant, coupon: nil, keys: keys, language: language,
                identifier: aggregate.moment.identifier(), now: now
            ).prepare()
            guard try !transaction.run(opened.insertion).isEmpty else {
                throw CheckoutRefusal.settingsChanged
            }
            share.checkout = opened.session.id.uuid
            share.state = .due
            try transaction.enqueue(share.store(due: nil))
            return .opened(opened)
        }.value
    }

    private func request(
        for share: ParticipantShare, _ choices: [Choice], _ aggregate: SharedOrderAggregate
    ) throws -> CheckoutRequest {
        let bytes = Writer.value { writer in
            ShareCheckoutRequest(
                share: share, choices: choices, aggregate: aggregate,
                rounding: merchant.settings.taxRounding, texts: SharedOrderTexts(language)
            ).write(to: &writer)
        }
        let problems = Problems()
        var prefill = Prefill()
        guard let fields = ObjectReader(try Document.parse(bytes).root, problems: problems),
            var request = CheckoutRequest(
                reading: fields, merchant: merchant.settings, now: now, prefill: &prefill)
        else {
            // The fault is in the merchant's settings or terms, such as a missing country.
            throw SharedOrderRefusal.invalidCheckout(problems.all)
        }
        request.sharedOrder = order.text
        return request
    }
}
