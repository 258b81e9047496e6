import Dispatch

/// When phones ask what has changed: at pushes, or every so often. It ends by itself, and when the command is told to stop.
struct Wakes: Sendable {
    /// The push token that was told; empty is everybody's.
    let tokens: AsyncStream<String>

    /// So many times.
    static func polls(_ count: Int, every seconds: Int) -> Wakes {
        until { continuation in
            for _ in 0..<count {
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                continuation.yield("")
            }
        }
    }

    /// A line of standard input is the token that a push went to.
    static func pushes() -> Wakes {
        until { continuation in
            await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
                // Reading waits for whoever writes: on no thread of the phones'.
                DispatchQueue(label: "pushes").async {
                    var lines = InputLines(lineBytesMax: 1_000)
                    while case .some(let line) = try? lines.next() {
                        if let line { continuation.yield(String(decoding: line, as: UTF8.self)) }
                    }
                    ended.resume()
                }
            }
        }
    }

    private static func until(
        _ source: @escaping @Sendable (AsyncStream<String>.Continuation) async -> Void
    ) -> Wakes {
        let (tokens, continuation) = AsyncStream.makeStream(of: String.self)
        Task {
            await source(continuation)
            continuation.finish()
        }
        Task {
            await Signals().wait()
            continuation.finish()
        }
        return Wakes(tokens: tokens)
    }
}
