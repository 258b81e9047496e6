/// A body that its owner sends event by event while the answer is open, for server-sent events.
///
/// Each event is the newest state of one thing and makes those before it worthless. So of a stream
/// one event is going out and one waits, which gives way to what is sent after it: a slow client
/// costs no more than a quick one. The arrays are shared by all streams they are sent to, not copied.
package final class Outflow: Sendable {
    /// An event beyond this ends its stream: two may be held for each client that reads at leisure,
    /// and a state that large is fetched by a request.
    package static let eventBytesMax = 256 * 1024

    /// A comment, which clients ignore (HTML Living Standard, 9.2.6).
    static let heartbeat = Array(":\n\n".utf8)

    enum Portion: Equatable {
        case bytes(Int)
        case nothing
        case end
    }

    private struct State {
        var going: [UInt8] = []
        /// How much of what is going is gone.
        var gone = 0
        var waiting: [UInt8]?
        var isEnding = false
        var isOver = false
        /// Whoever reads has found nothing and wants to be told of more.
        var isAsleep = false
        var wake: (@Sendable () -> Void)?
        var onEnd: (@Sendable () -> Void)?
    }

    private let lock = Lock()
    // Behind `lock`.
    private nonisolated(unsafe) var state: State

    /// - Parameter onEnd: called once on the loop's thread when nothing more can be sent, because the
    ///   client has gone, the stream has ended or was never begun, or the server stops: be quick.
    package init(onEnd: @escaping @Sendable () -> Void = {}) {
        state = State(onEnd: onEnd)
    }

    /// Sends an event, whole and with its empty line, from any thread; after the end it does nothing.
    package func send(_ event: [UInt8]) {
        guard !event.isEmpty else { return }
        change { state in
            state.waiting = event
            guard event.count > Outflow.eventBytesMax else { return }
            state.waiting = nil
            state.isEnding = true
        }
    }

    /// Ends the answer after what was sent before, from any thread.
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

    /// Takes what tells the reader that there is more, after it was told that there is nothing.
    func begin(waking wake: @escaping @Sendable () -> Void) {
        lock.withLock {
            precondition(state.wake == nil, "an outflow is of one answer")
            if !state.isOver { state.wake = wake }
        }
    }

    /// Copies what is to go next, as much as there is room for.
    func take(into room: UnsafeMutableRawBufferPointer) -> Portion {
        lock.withLock {
            if state.going.isEmpty {
                guard let event = state.waiting else {
                    if state.isEnding { return .end }
                    state.isAsleep = true
                    return .nothing
                }
                state.going = event
                state.waiting = nil
            }
            let count = min(room.count, state.going.count - state.gone)
            state.going.withUnsafeBytes { bytes in
                room.copyMemory(from: .init(rebasing: bytes[state.gone..<state.gone + count]))
            }
            state.gone += count
            if state.gone == state.going.count {
                state.going = []
                state.gone = 0
            }
            return .bytes(count)
        }
    }

    /// Puts a heartbeat where nothing was sent; false when something was, which goes out by itself.
    func beat() -> Bool {
        lock.withLock {
            guard state.isAsleep else { return false }
            state.isAsleep = false
            state.waiting = Outflow.heartbeat
            return true
        }
    }

    /// Nothing more goes out; a second call does nothing.
    func finish() {
        let onEnd = lock.withLock {
            defer { state = State(isEnding: true, isOver: true) }
            return state.onEnd
        }
        onEnd?()
    }
}
