import Balances
import Merchants
import Vocabulary

extension Pricing {
    /// The same price with the amounts that balances pay. Balances are tender, so they change
    /// neither discount nor tax (docs/rules/money.md#4).
    ///
    /// Of a pending price they pay the estimate, which may exceed the final amounts: the lines show
    /// no more than the final amounts, so that they add up to the total.
    package func price(
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
                    label: labels.label(of: tender),
                    amount: Money(minorUnits: -share, currency: request.currency)))
        }
        try checkContexts(total: price.total.minorUnits)
        return price
    }

    /// The card pays the shares of several merchants, so their sum is at most the card's total.
    func checkContexts(total: Int64) throws(PricingRefusal) {
        guard !request.tokenContexts.isEmpty else { return }
        let sum = request.tokenContexts.reduce(Int128(0)) { $0 + Int128($1.amount.minorUnits) }
        if sum > total { throw .tokenContextsExceedTotal }
    }
}

extension PaymentSheetLabels {
    /// `Gift card ••1234`, so that a buyer with two cards can tell them apart.
    package func label(of tender: Tender) -> String {
        let word =
            switch tender.kind {
            case .giftCard: giftCard
            case .storeCredit: storeCredit
            case .prepaid: prepaid
            }
        return tender.hint.map { "\(word) ••\($0)" } ?? word
    }
}
