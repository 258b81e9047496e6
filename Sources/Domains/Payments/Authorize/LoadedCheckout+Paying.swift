import Balances
import Carts
import Checkouts
import Contacts
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

// Payment steps that change the checkout without asking a processor.
extension LoadedCheckout {
    /// The answer of a payment by balances alone; nil if there was none.
    func paidByBalances(after attempts: [Attempt]) -> AuthorizationAnswer? {
        guard session.state.isPaid, !session.tenders.isEmpty,
            !attempts.contains(where: { $0.state == .authorized })
        else { return nil }
        return AuthorizationAnswer(
            session: session, attempt: nil, errors: [], isPaidByBalances: true)
    }

    /// The refusal with errors and Apple's status 1: the sheet stays open, and the processor is not
    /// asked.
    func refusal(
        _ errors: [FieldError], _ balance: BalanceProblem?, shipping: Contact?
    ) -> (write: PaymentWrite, answer: AuthorizationAnswer) {
        var write = PaymentWrite(session, nil)
        write.session.shownVersion = session.version
        if marksCoupon { write.rareChange = .coupon }
        write.entries.append(
            entry(
                .authorize, errors: errors,
                input: shipping.map { contact in
                    Writer.value { $0.object { $0.member("shippingContact", contact) } }
                }))
        return (
            write,
            AuthorizationAnswer(session: session, attempt: nil, errors: errors, balance: balance)
        )
    }

    /// Balances pay the agreed price: at once, or when the merchant captures. A pending total is
    /// captured once it is final, even with automatic capture.
    mutating func payByBalances(
        _ price: Price, _ contacts: AuthorizedContacts
    ) throws -> (write: PaymentWrite, answer: AuthorizationAnswer) {
        let ledger = try holdTenders()
        markPaid(with: contacts)
        var payment = LockedPayment(session, nil, ledger, context)
        payment.write.coupon = reservedCoupon
        if let coupon = session.choice.coupon,
            let buyer = try contacts.buyers(context.keys, coupon.id).first
        {
            payment.write.rareChange = .couponBuyer(buyer)
        }
        if session.request.captureMethod == .automatic, !price.isPending {
            try payment.captureAll(in: transaction)
        }
        payment.emit(payment.session.state == .captured ? .checkoutCaptured : .checkoutAuthorized)
        session = payment.session
        payment.write.entries.append(entry(.authorized))
        try payment.flush()
        return (
            payment.write,
            AuthorizationAnswer(session: session, attempt: nil, errors: [], isPaidByBalances: true)
        )
    }

    /// Marks the checkout as paid by balances alone and stores the buyer's contacts.
    private mutating func markPaid(with contacts: AuthorizedContacts) {
        session.state = .authorized
        session.shownVersion = session.version
        session.authorized += session.tendered
        session.changedAt = context.now
        session.privacy.contacts = seal.seal(CheckoutContacts(contacts), as: "contacts")
        let places = places(of: contacts)
        if places != session.choice.places { session.privacy.place = seal.seal(places: places) }
    }

    /// The payment's addresses that decide its price; the sheet's own if the payment has none.
    func places(of contacts: AuthorizedContacts) -> Places {
        places(shipping: contacts.shipping?.destination, billing: contacts.billing?.destination)
    }

    /// The same for two addresses. The store's address stays the place of a pickup at a store,
    /// whichever contact the page sends, in this price and in all later ones.
    package func places(shipping: Destination?, billing: @autoclosure () -> Destination?) -> Places
    {
        var places = session.choice.places
        if let shipping, !isAtKnownStore { places.shipping = shipping }
        if session.request.isTaxedByBilling(shipping: places.shipping), let billing = billing() {
            places.billing = billing
        }
        return places
    }
}

extension Price {
    /// True if balances pay the whole total. A pending total may grow, so a card that the buyer
    /// gave is still authorized.
    var isPaidByBalances: Bool {
        !tenders.isEmpty && !isPending && total.minorUnits == 0
    }

    /// The amount that is missing if no card pays; nil if balances pay all. A pending total is not
    /// known yet, so its capture may be refused instead (docs/rules/money.md#13).
    var missingWithoutCard: Money? {
        if tenders.isEmpty { return total }
        return isPending || total.minorUnits == 0 ? nil : total
    }
}
