import Testing

/// Waits until a condition of the outside world holds, and fails when it does not within half a minute.
package func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
