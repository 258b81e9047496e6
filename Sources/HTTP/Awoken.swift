/// Open answers that have something to send: any thread puts them here, their loop's takes them.
final class Awoken: Sendable {
    private let loop: EventLoop
    private let lock = Lock()
    // Behind `lock`.
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
