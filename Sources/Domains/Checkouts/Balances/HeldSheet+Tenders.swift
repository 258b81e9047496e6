import Balances
import Carts
import Postgres
import Vocabulary

extension HeldSheet {
    /// Returns the tenders of a price: the present ones as long as nothing has changed for them.
    ///
    /// Otherwise it allocates the price again under locks (docs/decisions/0008), from this
    /// checkout's holds and the available amounts.
    mutating func share(_ gross: Price) throws -> [Tender] {
        guard !sheet.tenders.isEmpty else { return [] }
        let payable = gross.authorizationAmount.minorUnits
        // A balance pays nothing in a checkout that tops it up.
        let credited = sheet.request.basket.credited
        let fillsOne = sheet.tenders.contains { $0.amount > 0 && credited.contains($0.balance) }
        if purse == nil, payable == payableBefore, !fillsOne {
            if !isPaying, !tendersMayEnd { return sheet.tenders }
            // A payment on an optimistic read uses the stored tenders; the store detects a change.
            if isPaying, isSeenOnly, !tendersHaveEnded { return sheet.tenders.held(until: nil) }
        }
        let purse = try openPurse()
        let most = sheet.tenders.map { tender in
            if credited.contains(tender.balance) { return Int64(0) }
            return isPaying ? min(tender.amount, purse.most(of: tender)) : purse.most(of: tender)
        }
        return sheet.tenders.sharing(payable, having: most).map {
            // An ended hold is not renewed: a new one replaces it.
            $0.held(
                until: isPaying ? nil : heldUntil, by: purse.has($0.hold) ? $0.hold : newHold())
        }
    }

    func newHold() -> Hold.ID {
        Hold.ID(merchant: sheet.id.merchant, uuid: question.identify(question.now))
    }

    /// True if a hold has ended, or ends soon.
    private var tendersMayEnd: Bool {
        let soon = question.now.adding(seconds: Tender.heldSecondsMin)
        return sheet.tenders.contains { tender in
            guard let end = tender.heldUntil else { return false }
            return end < soon && (end < sheet.expiresAt || end <= question.now)
        }
    }

    private var tendersHaveEnded: Bool {
        sheet.tenders.contains { ($0.heldUntil ?? question.now) <= question.now }
    }

    /// When a hold ends without a further update: never later than the checkout.
    var heldUntil: Instant {
        min(question.now.adding(seconds: Tender.heldSecondsMax), sheet.expiresAt)
    }

    /// Locks the paying balances, at most once.
    @discardableResult
    mutating func openPurse(and others: [Balance.ID] = []) throws -> Purse {
        if let purse { return purse }
        let purse = try Purse(sheet, and: others, at: question.now, in: try reading())
        self.purse = purse
        tendersBefore = sheet.tenders
        return purse
    }

    /// The payment failed: its holds stay for the next attempt, or are released if there can be
    /// none.
    package mutating func returnTenders() throws {
        guard !sheet.tenders.isEmpty else { return }
        try openPurse()
        guard sheet.state(at: question.now) == .open else {
            try keep([])
            return
        }
        sheet.tenders = sheet.tenders.held(until: heldUntil)
        try keepTenders()
    }

    /// Stores the holds of the present tenders, if the balances are locked.
    package mutating func keepTenders() throws { try keep(sheet.tenders) }

    private mutating func keep(_ tenders: [Tender]) throws {
        guard var purse else { return }
        try purse.hold(tenders, insteadOf: tendersBefore, for: sheet)
        try purse.store(in: try reading()) { question.identify(question.now) }
        self.purse = purse
        tendersBefore = tenders
    }
}
