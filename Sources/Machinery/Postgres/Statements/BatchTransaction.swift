/// A transaction that runs for many inputs at once: statements lock and read the rows of all,
/// Swift decides on each, and statements write the results of all.
///
/// Inputs that wait for a connection at the same time share it, and its two round trips.
package protocol BatchTransaction: Sendable {
    associatedtype Answer: Sendable

    /// The statements that lock and read, in the order of the locks. Each locks its rows in an
    /// order that does not depend on the other inputs.
    static func reads(for inputs: [Self]) -> [Query]

    /// Decides on each input, in their order. It may run again for the same inputs, together or
    /// alone, so it must have no effect.
    ///
    /// - Parameter rows: the rows of each of the `reads`.
    static func decide(_ inputs: [Self], _ rows: [[Row]]) -> BatchDecision<Answer>

    /// The input's place among those of a round trip, by the row that it locks first.
    var groupCommit: GroupCommit { get }
}

/// The results of a batch transaction.
package struct BatchDecision<Answer: Sendable> {
    /// One for each input. An error is the result of its input alone; it undoes no other one.
    package let answers: [Result<Answer, any Error>]
    /// The statements that write the rows of all inputs. If one fails, each input runs alone.
    package let writes: [Query]

    package init(_ answers: [Result<Answer, any Error>], writes: [Query]) {
        self.answers = answers
        self.writes = writes
    }
}
