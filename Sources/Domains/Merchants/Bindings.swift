import Postgres
import Vocabulary

// Postgres representations of the Vocabulary types. They are here because this is the lowest module
// that imports both.

extension Instant: BinaryElement {
    package var bind: Bind { .timestamp(microseconds: microseconds) }
    package static var bindType: ColumnType { .timestamptz }

    package static func decode(_ cell: Cell) throws -> Instant {
        Instant(microseconds: try RawTimestamp.decode(cell).microseconds)
    }

    package static var elementType: ColumnType { RawTimestamp.elementType }
    package static var arrayType: ColumnType { RawTimestamp.arrayType }
}

extension UUID128: BinaryElement {
    package var bind: Bind { .uuid(high: high, low: low) }
    package static var bindType: ColumnType { .uuid }

    package static func decode(_ cell: Cell) throws -> UUID128 {
        let raw = try RawUUID.decode(cell)
        return UUID128(high: raw.high, low: raw.low)
    }

    package static var elementType: ColumnType { RawUUID.elementType }
    package static var arrayType: ColumnType { RawUUID.arrayType }
}

extension RawUUID {
    package init(_ uuid: UUID128) { self.init(high: uuid.high, low: uuid.low) }
}

extension MerchantNumber: BinaryElement {
    package var bind: Bind { .int64(value) }
    package static var bindType: ColumnType { .int8 }

    package static func decode(_ cell: Cell) throws -> MerchantNumber {
        MerchantNumber(try Int64.decode(cell))
    }

    package static var elementType: ColumnType { Int64.elementType }
    package static var arrayType: ColumnType { Int64.arrayType }
}

extension Currency: Bindable {
    package var bind: Bind { .text(code) }
}
