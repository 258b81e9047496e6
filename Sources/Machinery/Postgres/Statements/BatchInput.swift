/// An input of a batch without its type.
struct BatchInput: Sendable {
    /// Inputs of one type can share their statements.
    let type: ObjectIdentifier
    private let input: any Sendable
    private let kind: Kind

    private enum Kind: Sendable {
        case statement(@Sendable ([BatchInput]) -> Query)
        case transaction(
            reads: @Sendable ([BatchInput]) -> [Query],
            decide: @Sendable ([BatchInput], [[Row]]) -> BatchDecision<any Sendable>)
    }

    init<Input: BatchStatement>(_ input: Input) {
        type = ObjectIdentifier(Input.self)
        self.input = input
        kind = .statement { inputs in
            Input.statement(for: inputs.compactMap { $0.input as? Input })
        }
    }

    init<Input: BatchTransaction>(_ input: Input) {
        type = ObjectIdentifier(Input.self)
        self.input = input
        kind = .transaction(
            reads: { inputs in Input.reads(for: inputs.compactMap { $0.input as? Input }) },
            decide: { inputs, rows in
                let decision = Input.decide(inputs.compactMap { $0.input as? Input }, rows)
                return BatchDecision(
                    decision.answers.map { $0.map { $0 as any Sendable } }, writes: decision.writes)
            })
    }

    var isTransaction: Bool {
        if case .transaction = kind { true } else { false }
    }

    /// - Parameter inputs: the inputs of the same type, this one included.
    func statement(for inputs: [BatchInput]) -> Query {
        guard case .statement(let make) = kind else { preconditionFailure("not a statement") }
        return make(inputs)
    }

    func reads(for inputs: [BatchInput]) -> [Query] {
        guard case .transaction(let make, _) = kind else { return [] }
        return make(inputs)
    }

    func decide(_ inputs: [BatchInput], _ rows: [[Row]]) -> BatchDecision<any Sendable> {
        guard case .transaction(_, let decide) = kind else { preconditionFailure("a statement") }
        return decide(inputs, rows)
    }
}
