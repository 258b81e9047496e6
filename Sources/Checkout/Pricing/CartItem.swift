import Balances
import Vocabulary

/// One product of a cart: what refunds and order tracking speak of; the sheet shows a summary.
package struct CartItem: Hashable, Sendable {
    package let name: String
    package let quantity: Int64
    /// For one of them; of a pending item an estimate, or nothing.
    package let unitPrice: Money
    package let sku: String?
    /// What the merchant's tax rates call this kind of thing.
    package let taxCode: String?
    package let requiresShipping: Bool
    package let imageURL: String?
    /// Its price is not final: weighed, metered or still to be quoted.
    package let isPending: Bool
    /// What is paid for it is put into this balance (money.md 16).
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

    /// The price of all of them; nothing when it leaves the range.
    package var gross: Int64? {
        let (gross, overflow) = unitPrice.minorUnits.multipliedReportingOverflow(by: quantity)
        return overflow || gross.magnitude > UInt64(Money.minorUnitsMax) ? nil : gross
    }
}
