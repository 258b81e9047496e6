import Merchants
import Postgres
import Vocabulary

/// A checkout that may have holds.
package struct CheckoutReference: Sendable {
    package let merchant: MerchantNumber
    package let checkout: UUID128

    package init(merchant: MerchantNumber, checkout: UUID128) {
        self.merchant = merchant
        self.checkout = checkout
    }

    /// The checkouts as rows `g (merchant, checkout)`.
    static func given(_ checkouts: [CheckoutReference]) -> Query {
        """
        unnest(\(checkouts.map(\.merchant.value)),
            \(Bind.uuids(checkouts.map { ($0.checkout.high, $0.checkout.low) })))
            AS g (merchant, checkout)
        """
    }
}
