/// A one-dimensional array in Postgres's binary format.
package struct ArrayBind: Sendable {
    let type: ColumnType
    let element: ColumnType
    let hasNulls: Bool
    let count: Int
    /// Each element: its length in four bytes (-1 for null), then its bytes.
    let elements: [UInt8]
    /// True if a text element contains U+0000, which Postgres cannot store.
    let holdsNUL: Bool
}

/// A type whose arrays can be bound and read.
package protocol ArrayElement: Sendable {
    static func bind(_ values: [Self]) -> Bind
    static var arrayType: ColumnType { get }
    static func decode(arrayIn cell: Cell) throws -> [Self]
}

/// A byte array in Swift is a single value, `bytea`, in Postgres.
extension UInt8: ArrayElement {
    package static func bind(_ values: [UInt8]) -> Bind { .bytes(values) }
    package static var arrayType: ColumnType { .bytea }
    package static func decode(arrayIn cell: Cell) throws -> [UInt8] { try cell.byteValues() }
}

/// An element with a binary format.
package protocol BinaryElement: ArrayElement, Column {
    static var elementType: ColumnType { get }
    /// Appends the binary format without its length; returns false for null.
    func append(to bytes: inout [UInt8]) -> Bool
}

extension BinaryElement {
    package static func bind(_ values: [Self]) -> Bind { bind(values) { $0 } }

    /// The array of a value of each item.
    static func bind<Item>(_ items: [Item], _ value: (Item) -> Self) -> Bind {
        var elements: [UInt8] = []
        elements.reserveCapacity(items.count * 20)
        var hasNulls = false
        var holdsNUL = false
        for item in items {
            let start = elements.count
            elements.appendBigEndian(UInt32(0))
            if value(item).append(to: &elements) {
                let length = UInt32(elements.count - start - 4)
                for place in 0..<4 {
                    elements[start + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place))
                }
                if elementType == .text, elements[(start + 4)...].contains(0) { holdsNUL = true }
            } else {
                hasNulls = true
                for place in 0..<4 { elements[start + place] = 255 }
            }
        }
        return .array(
            ArrayBind(
                type: arrayType, element: elementType, hasNulls: hasNulls, count: items.count,
                elements: elements, holdsNUL: holdsNUL))
    }

    package static func decode(arrayIn cell: Cell) throws -> [Self] {
        try cell.elements().map { try Self.decode($0) }
    }
}

extension Array: Bindable where Element: ArrayElement {
    package var bind: Bind { Element.bind(self) }
    package static var bindType: ColumnType { Element.arrayType }
}

extension Array: Column where Element: ArrayElement {
    package static func decode(_ cell: Cell) throws -> [Element] {
        try Element.decode(arrayIn: cell)
    }
}

extension [UInt8] {
    mutating func appendBigEndian<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
