import Balances
import Contacts
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

// What a payment does to the sheet while nobody but us is asked.
extension HeldSheet {
    /// The tries to charge a card, newest first.
    func attempts() throws -> [Attempt] {
        guard sheet.attempts > 0 else { return [] }
        return try reading().run(Attempt.newest(Sheet.attemptsMax, of: sheet.id))
            .map(Attempt.init(row:))
    }

    /// The answer of a payment that balances have made alone; nothing where there was none.
    func paidByBalances(after attempts: [Attempt]) -> AuthorizationAnswer? {
        guard sheet.state.isPaid, !sheet.tenders.isEmpty,
            !attempts.contains(where: { $0.state == .authorized })
        else { return nil }
        return AuthorizationAnswer(
            sheet: sheet, attempt: nil, errors: [], isPaidByBalances: true)
    }

    /// Status 1 with errors: the sheet stays open, and nothing is asked of a processor.
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

    /// Balances pay what was agreed: at once, or when the merchant captures. A pending total is
    /// captured when it is final, whatever the capture method says.
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

    /// Balances have paid all of it; the merchant knows now who bought.
    mutating func isPaid(with contacts: AuthorizedContacts) {
        sheet.state = .authorized
        sheet.authorized += sheet.tendered
        sheet.changedAt = question.now
        sheet.privacy.contacts = seal.seal(SheetContacts(contacts), as: "contacts")
        if let full = contacts.shipping?.destination {
            sheet.privacy.place = seal.seal(place: full)
        }
    }

    /// Takes all of it at once, and books it.
    private mutating func captureTenders(in transaction: Transaction) throws {
        var payment = try HeldPayment(sheet, nil, question, in: transaction)
        try payment.captureAll(identify: question.identify, in: transaction)
        sheet = payment.sheet
    }
}

extension Price {
    /// Whether there is nothing left to ask a card for. A pending total may come to more: there a
    /// card that was given is looked at.
    var isPaidByBalances: Bool {
        !tenders.isEmpty && !isPending && total.minorUnits == 0
    }

    /// What is missing where no card pays; nothing when balances pay all. A pending total is not
    /// known yet, so its capture may be refused instead (money.md 13).
    var missingWithoutCard: Money? {
        if tenders.isEmpty { return total }
        return isPending || total.minorUnits == 0 ? nil : total
    }
}
