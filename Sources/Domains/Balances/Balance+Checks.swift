import Vocabulary

extension Balance {
    /// Returns the reason why an amount may not be held or spent; nil if it may.
    ///
    /// The amount is zero for a balance that is attached before the total is known: even that is
    /// refused if the balance is expired, frozen or in another currency.
    package func refusal(spending wanted: Money, at now: Instant) -> BalanceRefusal? {
        if isExpired(at: now) { return .expired }
        if frozen != nil { return .frozen }
        return deficit(of: wanted)
    }

    /// Returns the reason why the money does not suffice, regardless of expiry and freezing.
    package func deficit(of wanted: Money) -> BalanceRefusal? {
        if wanted.currency != currency {
            return .otherCurrency(given: wanted.currency, held: currency)
        }
        let (deficit, overflow) = wanted.minorUnits.subtractingReportingOverflow(
            available.minorUnits)
        guard !overflow else { return .outOfRange }
        guard deficit > 0 else { return nil }
        let shortfall = Money(minorUnits: deficit, currency: currency)
        return wanted.minorUnits <= amount.minorUnits
            ? .held(available: available, shortfall: shortfall)
            : .insufficient(available: available, shortfall: shortfall)
    }

    /// Returns the reason why the merchant may not credit the balance; nil if it may.
    ///
    /// A frozen balance accepts credit: freezing prevents spending it, not owing it. An expired
    /// balance does not, because the money could not be spent.
    package func refusal(crediting amount: Money, at now: Instant) -> BalanceRefusal? {
        if isExpired(at: now) { return .expired }
        if amount.currency != currency {
            return .otherCurrency(given: amount.currency, held: currency)
        }
        return self.amount.adding(amount) == nil ? .outOfRange : nil
    }
}
