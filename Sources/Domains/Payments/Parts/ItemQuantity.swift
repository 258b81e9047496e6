import Checkouts
import JSON
import Postgres

/// A quantity of one item of the cart, by its index; an explicit line has a quantity of one.
package struct ItemQuantity: Hashable, Sendable {
    package let index: Int
    package let quantity: Int64

    package init(index: Int, quantity: Int64) {
        self.index = index
        self.quantity = quantity
    }
}

extension ItemQuantity: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("index", index)
            $0.member("quantity", quantity)
        }
    }
}

extension [ItemQuantity] {
    /// The form that Postgres stores.
    var bytes: [UInt8] { Writer.value { $0.array(self) { $0.write(to: &$1) } } }

    init(stored bytes: [UInt8]) throws {
        self = try Document.parse(bytes).root.elements.map { node in
            guard let index = node["index"]?.int64, let quantity = node["quantity"]?.int64
            else { throw StoredValueError(column: "items") }
            return ItemQuantity(index: Int(index), quantity: quantity)
        }
    }
}
