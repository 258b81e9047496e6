import Merchants
import Postgres
import Vocabulary

/// One column of an export: its name in both formats, and how its value is read from a row.
package struct ExportColumn: Sendable {
    package let name: StaticString
    let read: @Sendable (Row, MerchantNumber) throws -> ExportValue

    private init(
        _ name: StaticString,
        _ read: @escaping @Sendable (Row, MerchantNumber) throws -> ExportValue?
    ) {
        self.name = name
        self.read = { try read($0, $1) ?? ExportValue.none }
    }

    /// The identifier of an object of the merchant.
    static func identifier<Noun: Identified>(
        _ name: StaticString, of noun: Noun.Type, from column: StaticString
    ) -> ExportColumn {
        ExportColumn(name) { row, merchant in
            try row.get(column, as: UUID128?.self).map {
                .plain(Identifier<Noun>(merchant: merchant, uuid: $0).text)
            }
        }
    }

    /// An amount in the row's currency, with exactly the currency's decimals.
    static func amount(_ name: StaticString, from column: StaticString) -> ExportColumn {
        ExportColumn(name) { row, _ in
            guard let units = try row.get(column, as: Int64?.self) else { return nil }
            let code: String = try row.get("currency")
            guard let currency = Currency(code) else {
                throw ExportFault.unknownCurrency
            }
            return .plain(Money(minorUnits: units, currency: currency).decimal)
        }
    }

    static func time(_ name: StaticString, from column: StaticString) -> ExportColumn {
        ExportColumn(name) { row, _ in
            try row.get(column, as: Instant?.self).map { .plain($0.rfc3339) }
        }
    }

    /// A word or number of the server's own.
    static func word(_ name: StaticString, from column: StaticString) -> ExportColumn {
        ExportColumn(name) { row, _ in try row.get(column, as: String?.self).map { .plain($0) } }
    }

    /// A state under its name in the API.
    static func state<State: RawRepresentable<String> & SendableMetatype>(
        _ name: StaticString, of states: State.Type, from column: StaticString,
        shown: @escaping @Sendable (State) -> String
    ) -> ExportColumn {
        ExportColumn(name) { row, _ in
            State(rawValue: try row.get(column)).map { .plain(shown($0)) }
        }
    }

    /// A text that the merchant or another system wrote.
    static func text(_ name: StaticString, from column: StaticString) -> ExportColumn {
        ExportColumn(name) { row, _ in try row.get(column, as: String?.self).map { .foreign($0) } }
    }
}

/// One value of an exported row.
package enum ExportValue: Equatable, Sendable {
    case none
    /// Written by the server: an identifier, an amount, a time or a word.
    case plain(String)
    /// Written by others, so that a spreadsheet may not calculate it.
    case foreign(String)
}

package enum ExportFault: Error, Equatable, CustomStringConvertible {
    /// A row's currency is not in this version's table.
    case unknownCurrency
    /// The transaction would have to start again, and would repeat rows that were taken.
    case interrupted

    package var description: String {
        switch self {
        case .unknownCurrency: "a row has a currency that this version does not know"
        case .interrupted:
            "the database ended the snapshot: discard the output and export again"
        }
    }
}
