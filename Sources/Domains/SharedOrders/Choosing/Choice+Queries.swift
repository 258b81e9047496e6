import JSON
import Merchants
import Postgres
import Vocabulary

extension Choice {
    static let columns: Query = """
        c.participant AS chooser, c.choice, c.state AS choice_state, c.item, c.name AS item_name,
        c.quantity, c.options, c.unit_price, c.version AS choice_version, c.change, c.message
        """

    /// The columns as a JSON array, for lists of choices.
    static let listed: Query = """
        jsonb_build_array(c.participant, c.choice, c.state, c.item, c.name, c.quantity, c.options,
            c.unit_price, c.version, c.change, c.message)
        """

    /// The placed choices of all participants.
    static func placed(of order: SharedOrder.ID) -> Query {
        """
        SELECT \(columns) FROM shared_choices c
        WHERE c.merchant_id = \(order.merchant) AND c.shared_order_id = \(order.uuid)
            AND c.state = 'placed'
        ORDER BY c.participant, c.choice
        """
    }

    /// Returns nil if the participant of the joined row has no choice.
    init?(joined row: Row, _ currency: Currency) throws {
        guard let name: String = try row.get("choice") else { return nil }
        let state: String = try row.get("choice_state")
        let change: [UInt8]? = try row.get("change")
        guard let state = State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        let price: Int64 = try row.get("unit_price")
        let item: String? = try row.get("item")
        let free: String? = try row.get("item_name")
        self.init(
            participant: try row.get("chooser"), name: name, state: state,
            content: try Content(
                item: item, free: free, price: Money(minorUnits: price, currency: currency),
                quantity: try row.get("quantity"), picks: try row.get("options")),
            unitPrice: price, version: try row.get("choice_version"),
            change: try change.map { try Change(stored: $0, currency) },
            message: try row.get("message"))
    }
}

/// A choice as its row is stored.
struct StoredChoice: Sendable {
    let choice: Choice
    let order: SharedOrder.ID
    let changedAt: Instant

    static let stored = TableColumns<StoredChoice>(
        of: "shared_choices",
        [
            .key("merchant_id") { $0.order.merchant }, .key("shared_order_id") { $0.order.uuid },
            .key("participant") { $0.choice.participant }, .key("choice") { $0.choice.name },
            TableColumn("state") { $0.choice.state.rawValue },
            TableColumn("item") { $0.choice.content.item },
            TableColumn("name") { $0.choice.content.freeName },
            TableColumn("quantity") { $0.choice.content.quantity },
            TableColumn("options", as: "jsonb") { $0.choice.content.pickJSON },
            TableColumn("unit_price") { $0.choice.unitPrice },
            TableColumn("version") { $0.choice.version },
            TableColumn("change", as: "jsonb") { $0.choice.change?.json },
            TableColumn("message") { $0.choice.message },
            TableColumn("changed_at") { $0.changedAt },
        ])
}

extension Choice.Content {
    var item: String? { if case .item(let id) = product { id } else { nil } }
    var freeName: String? { if case .free(let name, _) = product { name } else { nil } }

    /// A free item's price is stored in the choice's `unit_price` column.
    init(item: String?, free: String?, price: Money, quantity: Int64, picks: [UInt8]) throws {
        let root = try Document.parse(picks).root
        self.init(
            product: item.map { .item($0) } ?? .free(name: free ?? "", price: price),
            quantity: quantity,
            picks: root.elements.map { node in
                Choice.Pick(
                    group: node["group"]?.string ?? "",
                    options: node["options"]?.elements.compactMap(\.string) ?? [],
                    by: Int(node["by"]?.int64 ?? 0))
            })
    }

    var pickJSON: String {
        String(
            decoding: Writer.value { writer in
                writer.array(picks) { pick, entry in
                    entry.object {
                        $0.member("group", pick.group)
                        $0.member("options", pick.options)
                        $0.member("by", pick.by)
                    }
                }
            }, as: UTF8.self)
    }
}

extension Choice.Change {
    var json: String {
        String(
            decoding: Writer.value { writer in
                writer.object { body in
                    guard case .place(let content, let price) = self else { return }
                    body.member("item", ifPresent: content.item)
                    body.member("name", ifPresent: content.freeName)
                    body.member("quantity", content.quantity)
                    body.member("unitPrice", price)
                    body.member("options", raw: Array(content.pickJSON.utf8))
                }
            }, as: UTF8.self)
    }

    init(stored bytes: [UInt8], _ currency: Currency) throws {
        let root = try Document.parse(bytes).root
        guard let quantity = root["quantity"]?.int64, let price = root["unitPrice"]?.int64,
            let options = root["options"]
        else {
            self = .remove
            return
        }
        self = .place(
            try Choice.Content(
                item: root["item"]?.string, free: root["name"]?.string,
                price: Money(minorUnits: price, currency: currency), quantity: quantity,
                picks: Writer.value { options.write(to: &$0) }), unitPrice: price)
    }
}
