import Vocabulary

extension Balance {
    /// Whether an amount may be promised or taken of it; nothing when it may.
    ///
    /// Nothing is wanted of a balance that is attached to a total which is not known yet: even that
    /// is refused of one that is expired, frozen or in another currency.
    package func judge(wanting wanted: Money, at now: Instant) -> BalanceRefusal? {
        if isExpired(at: now) { return .expired }
        if frozen != nil { return .frozen }
        return lack(of: wanted)
    }

    /// The same for the money alone, whatever may be done with it.
    package func lack(of wanted: Money) -> BalanceRefusal? {
        if wanted.currency != currency {
            return .otherCurrency(given: wanted.currency, held: currency)
        }
        let (lack, overflow) = wanted.minorUnits.subtractingReportingOverflow(
            available.minorUnits)
        guard !overflow else { return .outOfRange }
        guard lack > 0 else { return nil }
        let shortfall = Money(minorUnits: lack, currency: currency)
        return wanted.minorUnits <= amount.minorUnits
            ? .held(available: available, shortfall: shortfall)
            : .insufficient(available: available, shortfall: shortfall)
    }

    /// Whether money may be put into it by its merchant; nothing when it may.
    ///
    /// Into a frozen one it may: freezing keeps money from being spent, not from being owed. Into an
    /// expired one it may not: nobody could spend it.
    package func judge(crediting amount: Money, at now: Instant) -> BalanceRefusal? {
        if isExpired(at: now) { return .expired }
        if amount.currency != currency {
            return .otherCurrency(given: amount.currency, held: currency)
        }
        return self.amount.adding(amount) == nil ? .outOfRange : nil
    }
}
