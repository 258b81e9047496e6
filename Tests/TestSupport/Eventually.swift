import Testing

/// Waits until a condition holds. In a process with hundreds of tests this one may get no thread
/// for longer than any limit, so it gives up only after the limit and after enough checks.
package func eventually(
    _ what: Comment, within limit: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    var looks = 0
    while ContinuousClock.now < end || looks < looksMin {
        if try await condition() { return }
        looks += 1
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}

/// Enough for an operation of a second once the test has its thread back.
private let looksMin = 200
