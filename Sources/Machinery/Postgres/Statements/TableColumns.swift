/// The columns of a table that statements write, with the value that each takes from an item.
///
/// A column is named once: the statement that inserts a row, the one that changes it, and the parts
/// of a larger statement that write many rows all come from this list. A statement for many items
/// sends each column as one array. For one item it sends single values, which cost Postgres less.
package struct TableColumns<Item>: Sendable {
    private let table: String
    private let columns: [TableColumn<Item>]
    private let one: @Sendable (Item) -> [Bind]
    private let many: @Sendable ([Item]) -> [Bind]
    /// The statements without their values; most have the same text each time.
    private let insertion: Query
    private let change: Query
    private let keys: Query
    private let rowOfOne: Query
    private let rowsOfMany: Query
    private let callerOfOne: Query
    private let callersOfMany: Query

    package init(of table: String, _ columns: [TableColumn<Item>]) {
        self.init(
            of: table, columns, conditions: [], types: columns.map(\.type),
            one: { item in columns.map { $0.one(item) } },
            many: { items in columns.map { $0.many(items) } })
    }

    private init(
        of table: String, _ columns: [TableColumn<Item>], conditions: [String], types: [String],
        one: @escaping @Sendable (Item) -> [Bind], many: @escaping @Sendable ([Item]) -> [Bind]
    ) {
        self.table = table
        self.columns = columns
        self.one = one
        self.many = many
        let list = { (texts: [String]) in texts.joined(separator: ", ") }
        insertion = Query(
            raw: "INSERT INTO \(table) (\(list(columns.map(\.name)))) SELECT "
                + "\(list(columns.map(\.value))) FROM ")
        let assignments = columns.filter { !$0.isKey }.map { "\($0.name) = \($0.value)" }
        change = Query(raw: "UPDATE \(table) t SET \(list(assignments)) FROM ")
        keys = Query(
            raw: columns.filter(\.isKey).map { "t.\($0.name) = g.\($0.name)" }
                .joined(separator: " AND "))
        let sent = list(columns.map(\.name) + conditions)
        rowOfOne = .rows(types, array: false, "\(sent)")
        rowsOfMany = .rows(types, array: true, "\(sent)")
        callerOfOne = .rows(["bigint"] + types, array: false, "caller, \(sent)")
        callersOfMany = .rows(["bigint"] + types, array: true, "caller, \(sent)")
    }

    /// The columns of an item that is a part of a larger one.
    ///
    /// - Parameter conditions: further values of the larger item, which the condition of an update
    ///   reads as columns of `g`.
    package func part<Whole>(
        of whole: Whole.Type, _ item: @escaping @Sendable (Whole) -> Item,
        conditions: [TableColumn<Whole>]
    ) -> TableColumns<Whole> {
        let (one, many) = (one, many)
        return TableColumns<Whole>(
            of: table, columns.map { $0.named() }, conditions: conditions.map(\.name),
            types: columns.map(\.type) + conditions.map(\.type),
            one: { whole in one(item(whole)) + conditions.map { $0.one(whole) } },
            many: { wholes in many(wholes.map(item)) + conditions.map { $0.many(wholes) } })
    }

    /// `INSERT INTO … SELECT …` of these items.
    package func insert(_ items: [Item]) -> Query { "\(insertion)\(rows(items))" }

    /// `UPDATE …` of the rows with the items' keys.
    package func update(_ items: [Item]) -> Query {
        "\(change)\(rows(items)) WHERE \(keys)"
    }

    /// Changes the rows that meet a condition: a part of a statement for many callers, whose number
    /// is the place of their item.
    ///
    /// - Returns: the statement, which returns the `caller` of each changed row and `returning`.
    package func update(
        callers items: [Item], where condition: Query, returning: Query
    ) -> Query {
        """
        \(change)\(rows(items, Array(items.indices))) WHERE \(keys) AND \(condition)
        RETURNING g.caller, \(returning)
        """
    }

    /// Inserts the items of the callers in `source`: another part of such a statement.
    ///
    /// - Parameter callers: the caller of each item.
    package func insert(_ items: [Item], callers: [Int], of source: Query) -> Query {
        "\(insertion)\(rows(items, callers)) JOIN \(source) s ON s.caller = g.caller"
    }

    /// Changes the rows of the items of the callers in `source`.
    package func update(_ items: [Item], callers: [Int], of source: Query) -> Query {
        """
        \(change)\(rows(items, callers)) JOIN \(source) s ON s.caller = g.caller WHERE \(keys)
        """
    }

    /// The items as the rows of `g`.
    private func rows(_ items: [Item]) -> Query {
        items.count == 1
            ? rowOfOne.filled(with: one(items[0])) : rowsOfMany.filled(with: many(items))
    }

    private func rows(_ items: [Item], _ callers: [Int]) -> Query {
        items.count == 1
            ? callerOfOne.filled(with: [callers[0].bind] + one(items[0]))
            : callersOfMany.filled(with: [callers.bind] + many(items))
    }
}

extension Query {
    /// `(SELECT $1::bigint, $2::text) AS g (number, name)`, or the same of arrays.
    fileprivate static func rows(_ types: [String], array: Bool, _ names: String) -> Query {
        let casts = types.map { "::\($0)\(array ? "[]" : "")" }
        let between = casts.dropLast().map { $0 + ", " }
        let start = array ? "unnest(" : "(SELECT "
        return Query(template: [start] + between + ["\(casts.last ?? "")) AS g (\(names))"])
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
            many: { Value.bind($0, value) })
    }

    /// A column of the primary key.
    package static func key<Value: BinaryElement & Bindable>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Value
    ) -> TableColumn {
        TableColumn(
            name, value: "g.\(name)", isKey: true, type: Value.elementType.sqlName,
            one: { value($0).bind }, many: { Value.bind($0, value) })
    }

    /// The column as another item's, for its text only: the list of columns has the values.
    func named<Other>() -> TableColumn<Other> {
        TableColumn<Other>(
            name, value: value, isKey: isKey, type: type, one: { _ in .null }, many: { _ in .null })
    }

    private init(
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
