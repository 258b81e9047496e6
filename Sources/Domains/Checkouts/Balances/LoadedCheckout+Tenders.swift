import Balances
import Carts
import Postgres
import Vocabulary

extension LoadedCheckout {
    /// Returns the tenders of a price: the present ones as long as nothing has changed for them.
    ///
    /// Otherwise it allocates the price again under locks (docs/decisions/0008), from this
    /// checkout's holds and the available amounts.
    mutating func allocateTenders(_ gross: Price) throws -> [Tender] {
        guard !session.tenders.isEmpty else { return [] }
        let payable = gross.authorizationAmount.minorUnits
        // A balance pays nothing in a checkout that tops it up.
        let credited = session.request.cartContent.credited
        let fillsOne = session.tenders.contains { $0.amount > 0 && credited.contains($0.balance) }
        if allocation == nil, payable == payableBefore, !fillsOne, !isPaying, !tendersExpireSoon {
            return session.tenders
        }
        let allocation = try openAllocation()
        let most = session.tenders.map { tender in
            if credited.contains(tender.balance) { return Int64(0) }
            return isPaying
                ? min(tender.amount, allocation.most(of: tender)) : allocation.most(of: tender)
        }
        return session.tenders.allocating(payable, having: most).map {
            // An ended hold is not renewed: a new one replaces it.
            $0.held(
                until: isPaying ? nil : heldUntil, by: allocation.has($0.hold) ? $0.hold : newHold()
            )
        }
    }

    func newHold() -> Hold.ID {
        Hold.ID(merchant: session.id.merchant, uuid: context.identifier())
    }

    /// True if a hold has ended, or ends soon.
    private var tendersExpireSoon: Bool {
        let soon = context.now.adding(seconds: Tender.heldSecondsMin)
        return session.tenders.contains { tender in
            guard let end = tender.heldUntil else { return false }
            return end < soon && (end < session.expiresAt || end <= context.now)
        }
    }

    /// The time at which a hold ends without a further update: never later than the checkout.
    var heldUntil: Instant {
        min(context.now.adding(seconds: Tender.heldSecondsMax), session.expiresAt)
    }

    /// Locks the paying balances, at most once.
    @discardableResult
    mutating func openAllocation(and others: [Balance.ID] = []) throws -> TenderAllocation {
        if let allocation { return allocation }
        let allocation = try TenderAllocation(
            session, and: others, at: context.now, in: try requireTransaction())
        self.allocation = allocation
        tendersBefore = session.tenders
        return allocation
    }

    /// Keeps the holds for the next attempt if the checkout is open; otherwise releases them.
    ///
    /// - Returns: the rows to write.
    package mutating func renewOrReleaseTenders() throws -> LedgerRows {
        guard !session.tenders.isEmpty else { return LedgerRows() }
        try openAllocation()
        guard session.state(at: context.now) == .open else { return try rows(holding: []) }
        session.tenders = session.tenders.held(until: heldUntil)
        return try rowsOfTenders()
    }

    /// Stores the holds of the present tenders, if the balances are locked.
    mutating func storeTenders() throws { try rowsOfTenders().store(in: try requireTransaction()) }

    /// Holds the amounts of the present tenders, if the balances are locked.
    ///
    /// - Returns: the rows to write.
    package mutating func rowsOfTenders() throws -> LedgerRows {
        try rows(holding: session.tenders)
    }

    /// Holds the amounts of the present tenders.
    ///
    /// - Returns: the balances and their holds, with changes that the caller stores; nil if no
    ///   balance pays.
    package mutating func holdTenders() throws -> Ledger? {
        guard var allocation else { return nil }
        try allocation.hold(session.tenders, insteadOf: tendersBefore, for: session)
        return allocation.ledger
    }

    private mutating func rows(holding tenders: [Tender]) throws -> LedgerRows {
        var rows = LedgerRows()
        guard var allocation else { return rows }
        try allocation.hold(tenders, insteadOf: tendersBefore, for: session)
        try rows.add(allocation.ledger, identify: context.identifier)
        self.allocation = allocation
        tendersBefore = tenders
        return rows
    }
}

extension CheckoutSession {
    /// The amount for balances and card together, in minor units: the total, or the merchant's
    /// estimate of a pending one.
    var payable: Int64 {
        let gross = total.minorUnits + tendered
        return totalIsPending ? request.authorizationAmount?.minorUnits ?? gross : gross
    }
}

extension [Tender] {
    /// True if the same balances pay the same amounts.
    func pays(as others: [Tender]) -> Bool {
        count == others.count
            && zip(self, others).allSatisfy { $0.hold == $1.hold && $0.amount == $1.amount }
    }

    package func held(until end: Instant?) -> [Tender] { map { $0.held(until: end, by: $0.hold) } }
}

extension Tender {
    func held(until end: Instant?, by hold: Hold.ID) -> Tender {
        Tender(
            balance: balance, hold: hold, kind: kind, hint: hint, limit: limit, amount: amount,
            heldUntil: end)
    }
}
