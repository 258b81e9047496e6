import CHTTPRefusals
import Glibc

/// An open connection, as its loop sees it.
final class ClientConnection {
    enum Phase {
        /// Between two requests, or before the first.
        case idle
        /// The request line has arrived, the request's end has not.
        case arriving
        /// A handler is working; only its own limits apply.
        case handling
        /// The server is sending the answer.
        case departing
        /// The answer is a stream; bytes being sent have a deadline, silence has none.
        case streaming
        /// Shut by the server; the library will notice.
        case shut
    }

    /// The daemon of the connection's loop.
    private(set) weak var daemon: Daemon?
    /// The library's connection, which outlives this object.
    let connection: OpaquePointer
    let socket: Int32
    let address: String
    /// Its address already has as many connections as its limit allows, so its requests are
    /// refused.
    let isBeyondLimit: Bool
    private(set) var phase: Phase
    /// On the monotonic clock in microseconds.
    private(set) var deadline: Int64
    var call: Call?
    /// A refusal was written to the socket, which accepts no more answers.
    var isRefused = false
    /// The time of the turn in which the last answer was complete, on the monotonic clock in
    /// microseconds; nil before the first.
    var servedAt: Int64?
    /// The connection stays open after the last answer.
    var isKeptAlive = false

    /// The request line's target while the head is read; the library owns the memory.
    var target: UnsafePointer<CChar>?
    var targetLength = 0
    /// The bytes after the target's question mark; nil if it has none.
    var query: [UInt8]?

    init(
        _ daemon: Daemon, _ connection: OpaquePointer, socket: Int32, address: String,
        isBeyondLimit: Bool = false, deadline: Int64
    ) {
        self.connection = connection
        self.isBeyondLimit = isBeyondLimit
        self.daemon = daemon
        self.socket = socket
        self.address = address
        self.deadline = deadline
        phase = .idle
    }

    func enter(_ phase: Phase, until deadline: Int64) {
        self.phase = phase
        self.deadline = deadline
    }

    /// True if bytes have arrived that the library has not read.
    var hasUnread: Bool { peek() > 0 }

    /// True if the client has sent a part of a request and no more.
    ///
    /// Before the end of the request line, only a new connection counts: a client that reuses one
    /// might take a refusal for the answer to its next request (RFC 9110, 15.5.9).
    var hasBegunRequest: Bool {
        switch phase {
        case .arriving: !isRefused
        case .idle: !isRefused && servedAt == nil && chttp_received_bytes(socket) > 0
        case .handling, .departing, .streaming, .shut: false
        }
    }

    /// True if the library drops a request without an answer, as it is about to close the
    /// connection.
    ///
    /// - Parameter now: this turn. In the turn of an answer the library also closes a connection
    ///   that was to end with it.
    func isDropping(at now: Int64) -> Bool {
        guard !isRefused, phase == .idle || phase == .arriving else { return false }
        if servedAt == now { return isKeptAlive && !hasPeerEnded }
        guard hasPeerEnded else { return true }
        // The end of a stream counts as one byte.
        return phase == .idle && servedAt == nil && chttp_received_bytes(socket) > 1
    }

    /// True if the client has closed its side, or the whole connection, and no bytes are left.
    var hasPeerEnded: Bool {
        let count = peek()
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }

    /// Like `recv` of one byte, which stays unread.
    private func peek() -> Int {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    }

    /// Ends the connection: the library sees the end of the stream and cleans up.
    func shut() {
        phase = .shut
        deadline = .max
        shutdown(socket, Int32(SHUT_RDWR))
    }
}
