/// Open answers that have data to send. Any thread adds them; the loop's thread takes them.
final class Awoken: Sendable {
    private let loop: EventLoop
    private let lock = Lock()
    // Guarded by `lock`.
    private nonisolated(unsafe) var answers: [OpenAnswer] = []

    init(_ loop: EventLoop) { self.loop = loop }

    func add(_ answer: OpenAnswer) {
        let isFirst = lock.withLock {
            defer { answers.append(answer) }
            return answers.isEmpty
        }
        if isFirst { loop.nudge() }
    }

    func take() -> [OpenAnswer] {
        lock.withLock {
            defer { answers = [] }
            return answers
        }
    }
}
