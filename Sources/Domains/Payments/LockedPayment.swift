import Balances
import Carts
import Checkouts
import Crypto
import Merchants
import Outbox
import Postgres
import Vocabulary

/// A payment during one of its steps, such as a capture, with the rows that the step writes. It is
/// locked, or its step is stored only if the checkout has not changed since it was read.
///
/// Lock order: the checkout, the authorized attempt, the holds, then the balances by identifier.
package struct LockedPayment {
    /// The rows that `store` writes.
    var write: PaymentWrite
    /// The holds that pay, and their balances once those are locked.
    package var ledger: Ledger
    /// The holds in the order in which they were attached.
    private let order: [Hold.ID]
    let context: CheckoutContext

    /// Locks the payment in any state.
    package init(_ context: CheckoutContext, in transaction: Transaction) throws {
        guard let row = try transaction.run(CheckoutSession.lock(context.checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        var session = try CheckoutSession(row: row)
        // The seal is nil once the buyer was erased; a paid checkout can still be refunded.
        let seal = try Seal.open(session.privacy.key, of: session.id, keys: context.keys)
        session.choice.places = try seal?.places(session.privacy.place) ?? Places()
        let attempt = try transaction.run(Attempt.lockAuthorized(of: session.id)).first
            .map(Attempt.init(row:))
        let holds = try session.lockHolds(in: transaction)
        self.init(session, attempt, holds: holds, context)
    }

    /// Uses a checkout and an attempt that are already locked, or that the caller stores only if
    /// the checkout has not changed since it was read.
    package init(
        _ session: CheckoutSession, _ attempt: Attempt?, holds: [Hold], _ context: CheckoutContext
    ) {
        let ledger = Ledger(of: session.id.merchant, [], holds: holds, at: context.now)
        self.init(session, attempt, ledger, order: holds.map(\.id), context)
    }

    private init(
        _ session: CheckoutSession, _ attempt: Attempt?, _ ledger: Ledger, order: [Hold.ID],
        _ context: CheckoutContext
    ) {
        write = PaymentWrite(session, attempt)
        self.ledger = ledger
        self.order = order
        self.context = context
    }

    /// Uses a checkout whose holds and balances are locked.
    ///
    /// - Parameter ledger: has changes of them to write; nil if no balance pays.
    init(
        _ session: CheckoutSession, _ attempt: Attempt?, _ ledger: Ledger?,
        _ context: CheckoutContext
    ) {
        let holds = ledger.map { Array($0.holds.values) } ?? []
        self.init(
            session, attempt, ledger ?? Ledger(of: session.id.merchant, [], at: context.now),
            order: holds.filter { $0.state == .active || $0.state == .captured }
                .sorted { ($0.owner?.position ?? 0) < ($1.owner?.position ?? 0) }.map(\.id),
            context)
    }

    package var session: CheckoutSession {
        _read { yield write.session }
        _modify { yield &write.session }
    }

    /// The authorized attempt; nil if balances pay everything.
    package var attempt: Attempt? {
        _read { yield write.attempt }
        _modify { yield &write.attempt }
    }

    package var holds: [Hold] { order.compactMap { ledger.holds[$0] } }

    /// Locks the balances of the holds, the topped-up ones, and other senders or recipients. The
    /// first call locks all balances that the payment can move, in order; a later call only adds
    /// new balances, which no other transaction can have locked yet.
    ///
    /// - Parameter transaction: nil if the payment moves no balance.
    mutating func lockBalances(_ others: [Balance.ID] = [], in transaction: Transaction?) throws {
        let ids = Set(holds.map(\.balance) + session.request.credited + others)
            .subtracting(ledger.balances.keys).filter { $0.merchant == session.id.merchant }
        guard !ids.isEmpty else { return }
        guard let transaction else { throw LoadedCheckout.NeedsLock() }
        ledger.addLocked(try Balance.lock(ids, in: transaction))
    }

    /// Adds the changes of balances and holds so far to the rows to write, and continues with their
    /// state.
    mutating func flush() throws {
        try write.ledger.add(ledger, identify: context.identifier)
        ledger = Ledger(
            of: session.id.merchant, Array(ledger.balances.values),
            holds: Array(ledger.holds.values), at: context.now)
    }

    /// The amount that the buyer owes over all tenders, in minor units.
    package var owed: Int64 { session.total.minorUnits + session.tendered }

    func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: session.total.currency)
    }

    /// The price under the settings of the authorization.
    func price(of request: CheckoutRequest? = nil, in transaction: Transaction) throws -> Price {
        let settings = try Merchant.settings(
            session.id.merchant, version: session.settingsVersion, in: transaction)
        return try (request ?? session.request).price(
            session.choice, settings: settings ?? context.merchant.settings,
            language: context.language, at: context.now)
    }

    /// Stores the checkout, the attempt and all other rows of the step.
    mutating func store(in transaction: Transaction) throws {
        try flush()
        try write.store(in: transaction)
    }

    /// Numbers an event of the checkout.
    ///
    /// - Parameter detail: the subject, which the event's data contain beside the checkout.
    mutating func emit(_ kind: Event.Kind, _ detail: EventDetail? = nil) {
        write.emit(kind, context.identifier(), detail, at: context.now)
    }

    /// Adds an entry to the timeline.
    ///
    /// - Parameter identifier: for an additional entry; nil uses the one of the call.
    mutating func log(
        _ kind: TimelineEntry.Kind, errors: [String] = [], as identifier: UUID128? = nil
    ) {
        write.entries.append(
            TimelineEntry(
                checkout: session.id, entry: identifier ?? context.entry, kind: kind,
                at: context.now, requestID: context.requestID, version: session.version,
                total: session.total.minorUnits, state: session.state, errors: errors, input: nil))
    }
}

extension CheckoutSession {
    /// - Parameter transaction: nil if the checkout was read without a lock.
    /// - Throws: `LoadedCheckout.NeedsLock` if there is a coupon and no transaction.
    func lockCoupon(in transaction: Transaction?) throws -> Coupon? {
        guard let coupon = choice.coupon else { return nil }
        guard let transaction else { throw LoadedCheckout.NeedsLock() }
        return try FindCoupon(coupon: coupon.id)(in: transaction)
    }

    /// - Parameter transaction: nil if the checkout was read without a lock.
    /// - Throws: `LoadedCheckout.NeedsLock` if balances pay and there is no transaction.
    func lockHolds(in transaction: Transaction?) throws -> [Hold] {
        guard !tenders.isEmpty else { return [] }
        guard let transaction else { throw LoadedCheckout.NeedsLock() }
        return try Hold.lock(of: id.uuid, merchant: id.merchant, in: transaction)
    }
}

extension Price {
    /// The amount that the buyer owes over all tenders: the sum of all parts.
    var owed: Int64 { max(0, parts.reduce(deliveryPart.paid) { $0 + $1.paid }) }
}
