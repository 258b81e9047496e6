import Merchants
import Processors
import Vocabulary

/// The price of a checkout with its parts.
package struct Price: Hashable, Sendable {
    /// The sheet's lines in this order: goods, discount, delivery, tax, balances. The server adds
    /// no final line of zero; explicit lines stay as the merchant sent them.
    package var lines: [LineItem]
    /// The available methods, the chosen one first, as the sheet expects it.
    package let methods: [ShippingMethod]
    /// The sum of the final immediate lines, at least zero: the amount that the card pays
    /// (docs/rules/money.md#2).
    package var total: Money
    /// True exactly if an included line is pending.
    package let isPending: Bool
    /// The goods with a final price, before the discount.
    package let subtotal: Money
    package let discount: Money
    package let delivery: Money
    package let taxes: [TaxShare]
    /// The part of each item or explicit line, in their order.
    package let parts: [Part]
    /// The part of delivery.
    package let deliveryPart: Part
    /// The amount to authorize on the card: the total, or, while it is pending, the merchant's
    /// estimate minus the amounts that balances hold.
    package var authorizationAmount: Money
    /// The balances that pay, with their amounts.
    package var tenders: [Tender] = []

    package var chosen: ShippingMethod? { methods.first }

    /// Refuses an amount that the processor cannot charge.
    package func requireChargeable(by processor: ProcessorName) throws(PricingRefusal) {
        guard processor.canCharge(total), processor.canCharge(authorizationAmount) else {
            throw .notChargeable
        }
    }

    /// Tax on top of the prices.
    package var tax: Money { sum(of: .added) }
    /// Tax contained in the prices.
    package var includedTax: Money { sum(of: .included) }

    private func sum(of inclusion: TaxRate.Inclusion) -> Money {
        var sum = Money.zero(total.currency)
        for share in taxes where share.rate.inclusion == inclusion {
            sum.minorUnits += share.amount
        }
        return sum
    }

    /// One item's part in minor units. Before balances pay, the parts add up to the total unless
    /// their sum is negative, so partial refunds do, too.
    package struct Part: Hashable, Sendable {
        /// The price before the discount; zero while it is pending.
        package let gross: Int64
        package let discount: Int64
        /// On top of the price.
        package let tax: Int64
        /// Contained in the price.
        package let includedTax: Int64

        package static let nothing = Part(gross: 0, discount: 0, tax: 0, includedTax: 0)

        /// The amount that the buyer pays for it.
        package var paid: Int64 { gross - discount + tax }
    }
}
