import Glibc

/// An open connection, as its loop sees it.
final class Visitor {
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
    let socket: Int32
    let address: String
    /// Its address already has as many connections as its limit allows, so its requests are
    /// refused.
    let isBeyondLimit: Bool
    private(set) var phase: Phase
    /// On the monotonic clock in microseconds.
    private(set) var deadline: Int64
    var call: Call?

    /// The request line's target while the head is read; the library owns the memory.
    var target: UnsafePointer<CChar>?
    var targetLength = 0
    /// The bytes after the target's question mark; nil if it has none.
    var query: [UInt8]?

    init(
        _ daemon: Daemon, socket: Int32, address: String, isBeyondLimit: Bool = false,
        deadline: Int64
    ) {
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
    var hasUnread: Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Ends the connection: the library sees the end of the stream and cleans up.
    func shut() {
        phase = .shut
        deadline = .max
        shutdown(socket, Int32(SHUT_RDWR))
    }
}
