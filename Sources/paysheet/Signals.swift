import Dispatch
import Glibc

/// SIGINT and SIGTERM as something to wait for.
// Unchecked: the sources are made here and only kept alive.
final class Signals: @unchecked Sendable {
    private let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            // Not ignored before: the source is armed on another thread, and what is ignored until then
            // is lost, so that a process told to stop as it starts would never stop.
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
