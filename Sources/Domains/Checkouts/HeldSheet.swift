import Balances
import Carts
import Contacts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// A checkout with all data that its price needs: locked in a transaction, or read without a lock.
package struct HeldSheet {
    package var sheet: Sheet
    package let seal: Seal
    package var question: SheetQuestion
    /// Loaded if balances pay and their amounts may have changed.
    var purse: Purse?
    /// True once the buyer agreed: balances then pay no more than was shown.
    package var isPaying = false
    /// The tenders when the balances were locked.
    var tendersBefore: [Tender] = []
    /// The amount for balances and card together when the sheet was last priced.
    let payableBefore: Int64
    private let presentSettings: Int64
    /// nil if the checkout was read without a lock.
    private let transaction: Transaction?

    /// Locks the checkout and checks the secret's generation and the version of the settings.
    package init(_ question: SheetQuestion, in transaction: Transaction) throws {
        try self.init(ending: question, in: transaction)
        try demandAnswerable()
    }

    /// Uses a checkout that was read without a lock, after the same checks.
    package init(_ question: SheetQuestion, seen row: Row) throws {
        try self.init(question, row, nil)
        try demandAnswerable()
    }

    private func demandAnswerable() throws {
        if let generation = question.generation, generation != sheet.generation {
            throw CheckoutRefusal.secretOutdated
        }
        guard presentSettings == question.merchant.settingsVersion else {
            throw CheckoutRefusal.settingsChanged
        }
    }

    /// Locks the checkout to end an operation that has started, in any state.
    package init(ending question: SheetQuestion, in transaction: Transaction) throws {
        guard let row = try transaction.run(Sheet.lock(question.checkout)).first else {
            throw CheckoutRefusal.notFound
        }
        try self.init(question, row, transaction)
    }

    private init(_ question: SheetQuestion, _ row: Row, _ transaction: Transaction?) throws {
        var sheet = try Sheet(row: row)
        guard
            let seal = try Seal.open(
                sheet.privacy.key, of: sheet.id, keys: question.keys)
        else {
            // Its buyer was erased: an open checkout counts as expired.
            let state = sheet.state(at: question.now)
            throw CheckoutRefusal.notOpen(state == .open ? .expired : state)
        }
        presentSettings = try row.get("present_settings_version")
        sheet.choice.places = try seal.places(sheet.privacy.place)
        sheet.choice.pin = try seal.pin(sheet.privacy.pin)
        payableBefore = sheet.payable
        self.sheet = sheet
        self.seal = seal
        self.question = question
        self.transaction = transaction
    }

    /// Returns the transaction for further reads, which need the lock on the checkout.
    package func reading() throws -> Transaction {
        guard let transaction else { throw NeedsLock() }
        return transaction
    }

    var isSeenOnly: Bool { transaction == nil }

    package struct NeedsLock: Error {}

    /// Refuses a checkout that the buyer cannot change, or cannot change now.
    package func demandOpen() throws {
        switch sheet.state(at: question.now) {
        case .open: return
        case .authorizing: throw try refusalWhileAuthorizing()
        case let state: throw CheckoutRefusal.notOpen(state)
        }
    }

    /// Refuses a browser whose payment sheet cannot show every charge.
    ///
    /// - Parameter total: nil if the call may change it.
    package func demandShown(_ total: Money? = nil) throws {
        let minimum = sheet.request.minimumClientVersion(showing: total)
        guard let version = question.clientVersion, version < minimum else { return }
        throw CheckoutRefusal.clientVersionTooLow(minimum: minimum)
    }

    func refusalWhileAuthorizing() throws -> CheckoutRefusal {
        let rows = try reading().run(Attempt.newest(1, of: sheet.id))
        let attempt = try rows.first.map(Attempt.init(row:))
        return .authorizing(secondsLeft: attempt?.leaseSecondsLeft(at: question.now) ?? 1)
    }

    /// The attempts to charge a card, newest first.
    package func attempts() throws -> [Attempt] {
        guard sheet.attempts > 0 else { return [] }
        return try reading().run(Attempt.newest(Sheet.attemptsMax, of: sheet.id))
            .map(Attempt.init(row:))
    }

    /// True if the price depends on the address of a store.
    package var isAtKnownStore: Bool { sheet.request.isAtStore && sheet.choice.place != nil }

    /// Prices a choice as it is, even with an expired coupon, and allocates its tenders.
    package mutating func price(_ choice: Sheet.Choice) throws -> Price {
        let pricing = sheet.request.rendered(for: question.clientVersion).pricing(
            choice, settings: question.merchant.settings, language: question.language,
            at: question.now)
        let gross = try pricing.price()
        let price = try pricing.price(gross, paidBy: try share(gross))
        try price.demandChargeable(by: question.merchant.processor)
        return price
    }

    /// Adopts a choice with its price. The version rises if the price or the choice of method,
    /// coupon or balances changed; another address at the same price does not raise it.
    package mutating func take(_ choice: Sheet.Choice, _ price: Price) {
        var choice = choice
        choice.method = price.chosen?.identifier
        let isSamePrice =
            price.total == sheet.total && price.isPending == sheet.totalIsPending
            && choice.method == sheet.choice.method && choice.coupon == sheet.choice.coupon
            && price.tenders.pays(as: sheet.tenders)
        if price.tenders != sheet.tenders { sheet.tenders = price.tenders }
        guard !isSamePrice || choice != sheet.choice else { return }
        if !isSamePrice { sheet.version += 1 }
        sheet.total = price.total
        sheet.totalIsPending = price.isPending
        sheet.settingsVersion = question.merchant.settingsVersion
        sheet.changedAt = question.now
        if choice.places != sheet.choice.places {
            sheet.privacy.place = seal.seal(places: choice.places)
        }
        sheet.choice = choice
    }

    /// The update and its answer, for the timeline.
    ///
    /// - Parameter decline: why a payment was declined; listed after the errors that the sheet
    ///   shows.
    package func entry(
        _ kind: TimelineEntry.Kind, errors: [FieldError] = [], dropped: DroppedCoupon? = nil,
        decline: Decline? = nil, question asked: [UInt8]? = nil
    ) -> TimelineEntry {
        TimelineEntry(
            checkout: sheet.id, entry: question.entry, kind: kind, at: question.now,
            requestID: question.requestID, version: sheet.version,
            total: sheet.total.minorUnits, state: sheet.state,
            errors: (errors + (dropped.map { [$0.error] } ?? [])).map(\.timelineCode)
                + (decline.map { [$0.publicCode] } ?? []),
            question: asked.map { seal.seal($0, as: "question") })
    }
}
