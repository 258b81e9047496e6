/// The columns of a table that statements write, with the value that each takes from an item.
///
/// A column is named once: the statement that inserts a row, the one that changes it, and the parts
/// of a larger statement that write many rows all come from this list. A statement for many items
/// sends each column as one array. For one item it sends single values, which cost Postgres less.
package struct TableColumns<Item>: Sendable {
    private let table: String
    private let columns: [TableColumn<Item>]
    /// The type of each sent value: of the columns, and of what the condition of an update reads.
    private let types: [(element: ColumnType, array: ColumnType)]
    /// The values for each of these types, one for each item.
    private let values: @Sendable ([Item]) -> [[Bind]]
    /// The statements without their values; most have the same text each time.
    private let insertion: Query
    private let change: Query
    private let conflict: Query
    private let keys: Query
    private let rowOfOne: Query
    private let rowsOfMany: Query
    private let callerOfOne: Query
    private let callersOfMany: Query

    package init(of table: String, _ columns: [TableColumn<Item>]) {
        self.init(of: table, columns, conditions: []) { items in
            columns.map { $0.values(of: items) }
        }
    }

    private init(
        of table: String, _ columns: [TableColumn<Item>], conditions: [TableColumn<Item>],
        values: @escaping @Sendable ([Item]) -> [[Bind]]
    ) {
        self.table = table
        self.columns = columns
        self.values = values
        let sent = columns + conditions
        types = sent.map { ($0.type, $0.arrayType) }
        let list = { (texts: [String]) in texts.joined(separator: ", ") }
        insertion = Query(
            raw: "INSERT INTO \(table) (\(list(columns.map(\.name)))) SELECT "
                + "\(list(columns.map(\.expression))) FROM ")
        let assignments = columns.filter { !$0.isKey }.map { "\($0.name) = \($0.expression)" }
        change = Query(raw: "UPDATE \(table) t SET \(list(assignments)) FROM ")
        conflict = Query(
            raw: " ON CONFLICT (\(list(columns.filter(\.isKey).map(\.name)))) DO UPDATE SET "
                + list(columns.filter { !$0.isKey }.map { "\($0.name) = excluded.\($0.name)" }))
        keys = Query(
            raw: columns.filter(\.isKey).map { "t.\($0.name) = g.\($0.name)" }
                .joined(separator: " AND "))
        let typeNames = sent.map(\.type.sqlName)
        let names = list(sent.map(\.name))
        rowOfOne = .rows(typeNames, array: false, names)
        rowsOfMany = .rows(typeNames, array: true, names)
        callerOfOne = .rows(["bigint"] + typeNames, array: false, "caller, \(names)")
        callersOfMany = .rows(["bigint"] + typeNames, array: true, "caller, \(names)")
    }

    /// The columns of an item that is a part of a larger one.
    ///
    /// - Parameters:
    ///   - more: further columns of the table, with values of the larger item.
    ///   - conditions: further values of the larger item, which the condition of an update reads as
    ///     columns of `g`.
    package func part<Whole>(
        of whole: Whole.Type, _ item: @escaping @Sendable (Whole) -> Item,
        and more: [TableColumn<Whole>] = [], conditions: [TableColumn<Whole>]
    ) -> TableColumns<Whole> {
        let values = values
        let own = more + conditions
        return TableColumns<Whole>(
            of: table, columns.map { $0.named() } + more, conditions: conditions
        ) { wholes in
            values(wholes.map(item)) + own.map { $0.values(of: wholes) }
        }
    }

    /// `INSERT INTO … SELECT …` of these items.
    package func insert(_ items: [Item]) -> Query { "\(insertion)\(rows(items))" }

    /// The same, or `UPDATE` of those rows that are there.
    package func upsert(_ items: [Item]) -> Query { "\(insert(items))\(conflict)" }

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
        let binds = binds(items)
        return items.count == 1 ? rowOfOne.filled(with: binds) : rowsOfMany.filled(with: binds)
    }

    private func rows(_ items: [Item], _ callers: [Int]) -> Query {
        let binds = binds(items)
        return items.count == 1
            ? callerOfOne.filled(with: [callers[0].bind] + binds)
            : callersOfMany.filled(with: [callers.bind] + binds)
    }

    /// The values of one item, or an array for each column.
    private func binds(_ items: [Item]) -> [Bind] {
        let values = values(items)
        precondition(values.count == types.count, "a part of a part has conditions of its own")
        if items.count == 1 { return values.map { $0[0] } }
        return zip(types, values).map { type, values in
            .array(ArrayBind(type: type.array, element: type.element, values: values))
        }
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
    /// The column's new value in a statement whose items are the rows of `g`: `g.data::json`.
    let expression: String
    /// True if it identifies the row.
    let isKey: Bool
    /// The type of the bound value, with which a statement in the log can be run again elsewhere.
    let type: ColumnType
    let arrayType: ColumnType
    let value: @Sendable (Item) -> Bind

    /// - Parameter type: the column's type if the value is a text in its form, such as an array of
    ///   arrays.
    package init<Value: BinaryElement>(
        _ name: String, as type: String? = nil, _ value: @escaping @Sendable (Item) -> Value
    ) {
        self.init(
            name, expression: "g.\(name)" + (type.map { "::\($0)" } ?? ""), isKey: false,
            type: Value.elementType, arrayType: Value.arrayType, value: { value($0).bind })
    }

    /// A column of the primary key.
    package static func key<Value: BinaryElement>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Value
    ) -> TableColumn {
        TableColumn(
            name, expression: "g.\(name)", isKey: true, type: Value.elementType,
            arrayType: Value.arrayType, value: { value($0).bind })
    }

    /// Loops over the storage of the items: `map` makes several calls for each element, because
    /// this code is not specialized for the type of the items.
    fileprivate func values(of items: [Item]) -> [Bind] {
        var values: [Bind] = []
        values.reserveCapacity(items.count)
        items.withUnsafeBufferPointer { items in
            for index in items.indices { values.append(value(items[index])) }
        }
        return values
    }

    /// The column as a larger item's, of which this one's item is a part.
    package func part<Whole>(
        of whole: Whole.Type, _ item: @escaping @Sendable (Whole) -> Item
    ) -> TableColumn<Whole> {
        let value = value
        return TableColumn<Whole>(
            name, expression: expression, isKey: isKey, type: type, arrayType: arrayType,
            value: { value(item($0)) })
    }

    /// The column as another item's, for its text only.
    func named<Other>() -> TableColumn<Other> {
        TableColumn<Other>(
            name, expression: expression, isKey: isKey, type: type, arrayType: arrayType,
            value: { _ in .null })
    }

    private init(
        _ name: String, expression: String, isKey: Bool, type: ColumnType, arrayType: ColumnType,
        value: @escaping @Sendable (Item) -> Bind
    ) {
        self.name = name
        self.expression = expression
        self.isKey = isKey
        self.type = type
        self.arrayType = arrayType
        self.value = value
    }
}
