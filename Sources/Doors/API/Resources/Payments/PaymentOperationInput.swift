import Balances
import Carts
import JSON
import Merchants
import Payments
import Vocabulary

extension RequestedAmount {
    /// The amount or items that a body asks for; an amount can be read only in the checkout's
    /// currency.
    struct RequestBody {
        static let itemsMax = CheckoutLimits.itemsMax

        /// Reads the body. Without a currency, only the form of the amount is checked.
        init?(reading fields: ObjectReader, in currency: Currency? = nil) {
            let given = fields.currency("currencyCode")
            if let given, let currency, given != currency { return nil }
            amount = fields.money("amount", in: currency, atLeast: 1)
            items = fields.array("items", minCount: 1, maxCount: Self.itemsMax)?.objects { item in
                let index = item.integer(
                    "index", in: 0...Int64(Self.itemsMax - 1), required: true)
                let quantity = item.integer("quantity", in: 1...CheckoutLimits.quantityMax)
                item.refuseUnknown()
                return index.map { (Int($0), quantity) }
            }
            if fields.has("amount"), fields.has("items") {
                fields.refuse("items", "conflict", "send either amount or items, not both")
            }
        }

        let amount: Money?
        let items: [(index: Int, quantity: Int64?)]?

        static func read(_ body: Node, in currency: Currency) throws -> RequestedAmount {
            try Call.read(body) { fields in
                if let given = fields.currency("currencyCode"), given != currency {
                    throw PaymentRefusal.currencyMismatch(given: given, of: currency)
                }
                return RequestBody(reading: fields, in: currency).map {
                    RequestedAmount(amount: $0.amount, items: $0.items)
                }
            }
        }
    }
}
