import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// A list with a cursor, as a value: its address, its filters, and how a page is read and written.
///
/// Every list answers `data` and `nextCursor`. Those of the usual kinds take `limit` and `after`
/// beside their filters.
struct ListEndpoint<Item: Sendable>: Sendable {
    /// A page of the list, and the cursor of the next one.
    struct Page: Sendable {
        let items: [Item]
        let nextCursor: String?

        init(_ items: [Item], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }

        /// A page that was read with a limit: another one follows if it is full.
        init(_ items: [Item], limit: Int, cursor: (Item) -> String) {
            self.init(items, nextCursor: items.count == limit ? items.last.map(cursor) : nil)
        }
    }

    typealias Reader = @Sendable (Call) async throws -> Page
    typealias ItemWriter = @Sendable (Item, Call, inout Writer) -> Void

    let path: String
    let access: Access
    let queryNames: Set<String>
    private let read: Reader
    private let write: ItemWriter

    /// A list of no usual kind.
    ///
    /// - Parameter read: reads the query and then the page.
    init(
        _ path: String, for access: Access = .reader,
        taking queryNames: Set<String> = ["limit", "after"], _ read: @escaping Reader,
        write: @escaping ItemWriter
    ) {
        self.path = path
        self.access = access
        self.queryNames = queryNames
        self.read = read
        self.write = write
    }

    func callAsFunction(_ call: Call) async throws -> Response {
        let page = try await read(call)
        return Answer { writer in
            writer.object { body in
                body.array("data", page.items) { write($0, call, &$1) }
                body.member("nextCursor", page.nextCursor)
            }
        }.response
    }
}

extension Endpoint {
    init<Item>(_ list: ListEndpoint<Item>) {
        let endpoint = Endpoint(.get, list.path, for: list.access) { try await list($0) }
        self = endpoint.taking(list.queryNames)
    }
}

extension ListEndpoint where Item: Listable {
    /// - Parameters:
    ///   - parent: the owner of the rows; evaluated after the query is read.
    ///   - filters: the parameters of the filter.
    init(
        _ path: String, of parent: @escaping @Sendable (Call) throws -> Item.Parent,
        filters: Set<String>,
        filter: @escaping @Sendable (QueryReader, Call) -> Item.Filter,
        write: @escaping ItemWriter
    ) {
        self.init(path, taking: filters.union(["limit", "after"])) { call in
            let (limit, after, filter) = try call.query { query in
                (query.limit(), query.cursor(Item.ID.self), filter(query, call))
            }
            let list = ListPage<Item>(of: try parent(call), filter, after: after, limit: limit)
            return try await Page(list, call)
        } write: {
            write($0, $1, &$2)
        }
    }

    /// The rows of the caller's merchant.
    init(
        _ path: String, filters: Set<String>,
        filter: @escaping @Sendable (QueryReader, Call) -> Item.Filter,
        write: @escaping ItemWriter
    ) where Item.Parent == MerchantNumber {
        self.init(
            path, of: { $0.merchant.number }, filters: filters, filter: filter, write: write)
    }

    init(
        _ path: String, filters: Set<String>,
        filter: @escaping @Sendable (QueryReader, Call) -> Item.Filter
    ) where Item.Parent == MerchantNumber, Item: Writable {
        self.init(path, filters: filters, filter: filter) { $0.write(to: &$2) }
    }

    /// A list without a filter.
    init(
        _ path: String, of parent: @escaping @Sendable (Call) throws -> Item.Parent
    ) where Item.Filter == NoFilter, Item: Writable {
        self.init(path, of: parent, filters: [], filter: { _, _ in NoFilter() }) {
            $0.write(to: &$2)
        }
    }

    init(_ path: String)
    where Item.Parent == MerchantNumber, Item.Filter == NoFilter, Item: Writable {
        self.init(path, of: { $0.merchant.number })
    }

    init(_ path: String, write: @escaping ItemWriter)
    where Item.Parent == MerchantNumber, Item.Filter == NoFilter {
        self.init(path, filters: [], filter: { _, _ in NoFilter() }, write: write)
    }
}

extension ListEndpoint.Page where Item: Listable {
    /// Reads the page. If its filter scans a limited number of rows, a page that is not full may
    /// be followed by another.
    init(_ list: ListPage<Item>, _ call: Call) async throws {
        let services = call.services
        let page =
            if Item.mayScan {
                try await services.reading(call) {
                    try await list(on: services.database, keys: services.keys)
                }
            } else {
                try await list(on: services.database, keys: services.keys)
            }
        let scannedTo = page.scannedTo.flatMap { Item.ID(scanned: $0, of: call.merchant.number) }
        let last = page.items.count == list.limit ? page.items.last?.id : scannedTo
        self.init(page.items, nextCursor: last?.text)
    }
}

extension ListEndpoint {
    /// A list that is read as a whole, newest first, because it has only a handful of rows.
    init<Noun: Identified & SendableMetatype>(
        all path: String, id: @escaping @Sendable (Item) -> Identifier<Noun>,
        _ read: @escaping @Sendable (Call) async throws -> [Item], write: @escaping ItemWriter
    ) {
        self.init(path) { call in
            let page = try call.page(of: Noun.self)
            let older = try await read(call).drop { row in
                page.after.map { id(row).uuid >= $0 } ?? false
            }
            return Page(
                Array(older.prefix(page.limit)), limit: page.limit, cursor: { id($0).text })
        } write: {
            write($0, $1, &$2)
        }
    }
}
