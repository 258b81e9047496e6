import Dispatch
import Glibc

/// Waits for SIGINT and SIGTERM.
// Unchecked because the sources are made here and only kept alive.
final class Signals: @unchecked Sendable {
    private let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            // The signals are not ignored before: the source is armed on another thread, and a
            // signal ignored until then would be lost, so that a process told to stop as it starts
            // would never stop.
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    func wait() async {
        for await _ in stream { return }
    }
}
