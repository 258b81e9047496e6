import Balances
import Merchants
import Vocabulary

extension Pricing {
    /// The same price with what balances pay of it: they are tender, and so change neither discount
    /// nor tax (money.md 4).
    ///
    /// Of a pending price they pay the estimate, which may be more than what is final: the lines show
    /// no more than that, so that they add up to the total.
    func price(
        _ gross: Price, paidBy tenders: [Tender]
    ) throws(PricingRefusal) -> Price {
        guard !tenders.isEmpty else { return gross }
        let shown = Tender.shares(of: gross.total.minorUnits, atMost: tenders.map(\.amount))
        var price = gross
        price.tenders = tenders
        price.total.minorUnits -= shown.reduce(0, +)
        price.authorizationAmount.minorUnits = max(
            0, gross.authorizationAmount.minorUnits - tenders.amount)
        for (tender, share) in zip(tenders, shown) where share > 0 {
            price.lines.append(
                LineItem(
                    label: words.label(of: tender),
                    amount: Money(minorUnits: -share, currency: request.currency)))
        }
        try checkContexts(total: price.total.minorUnits)
        return price
    }

    /// The shares of several merchants are charged to the card: no more than it pays.
    func checkContexts(total: Int64) throws(PricingRefusal) {
        guard !request.tokenContexts.isEmpty else { return }
        let sum = request.tokenContexts.reduce(Int128(0)) { $0 + Int128($1.amount.minorUnits) }
        if sum > total { throw .tokenContextsExceedTotal }
    }
}

extension SheetWords {
    /// `Gift card ••1234`, so that whoever has two knows which is meant.
    func label(of tender: Tender) -> String {
        let word =
            switch tender.kind {
            case .giftCard: giftCard
            case .storeCredit: storeCredit
            case .prepaid: prepaid
            }
        return tender.hint.map { "\(word) ••\($0)" } ?? word
    }
}
