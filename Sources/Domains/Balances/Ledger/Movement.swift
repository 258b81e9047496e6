import JSON
import Merchants
import Vocabulary

/// The amount of a credit or debit.
package struct Movement: Sendable {
    package let amount: Money
    package let reference: String?

    package init?(reading fields: ObjectReader) {
        let currency = fields.currency("currencyCode", required: true)
        let amount = fields.money("amount", in: currency, required: true, atLeast: 1)
        reference = fields.reference("reference")
        guard let amount else { return nil }
        self.amount = amount
    }
}

extension ObjectReader {
    /// Reads the merchant's own identifier for an object.
    package func reference(_ key: StaticString) -> String? {
        label(key, maxLength: BalanceLimits.referenceLengthMax)
    }
}
