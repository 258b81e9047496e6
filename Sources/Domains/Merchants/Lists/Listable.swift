import Crypto
import Postgres
import Vocabulary

/// A type whose rows clients list page by page.
package protocol Listable: Sendable {
    /// Identifies the owner of the rows: a merchant, or one of its objects.
    associatedtype Parent: Sendable = MerchantNumber
    /// The selection of the owner's rows.
    associatedtype Filter: Sendable = NoFilter
    /// Identifies a row, so that the next page can begin after it.
    associatedtype ID: PageCursor

    var id: ID { get }

    /// Reads the rows of a page, in the order of the list.
    static func page(_ list: ListPage<Self>) -> Query
    /// The rows that the filter examines; nil if an index serves it.
    static func scan(_ list: ListPage<Self>) -> PageScan?
    /// True if a filter may examine many rows: the API limits how many such lists run at once.
    static var mayScan: Bool { get }
    /// Looks up what the query needs, and throws if the list's owner does not exist.
    static func prepare(
        _ list: ListPage<Self>, on database: Database
    ) async throws -> ListPage<Self>

    /// - Parameter keys: open the encrypted columns.
    init(row: Row, keys: KeyRing) throws
}

extension Listable {
    package static func scan(_ list: ListPage<Self>) -> PageScan? { nil }
    package static var mayScan: Bool { false }
    package static func prepare(
        _ list: ListPage<Self>, on database: Database
    ) async throws -> ListPage<Self> { list }
}

/// The filter of a list that has all rows of its owner.
package struct NoFilter: Sendable {
    package init() {}
}
