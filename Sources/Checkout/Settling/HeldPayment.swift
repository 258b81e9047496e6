import Balances
import Crypto
import Merchants
import Outbox
import Postgres
import Vocabulary

/// A payment in hand, to be captured, given back or ended: its checkout, the attempt that was
/// authorised and the balances that pay, locked in this order.
package struct HeldPayment {
    package var sheet: Sheet
    /// The one that was authorised; nothing when balances pay all of it.
    package var attempt: Attempt?
    /// The holds that pay, and once they are locked the balances that they are of.
    package var ledger: Ledger
    /// In the order in which they were attached.
    private let order: [Hold.ID]
    let question: SheetQuestion

    /// Locks it, whatever it has come to.
    package init(_ question: SheetQuestion, in transaction: Transaction) throws {
        guard let row = try transaction.run(Sheet.lock(question.checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        var sheet = try Sheet(row: row)
        // Nothing once the buyer was erased; what was paid can be given back all the same.
        let seal = try Seal.open(sheet.privacy.key, of: sheet.id, keys: question.keys)
        sheet.choice.place = try seal?.place(sheet.privacy.place)
        let attempt = try transaction.run(Attempt.lockAuthorized(of: sheet.id)).first
            .map(Attempt.init(row:))
        try self.init(sheet, attempt, question, in: transaction)
    }

    /// A payment whose checkout and attempt are locked already.
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

    /// Locks the balances of the holds, those that lines top up, and others that money goes to or comes
    /// from. All that a payment can move are locked by the first call, because they are locked in order;
    /// what comes later is new, and nobody else's yet.
    mutating func lockBalances(_ others: [Balance.ID] = [], in transaction: Transaction) throws {
        let ids = Set(holds.map(\.balance) + sheet.request.credited + others)
            .subtracting(ledger.balances.keys).filter { $0.merchant == sheet.id.merchant }
        guard !ids.isEmpty else { return }
        ledger.take(try Balance.lock(ids, in: transaction))
    }

    /// Stores what has happened to balances and holds so far, and goes on from there.
    mutating func flush(
        identify: @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        try ledger.store(in: transaction) { identify(question.now) }
        ledger = Ledger(
            of: sheet.id.merchant, Array(ledger.balances.values),
            holds: Array(ledger.holds.values), at: question.now)
    }

    /// What the buyer owes over all tenders, in minor units.
    package var owed: Int64 { sheet.total.minorUnits + sheet.tendered }

    func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: sheet.total.currency)
    }

    /// What it costs by the settings that it was authorised with.
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

    /// Numbers and writes an event of the checkout.
    ///
    /// - Parameter detail: what it is about, as the event's data have it beside the checkout.
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

    /// - Parameter identifier: of an entry beside the question's own.
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
    /// What the buyer owes for it over all tenders: what each part takes of it.
    var owed: Int64 { max(0, parts.reduce(deliveryPart.paid) { $0 + $1.paid }) }
}
