import Glibc

/// An open connection, as its loop sees it.
final class Visitor {
    enum Phase {
        /// Between two requests, or before the first.
        case idle
        /// The first line of a request is there, its end is not.
        case arriving
        /// A handler works; only its own limits bound it.
        case handling
        /// The answer is on its way.
        case departing
        /// The answer comes bit by bit; what of it is on its way has a deadline, silence has none.
        case streaming
        /// Shut by us; the library will notice.
        case shut
    }

    let socket: Int32
    let address: String
    private(set) var phase: Phase
    /// On the steady clock in microseconds.
    private(set) var deadline: Int64
    var call: Call?

    /// The request line's target while its head is read; the memory is the library's.
    var target: UnsafePointer<CChar>?
    var targetLength = 0

    init(socket: Int32, address: String, deadline: Int64) {
        self.socket = socket
        self.address = address
        self.deadline = deadline
        phase = .idle
    }

    func enter(_ phase: Phase, until deadline: Int64) {
        self.phase = phase
        self.deadline = deadline
    }

    /// Whether bytes have arrived that the library has not read.
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
