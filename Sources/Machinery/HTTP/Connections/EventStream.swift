import Threads

/// A body that its owner sends event by event while the answer is open, for server-sent events.
///
/// Each event is the newest state of one object and replaces the events before it. So a stream
/// holds one event that is being sent and one that waits, and a newer event replaces the waiting
/// one: a slow client costs no more than a quick one. Streams that send the same event share its
/// array.
package final class EventStream: Sendable {
    /// A larger event ends its stream: a slow client may hold two in memory, and a client fetches a
    /// state that large with a request.
    package static let eventBytesMax = 256 * 1024

    /// A comment, which clients ignore (HTML Living Standard, 9.2.6).
    static let heartbeat = Array(":\n\n".utf8)

    enum Portion: Equatable {
        case bytes(Int)
        case nothing
        case end
    }

    private struct State {
        var sending: [UInt8] = []
        /// Bytes of `sending` that are already sent.
        var sent = 0
        var waiting: [UInt8]?
        var isEnding = false
        var isOver = false
        /// The reader found nothing to send and waits for `wake`.
        var isAsleep = false
        var wake: (@Sendable () -> Void)?
        var onEnd: (@Sendable () -> Void)?
    }

    private let lock = Lock()
    // Guarded by `lock`.
    private nonisolated(unsafe) var state: State

    /// - Parameter onEnd: called once on the loop's thread when nothing more can be sent, because
    ///   the client has gone, the stream has ended or never began, or the server stops: be quick.
    package init(onEnd: @escaping @Sendable () -> Void = {}) {
        state = State(onEnd: onEnd)
    }

    /// Sends a whole event, with its empty line, from any thread; after the end it does nothing.
    package func send(_ event: [UInt8]) {
        guard !event.isEmpty else { return }
        change { state in
            state.waiting = event
            guard event.count > EventStream.eventBytesMax else { return }
            state.waiting = nil
            state.isEnding = true
        }
    }

    /// Ends the answer after everything sent before; any thread may call this.
    package func end() { change { $0.isEnding = true } }

    private func change(_ body: (inout State) -> Void) {
        let wake = lock.withLock { () -> (@Sendable () -> Void)? in
            guard !state.isEnding, !state.isOver else { return nil }
            body(&state)
            guard state.isAsleep else { return nil }
            state.isAsleep = false
            return state.wake
        }
        wake?()
    }

    // MARK: The loop's side

    /// Sets the closure that wakes the reader when data arrives after it found none.
    func begin(waking wake: @escaping @Sendable () -> Void) {
        lock.withLock {
            precondition(state.wake == nil, "an outflow belongs to a single answer")
            if !state.isOver { state.wake = wake }
        }
    }

    /// Copies the next bytes to send, as many as fit.
    func take(into room: UnsafeMutableRawBufferPointer) -> Portion {
        lock.withLock {
            if state.sending.isEmpty {
                guard let event = state.waiting else {
                    if state.isEnding { return .end }
                    state.isAsleep = true
                    return .nothing
                }
                state.sending = event
                state.waiting = nil
            }
            let count = min(room.count, state.sending.count - state.sent)
            state.sending.withUnsafeBytes { bytes in
                room.copyMemory(from: .init(rebasing: bytes[state.sent..<state.sent + count]))
            }
            state.sent += count
            if state.sent == state.sending.count {
                state.sending = []
                state.sent = 0
            }
            return .bytes(count)
        }
    }

    /// Queues a heartbeat if the stream is idle.
    ///
    /// - Returns: false when data is already queued, which is sent by itself.
    func queueHeartbeat() -> Bool {
        lock.withLock {
            guard state.isAsleep else { return false }
            state.isAsleep = false
            state.waiting = EventStream.heartbeat
            return true
        }
    }

    /// Sends nothing more and calls `onEnd`; a second call does nothing.
    func finish() {
        let onEnd = lock.withLock {
            defer { state = State(isEnding: true, isOver: true) }
            return state.onEnd
        }
        onEnd?()
    }
}
