import Balances
import Contacts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// A sheet in hand, with what is needed to price it: locked in a transaction, or only seen.
package struct HeldSheet {
    var sheet: Sheet
    let seal: Seal
    var question: SheetQuestion
    /// Opened where balances pay and what they pay may have changed.
    var purse: Purse?
    /// Whether the buyer agreed: balances then pay no more than was shown.
    var isPaying = false
    /// What paid when it was opened.
    var tendersBefore: [Tender] = []
    /// What balances and card were to pay together when the sheet was last priced.
    let payableBefore: Int64
    private let presentSettings: Int64
    /// Nothing when it was only seen.
    private let transaction: Transaction?

    /// Locks the sheet and checks that it may be asked at all.
    init(_ question: SheetQuestion, in transaction: Transaction) throws {
        try self.init(ending: question, in: transaction)
        try demandAnswerable()
    }

    /// A sheet that was seen without a lock, if it may be asked at all.
    init(_ question: SheetQuestion, seen row: Row) throws {
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

    /// Locks the sheet to end what was begun, whatever has changed since.
    init(ending question: SheetQuestion, in transaction: Transaction) throws {
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
            // Its buyer was forgotten: what is open has expired, what is paid may be made final.
            let state = sheet.state(at: question.now)
            throw CheckoutRefusal.notOpen(state == .open ? .expired : state)
        }
        presentSettings = try row.get("present_settings_version")
        sheet.choice.place = try seal.place(sheet.privacy.place)
        sheet.choice.pin = try seal.pin(sheet.privacy.pin)
        payableBefore = sheet.payable
        self.sheet = sheet
        self.seal = seal
        self.question = question
        self.transaction = transaction
    }

    /// To read more than the sheet's row, which is done under its lock only.
    func reading() throws -> Transaction {
        guard let transaction else { throw NeedsLock() }
        return transaction
    }

    var isSeenOnly: Bool { transaction == nil }

    struct NeedsLock: Error {}

    /// Refuses what is no longer, or not just now, a sheet that the buyer may change.
    func demandOpen() throws {
        switch sheet.state(at: question.now) {
        case .open: return
        case .authorizing: throw try refusalWhileAuthorizing()
        case let state: throw CheckoutRefusal.notOpen(state)
        }
    }

    func refusalWhileAuthorizing() throws -> CheckoutRefusal {
        let rows = try reading().run(Attempt.newest(1, of: sheet.id))
        let attempt = try rows.first.map(Attempt.init(row:))
        return .authorizing(secondsLeft: attempt?.leaseSecondsLeft(at: question.now) ?? 1)
    }

    /// The price of a choice as it is, whatever has become of its coupon, and who pays it.
    mutating func price(_ choice: Sheet.Choice) throws -> Price {
        let pricing = sheet.request.pricing(
            choice, settings: question.merchant.settings, language: question.language,
            at: question.now)
        let gross = try pricing.price()
        let price = try pricing.price(gross, paidBy: try share(gross))
        try price.demandChargeable(by: question.merchant.processor)
        return price
    }

    /// Takes a choice with its price. The version rises when what is owed or chosen has changed; a
    /// place that costs the same changes neither.
    mutating func take(_ choice: Sheet.Choice, _ price: Price) {
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
        if choice.place != sheet.choice.place {
            sheet.privacy.place = choice.place.map(seal.seal(place:))
        }
        sheet.choice = choice
    }

    /// What was asked and answered, for the timeline.
    ///
    /// - Parameter decline: why a payment was refused; stands after what the sheet was told.
    func entry(
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

extension FieldError {
    /// `shippingContactInvalid:postalCode`, as the timeline keeps it.
    var timelineCode: String {
        contactField.map { "\(code.rawValue):\($0.rawValue)" } ?? code.rawValue
    }
}

extension CheckoutRequest {
    func pricing(
        _ choice: Sheet.Choice, settings: MerchantSettings, language: Language, at now: Instant
    ) -> Pricing {
        Pricing(
            self, settings: settings, destination: choice.place, tariff: choice.tariff,
            method: choice.method,
            coupon: choice.coupon?.terms, today: now.day, words: settings.words(in: language))
    }

    /// What this request costs with a choice.
    ///
    /// - Parameter tenders: balances with what they pay of exactly this.
    func price(
        _ choice: Sheet.Choice, settings: MerchantSettings, language: Language, at now: Instant,
        paidBy tenders: [Tender] = []
    ) throws -> Price {
        let pricing = pricing(choice, settings: settings, language: language, at: now)
        return try pricing.price(try pricing.price(), paidBy: tenders)
    }
}
