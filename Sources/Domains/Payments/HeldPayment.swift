import Balances
import Carts
import Checkouts
import Crypto
import Merchants
import Outbox
import Postgres
import Vocabulary

/// A payment that is locked for a capture, refund or void: its checkout, the authorized attempt and
/// the paying balances, locked in this order.
package struct HeldPayment {
    package var sheet: Sheet
    /// The authorized attempt; nil if balances pay everything.
    package var attempt: Attempt?
    /// The holds that pay, and their balances once those are locked.
    package var ledger: Ledger
    /// The holds in the order in which they were attached.
    private let order: [Hold.ID]
    let question: SheetQuestion

    /// Locks the payment in any state.
    package init(_ question: SheetQuestion, in transaction: Transaction) throws {
        guard let row = try transaction.run(Sheet.lock(question.checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        var sheet = try Sheet(row: row)
        // The seal is nil once the buyer was erased; a paid checkout can still be refunded.
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: question.keys)
        sheet.choice.places = try seal?.places(sheet.privacy.place) ?? Places()
        let attempt = try transaction.run(Attempt.lockAuthorized(of: sheet.id)).first
            .map(Attempt.init(row:))
        try self.init(sheet, attempt, question, in: transaction)
    }

    /// Uses a checkout and an attempt that are already locked.
    package init(
        _ sheet: Sheet, _ attempt: Attempt?, _ question: SheetQuestion,
        in transaction: Transaction
    ) throws {
        self.sheet = sheet
        self.attempt = attempt
        self.question = question
        let holds =
            !sheet.tenders.isEmpty
            ? try Hold.lock(
                of: sheet.id.uuid, merchant: sheet.id.merchant, in: transaction) : []
        order = holds.map(\.id)
        ledger = Ledger(of: sheet.id.merchant, [], holds: holds, at: question.now)
    }

    package var holds: [Hold] { order.compactMap { ledger.holds[$0] } }

    /// Locks the balances of the holds, the topped-up ones, and other senders or recipients. The
    /// first call locks all balances that the payment can move, in order; a later call only adds
    /// new balances, which no other transaction can have locked yet.
    mutating func lockBalances(_ others: [Balance.ID] = [], in transaction: Transaction) throws {
        let ids = Set(holds.map(\.balance) + sheet.request.credited + others)
            .subtracting(ledger.balances.keys).filter { $0.merchant == sheet.id.merchant }
        guard !ids.isEmpty else { return }
        ledger.take(try Balance.lock(ids, in: transaction))
    }

    /// Stores the changes of balances and holds so far, and continues with the stored state.
    mutating func flush(
        identify: @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        try ledger.store(in: transaction) { identify(question.now) }
        ledger = Ledger(
            of: sheet.id.merchant, Array(ledger.balances.values),
            holds: Array(ledger.holds.values), at: question.now)
    }

    /// The amount that the buyer owes over all tenders, in minor units.
    package var owed: Int64 { sheet.total.minorUnits + sheet.tendered }

    func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: sheet.total.currency)
    }

    /// The price under the settings of the authorization.
    func price(of request: CheckoutRequest? = nil, in transaction: Transaction) throws -> Price {
        let settings = try Merchant.settings(
            sheet.id.merchant, version: sheet.settingsVersion, in: transaction)
        return try (request ?? sheet.request).price(
            sheet.choice, settings: settings ?? question.merchant.settings,
            language: question.language, at: question.now)
    }

    /// Stores the checkout and the attempt.
    func store(in transaction: Transaction) throws {
        try transaction.later(sheet.storeAmounts)
        if let attempt { try transaction.later(attempt.storeAmounts) }
    }

    /// Numbers and stores an event of the checkout.
    ///
    /// - Parameter detail: the subject, which the event's data contain beside the checkout.
    mutating func tell(
        _ kind: Event.Kind, _ event: UUID128, _ detail: EventDetail? = nil,
        in transaction: Transaction
    ) throws {
        sheet.events += 1
        try transaction.later(
            Event(
                id: Event.ID(merchant: sheet.id.merchant, uuid: event), type: kind,
                object: sheet.id.text, sequence: sheet.events, data: sheet.eventData(detail),
                at: question.now
            ).insert)
    }

    /// - Parameter identifier: for an additional entry; nil uses the one of the call.
    func entry(
        _ kind: TimelineEntry.Kind, errors: [String] = [], as identifier: UUID128? = nil
    ) -> TimelineEntry {
        TimelineEntry(
            checkout: sheet.id, entry: identifier ?? question.entry, kind: kind, at: question.now,
            requestID: question.requestID, version: sheet.version,
            total: sheet.total.minorUnits, state: sheet.state, errors: errors, question: nil)
    }
}

extension Price {
    /// The amount that the buyer owes over all tenders: the sum of all parts.
    var owed: Int64 { max(0, parts.reduce(deliveryPart.paid) { $0 + $1.paid }) }
}
