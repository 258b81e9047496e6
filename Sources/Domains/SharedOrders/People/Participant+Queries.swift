import Merchants
import Postgres
import Vocabulary

extension Participant {
    static let columns: Query = """
        p.participant, p.person, p.name AS participant_name, p.total AS participant_total,
        p.choices AS participant_choices, p.joined_at, p.left_at, p.was_removed
        """

    /// The given participants, present or not, with their choices: one row for each choice, and one
    /// for a participant without a choice.
    static func withChoices(_ people: [(order: SharedOrder.ID, number: Int)]) -> Query {
        // All merchants: each participant is selected by the merchant of the order.
        """
        SELECT p.merchant_id, p.shared_order_id, \(columns), \(Choice.columns)
        FROM unnest(\(people.map(\.order.merchant.value)),
            \(Bind.uuids(people.map { ($0.order.uuid.high, $0.order.uuid.low) })),
            \(people.map { Int64($0.number) })) AS n (merchant_id, shared_order_id, participant)
        JOIN shared_participants p ON p.merchant_id = n.merchant_id
            AND p.shared_order_id = n.shared_order_id AND p.participant = n.participant
        LEFT JOIN shared_choices c ON c.merchant_id = p.merchant_id
            AND c.shared_order_id = p.shared_order_id AND c.participant = p.participant
        """
    }

    static func find(_ number: Int, in order: SharedOrder.ID) -> Query {
        """
        SELECT \(columns) FROM shared_participants p
        WHERE p.merchant_id = \(order.merchant) AND p.shared_order_id = \(order.uuid)
            AND p.participant = \(Int64(number))
        """
    }

    func insert(_ order: SharedOrder.ID) -> Query {
        """
        INSERT INTO shared_participants (merchant_id, shared_order_id, participant, person, name,
            joined_at)
        VALUES (\(order.merchant), \(order.uuid), \(Int64(number)), \(person), \(name),
            \(joinedAt))
        """
    }

    func store(_ order: SharedOrder.ID) -> Query {
        """
        UPDATE shared_participants SET name = \(name), total = \(total),
            choices = \(Int64(choices)), left_at = \(leftAt), was_removed = \(wasRemoved)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND participant = \(Int64(number))
        """
    }

    init(row: Row) throws {
        self.init(
            number: try row.get("participant"), person: try row.get("person"),
            name: try row.get("participant_name"), total: try row.get("participant_total"),
            choices: try row.get("participant_choices"), joinedAt: try row.get("joined_at"),
            leftAt: try row.get("left_at"), wasRemoved: try row.get("was_removed"))
    }
}

/// The totals of a participant as they are stored.
struct StoredTotals: Sendable {
    let participant: Participant
    let order: SharedOrder.ID

    static let changed = TableColumns<StoredTotals>(
        of: "shared_participants",
        [
            .key("merchant_id") { $0.order.merchant }, .key("shared_order_id") { $0.order.uuid },
            .key("participant") { $0.participant.number },
            TableColumn("total") { $0.participant.total },
            TableColumn("choices") { $0.participant.choices },
        ])
}
