/// A UUID as two words, most significant first; a domain wraps it in its own type.
package struct RawUUID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// A `timestamptz` in microseconds since 1970-01-01T00:00:00Z.
///
/// Postgres's `infinity` and `-infinity` are the largest and the smallest Int64.
package struct RawTimestamp: Hashable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Postgres counts from 2000-01-01.
    static let epoch: Int64 = 946_684_800_000_000
}

/// A `date` in days since 1970-01-01.
package struct RawDate: Hashable, Sendable {
    package let days: Int32

    package init(days: Int32) { self.days = days }

    /// Postgres counts from 2000-01-01.
    static let epoch: Int32 = 10_957
}

/// A `json` or `jsonb` document as the server wrote it, in UTF-8.
package struct RawJSON: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension RawUUID: Bindable {
    package var bind: Bind { .uuid(high: high, low: low) }
    package static var bindType: ColumnType { .uuid }
}

extension RawTimestamp: Bindable {
    package var bind: Bind { .timestamp(microseconds: microseconds) }
    package static var bindType: ColumnType { .timestamptz }
}

extension RawDate: Bindable {
    package var bind: Bind { .date(days: days) }
    package static var bindType: ColumnType { .date }
}

extension RawJSON: Bindable {
    package var bind: Bind { .json(bytes) }
}
