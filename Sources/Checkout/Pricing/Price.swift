import Merchants
import Processors
import Vocabulary

/// What a checkout costs, and of what that is made.
package struct Price: Hashable, Sendable {
    /// What the sheet shows, in this order: the goods, the discount, delivery, tax, balances; none is
    /// empty.
    package var lines: [LineItem]
    /// What is offered, the chosen one first, as the sheet expects it.
    package let methods: [ShippingMethod]
    /// The sum of the final immediate lines, at least zero: what is left for the card (money.md 2).
    package var total: Money
    /// Exactly if an included line is pending.
    package let isPending: Bool
    /// The goods that are final, before the discount.
    package let subtotal: Money
    package let discount: Money
    package let delivery: Money
    package let taxes: [TaxShare]
    /// What each item of the cart, or each explicit line, takes of it: in their order.
    package let parts: [Part]
    /// What delivery takes of it.
    package let deliveryPart: Part
    /// What is asked of the card now: the total, or of a pending one the merchant's estimate without
    /// what balances hold of it.
    package var authorizationAmount: Money
    /// The balances that pay, with what each does.
    package var tenders: [Tender] = []

    package var chosen: ShippingMethod? { methods.first }

    /// Refuses what the card cannot be asked for.
    func demandChargeable(by processor: ProcessorName) throws(PricingRefusal) {
        guard processor.canCharge(total), processor.canCharge(authorizationAmount) else {
            throw .notChargeable
        }
    }

    /// On top of the prices.
    package var tax: Money { sum(of: .added) }
    /// Contained in the prices.
    package var includedTax: Money { sum(of: .included) }

    private func sum(of inclusion: TaxRate.Inclusion) -> Money {
        var sum = Money.zero(total.currency)
        for share in taxes where share.rate.inclusion == inclusion {
            sum.minorUnits += share.amount
        }
        return sum
    }

    /// One item's share in minor units; shares add up to the total, so that partial refunds do.
    package struct Part: Hashable, Sendable {
        /// What it costs before the discount; zero while its price is pending.
        package let gross: Int64
        package let discount: Int64
        /// On top of the price.
        package let tax: Int64
        /// Contained in the price.
        package let includedTax: Int64

        package static let nothing = Part(gross: 0, discount: 0, tax: 0, includedTax: 0)

        /// What the buyer pays for it.
        package var paid: Int64 { gross - discount + tax }
    }
}
