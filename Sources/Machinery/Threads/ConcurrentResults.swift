/// Runs work on several items concurrently. An item's error is a result, so that the other items
/// continue.
extension Array where Element: Sendable {
    /// Returns the results in the order in which the items end.
    ///
    /// - Parameter limit: the number of items at a time; by default all.
    package func concurrentResults<Value: Sendable>(
        atMost limit: Int = .max, _ work: @escaping @Sendable (Element) async throws -> Value
    ) async -> [Result<Value, any Error>] {
        await withTaskGroup(of: Result<Value, any Error>.self) { group in
            var results: [Result<Value, any Error>] = []
            for (place, item) in enumerated() {
                if place >= limit, let result = await group.next() { results.append(result) }
                group.addTask { await Result { try await work(item) } }
            }
            return await group.reduce(into: results) { $0.append($1) }
        }
    }
}

extension Result where Failure == any Error {
    /// Runs a body that awaits.
    package init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
