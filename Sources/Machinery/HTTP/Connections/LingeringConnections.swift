import Glibc

/// Connections that the library closes right after the server has refused a request.
///
/// Closing a socket while bytes arrive resets the connection, and the client may lose the answer
/// (RFC 9112, 9.6). So the server keeps a copy of the descriptor and drops incoming bytes until the
/// client closes or the time is over. Confined to a loop's thread.
struct LingeringConnections {
    private struct Socket {
        let descriptor: Int32
        let deadline: Int64
    }

    /// A flood of refused requests takes no more descriptors than this; beyond it the server closes
    /// sockets at once.
    static let socketsMax = 64
    /// A client on a slow network reads an answer of a kilobyte in this time.
    static let microseconds: Int64 = 2_000_000

    private var sockets: [Socket] = []

    var isEmpty: Bool { sockets.isEmpty }

    mutating func keepOpen(_ socket: Int32, at now: Int64) {
        // Drop the connections that their clients have closed by now.
        if sockets.count >= Self.socketsMax { closeEnded(at: now) }
        guard sockets.count < Self.socketsMax else { return }
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        sockets.append(Socket(descriptor: copy, deadline: now + Self.microseconds))
    }

    /// Drops bytes that have arrived, and closes connections that have ended.
    mutating func closeEnded(at now: Int64) {
        sockets.removeAll { socket in
            let hasEnded = !Self.drain(socket.descriptor)
            guard hasEnded || socket.deadline <= now else { return false }
            close(socket.descriptor)
            return true
        }
    }

    mutating func closeAll() {
        for socket in sockets { close(socket.descriptor) }
        sockets = []
    }

    /// - Returns: false once the client has closed.
    private static func drain(_ socket: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<64 {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return false }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
        }
        return true
    }
}
