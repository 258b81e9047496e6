import Threads

/// Open answers that have data to send. Any thread adds them; the loop's thread takes them.
final class ReadyStreams: Sendable {
    private let loop: EventLoop
    private let lock = Lock()
    // Guarded by `lock`.
    private nonisolated(unsafe) var answers: [StreamingResponse] = []

    init(_ loop: EventLoop) { self.loop = loop }

    func add(_ answer: StreamingResponse) {
        let isFirst = lock.withLock {
            defer { answers.append(answer) }
            return answers.isEmpty
        }
        if isFirst { loop.requestTurn() }
    }

    func take() -> [StreamingResponse] {
        lock.withLock {
            defer { answers = [] }
            return answers
        }
    }
}
