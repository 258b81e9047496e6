import Dispatch

/// The moments at which phones ask for changes: at pushes, or at fixed intervals. The stream ends
/// by itself, or when it is stopped.
struct UpdateTriggers: Sendable {
    /// The push token that received a push; an empty token means all phones.
    let tokens: AsyncStream<String>
    let stop: @Sendable () -> Void

    /// Pushes that wait while phones are busy; more than these indicate a mistake.
    private static let waitingMax = 100_000

    /// A fixed number of polls; those that are due while the phones are still busy become one.
    static func polls(_ count: Int, every seconds: Int) -> UpdateTriggers {
        made(.bufferingNewest(1)) { continuation in
            for _ in 0..<count {
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                continuation.yield("")
            }
        }
    }

    /// Each line of standard input is the token that received a push.
    static func pushes() -> UpdateTriggers {
        made(.bufferingOldest(waitingMax)) { continuation in
            await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
                // Reading blocks until a line comes, so it uses none of the phones' threads.
                DispatchQueue(label: "pushes").async {
                    var lines = InputLines(lineBytesMax: PhoneName.lengthMax)
                    while case .some(let line) = try? lines.next() {
                        if let line { continuation.yield(String(decoding: line, as: UTF8.self)) }
                    }
                    ended.resume()
                }
            }
        }
    }

    private static func made(
        _ policy: AsyncStream<String>.Continuation.BufferingPolicy,
        _ source: @escaping @Sendable (AsyncStream<String>.Continuation) async -> Void
    ) -> UpdateTriggers {
        let (tokens, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: policy)
        let task = Task {
            await source(continuation)
            continuation.finish()
        }
        return UpdateTriggers(tokens: tokens) {
            task.cancel()
            continuation.finish()
        }
    }
}
