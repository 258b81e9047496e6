import Testing

@testable import Postgres

/// The outcome of a round trip, from the way in which it ended.
@Suite struct PipelineTests {
    typealias CommitPoint = Connection.CommitPoint

    /// Commit point, every statement answered, session ended, server refused → outcome.
    private static let ends: [(CommitPoint, Bool, Bool, Bool, Connection.PipelineOutcome)] = [
        (.deferred, true, false, false, .done), (.deferred, false, false, true, .failed),
        (.deferred, true, true, true, .failed), (.deferred, false, true, false, .unknown),
        (.statement, true, false, false, .done), (.statement, false, false, true, .failed),
        // The answer to COMMIT arrived, then the session ended.
        (.statement, true, true, true, .done), (.statement, true, true, false, .done),
        (.statement, false, true, true, .failed), (.statement, false, true, false, .unknown),
        (.end, true, false, false, .done), (.end, false, false, true, .failed),
        // The server reports deferred checks at the end of the round trip.
        (.end, true, false, true, .failed),
        // The session ended while the commit was made.
        (.end, true, true, true, .unknown), (.end, true, true, false, .unknown),
        (.end, false, true, true, .failed), (.end, false, true, false, .unknown),
    ]

    @Test(arguments: ends) func `a round trip's end decides whether it is done, failed or unknown`(
        decision: CommitPoint, isComplete: Bool, isLost: Bool, failed: Bool,
        expected: Connection.PipelineOutcome
    ) {
        #expect(decision.outcome(isComplete, isLost: isLost, failed: failed) == expected)
    }
}
