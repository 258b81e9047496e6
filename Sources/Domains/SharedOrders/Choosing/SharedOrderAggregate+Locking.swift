import Postgres
import Vocabulary

extension SharedOrderAggregate {
    /// Locks the order's row and reads the choices of the given participants. Lock order: the
    /// shared order before every other row of a change (docs/decisions/0032).
    init(
        _ id: SharedOrder.ID, _ terms: SharedOrderTerms, participants numbers: [Int],
        at moment: Moment, in transaction: Transaction
    ) throws {
        let people = numbers.isEmpty ? [] : [Participant.withChoices(id, numbers)]
        let rows = try transaction.run([SharedOrder.lock(id)] + people)
        guard let row = rows.first?.first else { throw SharedOrderRefusal.notFound }
        self.init(try SharedOrder(row: row), terms, at: moment)
        for row in rows.dropFirst().joined() {
            let participant = try Participant(row: row)
            participants[participant.number] = participant
            if let choice = try Choice(joined: row, order.currency) {
                choices[Key(participant: choice.participant, name: choice.name)] = choice
            }
        }
    }

    /// The placed choices of all participants.
    func placed(in transaction: Transaction) throws -> [Choice] {
        try transaction.run(Choice.placed(of: order.id))
            .compactMap { try Choice(joined: $0, order.currency) }
    }

    /// Writes all changes, the order's own row last.
    func store(in transaction: Transaction) throws {
        if !changedChoices.isEmpty {
            let changed = changedChoices.compactMap { choices[$0] }
            try transaction.enqueue(Choice.store(changed, order.id, at: now))
        }
        if !changedParticipants.isEmpty {
            let changed = changedParticipants.sorted().compactMap { participants[$0] }
            try transaction.enqueue(Participant.storeTotals(changed, order.id))
        }
        guard hasChanged || isTouched else { return }
        var order = order
        order.changedAt = now
        try transaction.enqueue(order.store)
    }
}
