import Postgres
import Vocabulary

extension SharedOrderAggregate {
    /// Locks the order's row and reads the choices of the given participants. Lock order: the
    /// shared order before every other row of a change (docs/decisions/0032).
    init(
        _ id: SharedOrder.ID, _ terms: SharedOrderTerms, participants numbers: [Int],
        at moment: Moment, in transaction: Transaction
    ) throws {
        let people =
            numbers.isEmpty
            ? [] : [Participant.withChoices(numbers.map { (order: id, number: $0) })]
        let rows = try transaction.run([SharedOrder.lock([id])] + people)
        guard let row = rows.first?.first else { throw SharedOrderRefusal.notFound }
        self.init(try SharedOrder(row: row), terms, at: moment)
        for row in rows.dropFirst().joined() { try add(row) }
    }

    /// Adds a participant, and their choice if the row has one.
    mutating func add(_ row: Row) throws {
        let participant = try Participant(row: row)
        participants[participant.number] = participant
        if let choice = try Choice(joined: row, order.currency) {
            choices[Key(participant: choice.participant, name: choice.name)] = choice
        }
    }

    /// The placed choices of all participants.
    func placed(in transaction: Transaction) throws -> [Choice] {
        try transaction.run(Choice.placed(of: order.id))
            .compactMap { try Choice(joined: $0, order.currency) }
    }

    func store(in transaction: Transaction) throws {
        for statement in SharedOrderAggregate.statements(for: [self]) {
            try transaction.enqueue(statement)
        }
    }

    /// The statements that write all changes of several orders, the orders' own rows last.
    static func statements(for changed: [SharedOrderAggregate]) -> [Query] {
        let choices = changed.flatMap { held in
            held.changedChoices.compactMap { held.choices[$0] }.map {
                StoredChoice(choice: $0, order: held.order.id, changedAt: held.now)
            }
        }
        let totals = changed.flatMap { held in
            held.changedParticipants.sorted().compactMap { held.participants[$0] }.map {
                StoredTotals(participant: $0, order: held.order.id)
            }
        }
        let orders = changed.filter { $0.hasChanged || $0.isTouched }.map { held in
            var order = held.order
            order.changedAt = held.now
            return order
        }
        var statements: [Query] = []
        if !choices.isEmpty { statements.append(StoredChoice.stored.upsert(choices)) }
        if !totals.isEmpty { statements.append(StoredTotals.changed.update(totals)) }
        if !orders.isEmpty { statements.append(SharedOrder.changed.update(orders)) }
        return statements
    }
}
