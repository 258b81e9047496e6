import Balances
import Carts
import Contacts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// A checkout with all data that its price needs: locked in a transaction, or read without a lock.
///
/// Lock order: the checkout, before its attempt, coupon, holds and balances.
package struct LoadedCheckout {
    package var session: CheckoutSession
    package let seal: Seal
    package var context: CheckoutContext
    /// The paying balances and their holds, locked; nil until they are needed (`openAllocation`).
    var allocation: TenderAllocation?
    /// True once the buyer agreed: balances then pay no more than was shown.
    package var isPaying = false
    /// The coupon with the redemption that the payment reserves; its row is locked.
    package var reservedCoupon: Coupon?
    /// True if the refusal of the payment stores the coupon with its mark `isSpent`.
    package var marksCoupon = false
    /// The tenders that match the stored holds: those at the lock of the balances, then those that
    /// `storeTenders` last stored.
    var tendersBefore: [Tender] = []
    /// The amount for balances and card together when the row was read, in minor units.
    let payableBefore: Int64
    /// The version of the merchant's settings when the row was read.
    private let presentSettings: Int64
    /// nil if the checkout was read without a lock, or if a batch has locked it.
    package let transaction: Transaction?

    /// Locks the checkout and checks the secret's generation and the version of the settings.
    package init(_ context: CheckoutContext, in transaction: Transaction) throws {
        try self.init(unchecked: context, in: transaction)
        try requireCurrent()
    }

    /// Uses a checkout that was read without a lock, after the same checks.
    package init(_ context: CheckoutContext, snapshot row: Row) throws {
        try self.init(context, row, nil)
        try requireCurrent()
    }

    /// Uses a checkout that a batch has locked with its holds and their balances, after the same
    /// checks.
    ///
    /// - Throws: `NeedsLock` if a balance of its tenders is not among them.
    package init(
        _ context: CheckoutContext, locked row: Row, holds: [Hold],
        _ balances: [Balance.ID: Balance]
    ) throws {
        try self.init(context, snapshot: row)
        guard !session.tenders.isEmpty else { return }
        let paying = try session.tenders.map { tender in
            guard let balance = balances[tender.balance] else { throw NeedsLock() }
            return balance
        }
        allocation = TenderAllocation(
            Ledger(of: session.id.merchant, paying, holds: holds, at: context.now))
        tendersBefore = session.tenders
    }

    private func requireCurrent() throws {
        if let generation = context.generation, generation != session.generation {
            throw CheckoutRefusal.secretOutdated
        }
        guard presentSettings == context.merchant.settingsVersion else {
            throw CheckoutRefusal.settingsChanged
        }
    }

    /// Locks the checkout without checking the secret's generation or the version of the settings.
    package init(unchecked context: CheckoutContext, in transaction: Transaction) throws {
        guard let row = try transaction.run(CheckoutSession.lock(context.checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        try self.init(context, row, transaction)
    }

    private init(_ context: CheckoutContext, _ row: Row, _ transaction: Transaction?) throws {
        var session = try CheckoutSession(row: row)
        guard
            let seal = try Seal.open(
                session.privacy.key, of: session.id, keys: context.keys)
        else {
            // Its buyer was erased: an open checkout counts as expired.
            let state = session.state(at: context.now)
            throw CheckoutRefusal.notOpen(state == .open ? .expired : state)
        }
        presentSettings = try row.get("present_settings_version")
        session.choice.places = try seal.places(session.privacy.place)
        session.choice.pin = try seal.pin(session.privacy.pin)
        payableBefore = session.payable
        self.session = session
        self.seal = seal
        self.context = context
        self.transaction = transaction
    }

    /// Returns the transaction for further reads, which need the lock on the checkout.
    ///
    /// - Throws: `NeedsLock` if the checkout was read without a lock.
    package func requireTransaction() throws -> Transaction {
        guard let transaction else { throw NeedsLock() }
        return transaction
    }

    /// More than the row must be read: the caller runs the same rules again under the lock.
    package struct NeedsLock: Error {
        package init() {}
    }

    /// Refuses a checkout that the buyer cannot change, or cannot change now.
    package func requireOpen() throws {
        switch session.state(at: context.now) {
        case .open: return
        case .authorizing: throw try refusalWhileAuthorizing()
        case let state: throw CheckoutRefusal.notOpen(state)
        }
    }

    /// Refuses a browser whose payment sheet cannot show every charge.
    ///
    /// - Parameter total: nil if the call may change it.
    package func requireClientVersion(_ total: Money? = nil) throws {
        let minimum = session.request.minimumClientVersion(showing: total)
        guard let version = context.clientVersion, version < minimum else { return }
        throw CheckoutRefusal.clientVersionTooLow(minimum: minimum)
    }

    func refusalWhileAuthorizing() throws -> CheckoutRefusal {
        let rows = try requireTransaction().run(Attempt.newest(1, of: session.id))
        let attempt = try rows.first.map(Attempt.init(row:))
        return .authorizing(secondsLeft: attempt?.leaseSecondsLeft(at: context.now) ?? 1)
    }

    /// The attempts to charge a card, newest first.
    package func attempts() throws -> [Attempt] {
        guard session.attempts > 0 else { return [] }
        return try requireTransaction().run(
            Attempt.newest(CheckoutSession.attemptsMax, of: session.id)
        )
        .map(Attempt.init(row:))
    }

    /// True if a store's address decides the price and is known: an address from the sheet does not
    /// replace it.
    package var isAtKnownStore: Bool { session.request.isAtStore && session.choice.place != nil }

    /// Prices a choice as it is, even with an expired coupon, and allocates its tenders.
    package mutating func price(_ choice: CheckoutSession.Choice) throws -> Price {
        let pricing = session.request.rendered(for: context.clientVersion).pricing(
            choice, settings: context.merchant.settings, language: context.language,
            at: context.now)
        let gross = try pricing.price()
        let price = try pricing.price(gross, paidBy: try allocateTenders(gross))
        try price.requireChargeable(by: context.merchant.processor)
        return price
    }

    /// Adopts a choice with its price. The version rises if the price or the choice of method,
    /// coupon or balances changed; another address at the same price does not raise it.
    package mutating func apply(_ choice: CheckoutSession.Choice, _ price: Price) {
        var choice = choice
        choice.method = price.chosen?.identifier
        let isSamePrice =
            price.total == session.total && price.isPending == session.totalIsPending
            && choice.method == session.choice.method && choice.coupon == session.choice.coupon
            && price.tenders.pays(as: session.tenders)
        if price.tenders != session.tenders { session.tenders = price.tenders }
        guard !isSamePrice || choice != session.choice else { return }
        if !isSamePrice { session.version += 1 }
        session.total = price.total
        session.totalIsPending = price.isPending
        session.settingsVersion = context.merchant.settingsVersion
        session.changedAt = context.now
        if choice.places != session.choice.places {
            session.privacy.place = seal.seal(places: choice.places)
        }
        session.choice = choice
    }

    /// The update and its answer, for the timeline.
    ///
    /// - Parameter decline: the reason of a declined payment; its code follows those of the errors
    ///   that the sheet shows.
    package func entry(
        _ kind: TimelineEntry.Kind, errors: [FieldError] = [], dropped: DroppedCoupon? = nil,
        decline: Decline? = nil, input: [UInt8]? = nil
    ) -> TimelineEntry {
        TimelineEntry(
            checkout: session.id, entry: context.entry, kind: kind, at: context.now,
            requestID: context.requestID, version: session.version,
            total: session.total.minorUnits, state: session.state,
            errors: (errors + (dropped.map { [$0.error] } ?? [])).map(\.timelineCode)
                + (decline.map { [$0.publicCode] } ?? []),
            input: input.map { seal.seal($0, as: "question") })
    }
}
