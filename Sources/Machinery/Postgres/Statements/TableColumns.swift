/// The columns of a table that statements write, with the value that each takes from an item.
///
/// A column is named once: the statement that inserts a row, the one that changes it, and the parts
/// of a larger statement that write many rows all come from this list. A statement for many items
/// sends each column as one array. For one item it sends single values, which cost Postgres less.
package struct TableColumns<Item>: Sendable {
    private let table: String
    private let columns: [TableColumn<Item>]
    /// Values that only a condition reads.
    private let conditions: [TableColumn<Item>]
    /// `merchant_id, data`
    private let names: String
    /// `g.merchant_id, g.data::json`
    private let values: String
    /// `data = g.data::json`, without the keys.
    private let assignments: String
    /// `t.merchant_id = g.merchant_id`
    private let keys: String
    /// The names of all values that a statement sends.
    private let sent: String

    package init(of table: String, _ columns: [TableColumn<Item>]) {
        self.init(of: table, columns, conditions: [])
    }

    private init(
        of table: String, _ columns: [TableColumn<Item>], conditions: [TableColumn<Item>]
    ) {
        self.table = table
        self.columns = columns
        self.conditions = conditions
        names = columns.map(\.name).joined(separator: ", ")
        values = columns.map(\.value).joined(separator: ", ")
        assignments = columns.filter { !$0.isKey }.map { "\($0.name) = \($0.value)" }
            .joined(separator: ", ")
        keys = columns.filter(\.isKey).map { "t.\($0.name) = g.\($0.name)" }
            .joined(separator: " AND ")
        sent = (columns + conditions).map(\.name).joined(separator: ", ")
    }

    /// The columns of an item that is a part of a larger one.
    ///
    /// - Parameter conditions: further values of the larger item, which the condition of an update
    ///   reads as columns of `g`.
    package func part<Whole>(
        of whole: Whole.Type, _ item: @escaping @Sendable (Whole) -> Item,
        conditions: [TableColumn<Whole>]
    ) -> TableColumns<Whole> {
        TableColumns<Whole>(
            of: table, columns.map { $0.part(item) }, conditions: conditions)
    }

    /// `INSERT INTO … SELECT …` of these items.
    package func insert(_ items: [Item]) -> Query {
        "\(insertion) FROM \(rows(items))"
    }

    /// `UPDATE …` of the rows with the items' keys.
    package func update(_ items: [Item]) -> Query {
        "\(change) FROM \(rows(items)) WHERE \(raw: keys)"
    }

    /// Changes the rows that meet a condition: a part of a statement for many callers, whose number
    /// is the place of their item.
    ///
    /// - Returns: the statement, which returns the `caller` of each changed row and `returning`.
    package func update(
        callers items: [Item], where condition: Query, returning: Query
    ) -> Query {
        let placed = items.enumerated().map { (caller: $0.offset, item: $0.element) }
        return """
            \(change) FROM \(rows(placed)) WHERE \(raw: keys) AND \(condition)
            RETURNING g.caller, \(returning)
            """
    }

    /// Inserts the items of the callers in `source`: another part of such a statement.
    package func insert(_ items: [(caller: Int, item: Item)], of source: Query) -> Query {
        "\(insertion) FROM \(rows(items)) JOIN \(source) s ON s.caller = g.caller"
    }

    /// Changes the rows of the items of the callers in `source`.
    package func update(_ items: [(caller: Int, item: Item)], of source: Query) -> Query {
        """
        \(change) FROM \(rows(items)) JOIN \(source) s ON s.caller = g.caller
        WHERE \(raw: keys)
        """
    }

    private var insertion: Query {
        "INSERT INTO \(raw: table) (\(raw: names)) SELECT \(raw: values)"
    }

    private var change: Query { "UPDATE \(raw: table) t SET \(raw: assignments)" }

    /// The items as the rows of `g`.
    private func rows(_ items: [Item]) -> Query {
        guard let one = items.first, items.count == 1 else {
            return "unnest(\(arrays(of: items))) AS g (\(raw: sent))"
        }
        return "(SELECT \(values(of: one))) AS g (\(raw: sent))"
    }

    private func rows(_ items: [(caller: Int, item: Item)]) -> Query {
        guard let one = items.first, items.count == 1 else {
            let arrays = arrays(of: items.map(\.item))
            return """
                unnest(\(items.map(\.caller))::bigint[], \(arrays)) AS g (caller, \(raw: sent))
                """
        }
        return """
            (SELECT \(one.caller)::bigint, \(values(of: one.item))) AS g (caller, \(raw: sent))
            """
    }

    private func arrays(of items: [Item]) -> Query {
        .joined(
            (columns + conditions).map { "\($0.many(items))::\(raw: $0.type)[]" }, separator: ", ")
    }

    private func values(of item: Item) -> Query {
        .joined(
            (columns + conditions).map { "\($0.one(item))::\(raw: $0.type)" }, separator: ", ")
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

    /// - Parameter type: the column's type if the value is a text in its form, such as an array of
    ///   arrays.
    package init<Value: BinaryElement & Bindable>(
        _ name: String, as type: String? = nil, _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.init(
            name, value: "g.\(name)" + (type.map { "::\($0)" } ?? ""), isKey: false,
            type: Value.elementType.sqlName, one: { value($0).bind },
            many: { Value.bind($0.map(value)) })
    }

    /// A column of the primary key.
    package static func key<Value: BinaryElement & Bindable>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Value
    ) -> TableColumn {
        TableColumn(
            name, value: "g.\(name)", isKey: true, type: Value.elementType.sqlName,
            one: { value($0).bind }, many: { Value.bind($0.map(value)) })
    }

    func part<Whole>(_ item: @escaping @Sendable (Whole) -> Item) -> TableColumn<Whole> {
        let (one, many) = (one, many)
        return TableColumn<Whole>(
            name, value: value, isKey: isKey, type: type, one: { one(item($0)) },
            many: { many($0.map(item)) })
    }

    fileprivate init(
        _ name: String, value: String, isKey: Bool, type: String,
        one: @escaping @Sendable (Item) -> Bind, many: @escaping @Sendable ([Item]) -> Bind
    ) {
        self.name = name
        self.value = value
        self.isKey = isKey
        self.type = type
        self.one = one
        self.many = many
    }
}
