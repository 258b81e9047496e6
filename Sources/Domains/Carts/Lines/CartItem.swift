import Balances
import Vocabulary

/// One product of a cart, for refunds and order tracking; the sheet shows a summary.
package struct CartItem: Hashable, Sendable {
    package let name: String
    package let quantity: Int64
    /// The price of one; an estimate for a pending item.
    package let unitPrice: Money
    package let sku: String?
    /// The kind of goods, as the merchant's tax rates name it.
    package let taxCode: String?
    package let requiresShipping: Bool
    package let imageURL: String?
    /// True if its price is not final: weighed, metered or still to be quoted.
    package let isPending: Bool
    /// The balance that its price tops up (docs/rules/money.md#16).
    package let creditsBalance: Balance.ID?

    package init(
        name: String, quantity: Int64 = 1, unitPrice: Money, sku: String? = nil,
        taxCode: String? = nil, requiresShipping: Bool = true, imageURL: String? = nil,
        isPending: Bool = false, creditsBalance: Balance.ID? = nil
    ) {
        self.name = name
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.sku = sku
        self.taxCode = taxCode
        self.requiresShipping = requiresShipping
        self.imageURL = imageURL
        self.isPending = isPending
        self.creditsBalance = creditsBalance
    }

    /// The price of the whole quantity; nil if it is out of range.
    package var gross: Int64? {
        let (gross, overflow) = unitPrice.minorUnits.multipliedReportingOverflow(by: quantity)
        return overflow || gross.magnitude > UInt64(Money.minorUnitsMax) ? nil : gross
    }
}
