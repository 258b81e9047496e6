/// The columns of a table that statements write, with the value that each takes from an item.
///
/// A column is named once: the statement that inserts a row, the one that changes it, and the parts
/// of a larger statement that write many rows all come from this list. A statement for many items
/// sends each column as one array; for one item it sends single values, which Postgres plans better
/// and reads twice as fast.
package struct TableColumns<Item>: Sendable {
    private let table: String
    private let columns: [TableColumn<Item>]
    /// `merchant_id, data`
    private let names: String
    /// `g.merchant_id, g.data::json`
    private let values: String
    /// `data = g.data::json`, without the keys.
    private let assignments: String
    /// `t.merchant_id = g.merchant_id`
    private let keys: String

    package init(of table: String, _ columns: [TableColumn<Item>]) {
        self.table = table
        self.columns = columns
        names = columns.map(\.name).joined(separator: ", ")
        values = columns.map(\.value).joined(separator: ", ")
        assignments = columns.filter { !$0.isKey }.map { "\($0.name) = \($0.value)" }
            .joined(separator: ", ")
        keys = columns.filter(\.isKey).map { "t.\($0.name) = g.\($0.name)" }
            .joined(separator: " AND ")
    }

    /// `INSERT INTO … SELECT …` of these items.
    package func insert(_ items: [Item]) -> Query {
        "\(insertion) FROM \(rows(items))"
    }

    /// `UPDATE …` of the rows with the items' keys.
    package func update(_ items: [Item]) -> Query {
        "\(change) FROM \(rows(items)) WHERE \(raw: keys)"
    }

    /// Inserts the items of the callers in `source`: a part of a statement for many callers. The
    /// `caller` of an item is the number of its caller, and `source` has a row for each caller
    /// whose rows are written.
    package func insert(_ items: [(caller: Int, item: Item)], of source: Query) -> Query {
        "\(insertion) FROM \(rows(items)) JOIN \(source) s ON s.caller = g.caller"
    }

    /// Changes the rows of the items in the same way.
    package func update(_ items: [(caller: Int, item: Item)], of source: Query) -> Query {
        update(items, of: source, where: "true")
    }

    package func update(
        _ items: [(caller: Int, item: Item)], of source: Query, where condition: Query
    ) -> Query {
        """
        \(change) FROM \(rows(items)) JOIN \(source) s ON s.caller = g.caller
        WHERE \(raw: keys) AND \(condition)
        """
    }

    private var insertion: Query {
        "INSERT INTO \(raw: table) (\(raw: names)) SELECT \(raw: values)"
    }

    private var change: Query { "UPDATE \(raw: table) t SET \(raw: assignments)" }

    /// The items as the rows of `g`.
    private func rows(_ items: [Item]) -> Query {
        guard let one = items.first, items.count == 1 else {
            return "unnest(\(arrays(of: items))) AS g (\(raw: names))"
        }
        return "(SELECT \(values(of: one))) AS g (\(raw: names))"
    }

    private func rows(_ items: [(caller: Int, item: Item)]) -> Query {
        guard let one = items.first, items.count == 1 else {
            let arrays = arrays(of: items.map(\.item))
            return """
                unnest(\(items.map(\.caller))::bigint[], \(arrays)) AS g (caller, \(raw: names))
                """
        }
        return """
            (SELECT \(one.caller)::bigint, \(values(of: one.item))) AS g (caller, \(raw: names))
            """
    }

    private func arrays(of items: [Item]) -> Query {
        .joined(columns.map { "\($0.many(items))::\(raw: $0.type)[]" }, separator: ", ")
    }

    private func values(of item: Item) -> Query {
        .joined(columns.map { "\($0.one(item))::\(raw: $0.type)" }, separator: ", ")
    }
}

/// A column that a statement writes.
package struct TableColumn<Item>: Sendable {
    let name: String
    /// `g.data::json`
    let value: String
    /// True if it identifies the row.
    let isKey: Bool
    /// The type of the bound value, with which a statement in the log can be run again elsewhere.
    let type: String
    let one: @Sendable (Item) -> Bind
    let many: @Sendable ([Item]) -> Bind

    private init<Value: BinaryElement & Bindable>(
        _ name: String, as type: String?, isKey: Bool, _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.name = name
        self.value = "g.\(name)" + (type.map { "::\($0)" } ?? "")
        self.isKey = isKey
        self.type = Value.elementType.sqlName
        one = { value($0).bind }
        many = { Value.bind($0.map(value)) }
    }

    /// - Parameter type: the column's type if the value is a text in its form, such as an array of
    ///   arrays.
    package init<Value: BinaryElement & Bindable>(
        _ name: String, as type: String? = nil, _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.init(name, as: type, isKey: false, value)
    }

    /// A column of the primary key.
    package static func key<Value: BinaryElement & Bindable>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Value
    ) -> TableColumn {
        TableColumn(name, as: nil, isKey: true, value)
    }
}
