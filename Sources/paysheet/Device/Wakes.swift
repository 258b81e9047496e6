import Dispatch

/// When phones ask what has changed: at pushes, or every so often. It ends by itself, and when it is told to.
struct Wakes: Sendable {
    /// The push token that was told; empty is everybody's.
    let tokens: AsyncStream<String>
    let stop: @Sendable () -> Void

    /// Pushes that wait while phones ask; more than that are a mistake.
    private static let waitingMax = 100_000

    /// So many times; one that is due while phones still ask is the next one.
    static func polls(_ count: Int, every seconds: Int) -> Wakes {
        made(.bufferingNewest(1)) { continuation in
            for _ in 0..<count {
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                continuation.yield("")
            }
        }
    }

    /// A line of standard input is the token that a push went to.
    static func pushes() -> Wakes {
        made(.bufferingOldest(waitingMax)) { continuation in
            await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
                // Reading waits for whoever writes: on no thread of the phones'.
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
    ) -> Wakes {
        let (tokens, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: policy)
        let task = Task {
            await source(continuation)
            continuation.finish()
        }
        return Wakes(tokens: tokens) {
            task.cancel()
            continuation.finish()
        }
    }
}
