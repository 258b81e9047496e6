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
extension HeldSheet {
    /// The answer of a payment by balances alone; nil if there was none.
    func paidByBalances(after attempts: [Attempt]) -> AuthorizationAnswer? {
        guard sheet.state.isPaid, !sheet.tenders.isEmpty,
            !attempts.contains(where: { $0.state == .authorized })
        else { return nil }
        return AuthorizationAnswer(
            sheet: sheet, attempt: nil, errors: [], isPaidByBalances: true)
    }

    /// Apple's status 1 with errors: the sheet stays open, and the processor is not asked.
    func refuse(
        _ errors: [FieldError], _ balance: BalanceTrouble?, shipping: Contact?,
        in transaction: Transaction
    ) throws -> AuthorizationAnswer {
        try transaction.later(sheet.storeState)
        try transaction.later(
            entry(
                .authorize, errors: errors,
                question: shipping.map { contact in
                    Writer.value { $0.object { $0.member("shippingContact", contact) } }
                }
            ).insert)
        return AuthorizationAnswer(sheet: sheet, attempt: nil, errors: errors, balance: balance)
    }

    /// Balances pay the agreed price: at once, or when the merchant captures. A pending total is
    /// captured once it is final, even with automatic capture.
    mutating func pay(
        _ price: Price, _ contacts: AuthorizedContacts, in transaction: Transaction
    ) throws -> AuthorizationAnswer {
        try keepTenders()
        isPaid(with: contacts)
        if let coupon = sheet.choice.coupon,
            let buyer = try contacts.buyers(question.keys, coupon.id).first
        {
            try transaction.later(sheet.store(couponBuyer: buyer))
        }
        if sheet.request.captureMethod == .automatic, !price.isPending {
            try captureTenders(in: transaction)
        }
        sheet.events += 1
        try transaction.later(sheet.storeState)
        try transaction.later(entry(.authorized).insert)
        try transaction.later(
            Event(
                id: Event.ID(
                    merchant: sheet.id.merchant, uuid: question.identify(question.now)),
                type: sheet.state == .captured ? .checkoutCaptured : .checkoutAuthorized,
                object: sheet.id.text, sequence: sheet.events, data: sheet.eventData,
                at: question.now
            ).insert)
        return AuthorizationAnswer(
            sheet: sheet, attempt: nil, errors: [], isPaidByBalances: true)
    }

    /// Marks the checkout as paid by balances alone and stores the buyer's contacts.
    mutating func isPaid(with contacts: AuthorizedContacts) {
        sheet.state = .authorized
        sheet.authorized += sheet.tendered
        sheet.changedAt = question.now
        sheet.privacy.contacts = seal.seal(SheetContacts(contacts), as: "contacts")
        let places = places(of: contacts)
        if places != sheet.choice.places { sheet.privacy.place = seal.seal(places: places) }
    }

    /// The payment's addresses that decide its price; the sheet's own if the payment has none.
    func places(of contacts: AuthorizedContacts) -> Places {
        places(shipping: contacts.shipping?.destination, billing: contacts.billing?.destination)
    }

    /// The same for two addresses. The store's address stays the place of a pickup at a store,
    /// whichever contact the page sends, in this price and in all later ones.
    package func places(shipping: Destination?, billing: @autoclosure () -> Destination?) -> Places
    {
        var places = sheet.choice.places
        if let shipping, !isAtKnownStore { places.shipping = shipping }
        if sheet.request.isTaxedByBilling(shipping: places.shipping), let billing = billing() {
            places.billing = billing
        }
        return places
    }

    /// Captures the whole amount at once and books it.
    private mutating func captureTenders(in transaction: Transaction) throws {
        var payment = try HeldPayment(sheet, nil, question, in: transaction)
        try payment.captureAll(identify: question.identify, in: transaction)
        sheet = payment.sheet
    }
}

extension Price {
    /// True if balances pay the whole total. A pending total may grow, so a given card is still
    /// asked.
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
