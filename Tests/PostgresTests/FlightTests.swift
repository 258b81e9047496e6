import Testing

@testable import Postgres

/// What is believed of a flight by how it ended.
@Suite struct FlightTests {
    typealias Decision = Connection.Decision

    /// Decision, every statement answered, session gone, server said no → what to believe.
    private static let ends: [(Decision, Bool, Bool, Bool, Connection.Verdict)] = [
        (.later, true, false, false, .done), (.later, false, false, true, .failed),
        (.later, true, true, true, .failed), (.later, false, true, false, .unknown),
        (.statement, true, false, false, .done), (.statement, false, false, true, .failed),
        // The answer to COMMIT came, then the session's end.
        (.statement, true, true, true, .done), (.statement, true, true, false, .done),
        (.statement, false, true, true, .failed), (.statement, false, true, false, .unknown),
        (.end, true, false, false, .done), (.end, false, false, true, .failed),
        // What a commit checks is said at the end of the flight.
        (.end, true, false, true, .failed),
        // The session ended where the commit is made.
        (.end, true, true, true, .unknown), (.end, true, true, false, .unknown),
        (.end, false, true, true, .failed), (.end, false, true, false, .unknown),
    ]

    @Test(arguments: ends) func `an end is believed as far as it goes`(
        decision: Decision, isComplete: Bool, isLost: Bool, failed: Bool,
        verdict: Connection.Verdict
    ) {
        #expect(decision.judge(isComplete, isLost: isLost, failed: failed) == verdict)
    }
}
