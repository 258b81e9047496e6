/// A one-dimensional array.
package struct ArrayBind: Sendable {
    let type: ColumnType
    let element: ColumnType
    let values: [Bind]
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

/// An element that is also a value by itself.
package protocol BinaryElement: ArrayElement, Bindable, Column {
    static var elementType: ColumnType { get }
}

extension BinaryElement {
    package static func bind(_ values: [Self]) -> Bind {
        .array(ArrayBind(type: arrayType, element: elementType, values: values.map(\.bind)))
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
