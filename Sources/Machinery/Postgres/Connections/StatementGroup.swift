/// The works of one round trip that share a statement or a batch transaction.
struct StatementGroup {
    private let works: [StatementWork]
    private let inputs: [BatchInput]

    private init(_ works: [StatementWork]) {
        self.works = works
        inputs = works.compactMap(\.order.batch)
    }

    /// Groups the works whose inputs have one type. Works without one come first: a batch statement
    /// takes the most locks, and works after it would wait for them in an arbitrary order.
    static func groups(of works: [StatementWork]) -> [StatementGroup] {
        var groups: [StatementGroup] = []
        var joined: [(type: ObjectIdentifier, works: [StatementWork])] = []
        for work in works {
            guard let type = work.order.batch?.type else {
                groups.append(StatementGroup([work]))
                continue
            }
            if let index = joined.firstIndex(where: { $0.type == type }) {
                joined[index].works.append(work)
            } else {
                joined.append((type, [work]))
            }
        }
        return groups + joined.map { StatementGroup($0.works) }
    }

    var isTransaction: Bool { inputs.first?.isTransaction ?? false }

    /// The one statement of a group that is no transaction.
    var statement: Query {
        switch works[0].order {
        case .query(let query): query
        case .batch(let input): input.statement(for: inputs)
        }
    }

    /// The statements that a batch transaction sends first.
    var reads: [Query] { inputs[0].reads(for: inputs) }

    /// Keeps the answers of a batch transaction, and returns the statements that it sends then.
    func decide(_ rows: [[Row]]) -> [Query] {
        let decision = inputs[0].decide(inputs, rows)
        for (work, answer) in zip(works, decision.answers) {
            work.result = answer.map(StatementWork.Output.answer)
        }
        return decision.writes
    }

    /// Divides the rows of the statement among the works.
    func divide(_ rows: Rows) {
        guard works.count > 1 else { return finish(.success(.rows(CallerRows(rows: rows)))) }
        let shares = Result { try CallerRows.divided(rows, among: works.count) }
        for (index, work) in works.enumerated() { work.result = shares.map { .rows($0[index]) } }
    }

    func finish(_ result: Result<StatementWork.Output, any Error>) {
        for work in works { work.result = result }
    }
}
