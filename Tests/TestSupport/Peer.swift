import Foundation
import Glibc

/// A server on 127.0.0.1 whose behavior on each connection the test decides, valid or not.
///
/// Each connection has its own thread, so that a test may block in it. The server ends with its
/// owner.
package final class Peer: Sendable {
    package let port: UInt16
    private let door: PeerDoor

    /// - Parameter serve: runs for each connection, which ends when it returns; if nil, the server
    ///   accepts no connection.
    package init(_ serve: (@Sendable (PeerConnection) -> Void)?) throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, length) == 0 && listen(listening, 512) == 0
                    && getsockname(listening, $0, &length) == 0
            }
        }
        guard isBound else { throw RawSocket.Failure.system("listen", errno) }
        port = UInt16(bigEndian: address.sin_port)
        let door = PeerDoor(listening)
        self.door = door
        guard let serve else { return }
        Thread.detachNewThread {
            while let connection = door.next() {
                Thread.detachNewThread {
                    serve(PeerConnection(connection))
                    door.end(connection)
                }
            }
        }
    }

    /// Reads requests and answers each with the given text, a complete answer.
    package static func answering(
        _ answer: @escaping @Sendable (HTTPReply) -> String
    ) throws -> Peer {
        try Peer { connection in
            while let request = connection.request() {
                guard connection.send(answer(request)) else { return }
            }
        }
    }

    /// An answer with a body and a status, as `answering` expects it.
    package static func answer(_ status: Int, _ body: String = "") -> String {
        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Number of accepted connections.
    package var connections: Int { door.count }

    /// Ends every connection and accepts no more.
    package func close() { door.close() }

    deinit { door.close() }
}

/// The listening socket and the connections' sockets.
// Unchecked: the lock guards the state.
private final class PeerDoor: @unchecked Sendable {
    private let listening: Int32
    private let lock = NSLock()
    private var open: Set<Int32> = []
    private var accepted = 0
    private var isClosed = false

    init(_ listening: Int32) { self.listening = listening }

    var count: Int { lock.withLock { accepted } }

    /// Waits for a connection.
    ///
    /// - Returns: nil once the socket is closed.
    func next() -> Int32? {
        let connection = accept(listening, nil, nil)
        guard connection >= 0 else { return nil }
        // Otherwise a program that another test starts would inherit the descriptor and keep it
        // open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return lock.withLock {
            accepted += 1
            open.insert(connection)
            if isClosed { shutdown(connection, Int32(SHUT_RDWR)) }
            return connection
        }
    }

    func end(_ connection: Int32) {
        lock.withLock {
            open.remove(connection)
            _ = Glibc.close(connection)
        }
    }

    func close() {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            shutdown(listening, Int32(SHUT_RDWR))
            for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    // The accepting thread retains it, so no thread waits on the socket any more.
    deinit { _ = Glibc.close(listening) }
}

/// A connection from the peer's side. Its calls block the thread that the peer gave it.
package final class PeerConnection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// - Returns: the next request with its body, the request line as `Request-Line`; nil when the
    /// other side has closed.
    package func request() -> HTTPReply? {
        while true {
            if let head = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: buffer[..<head.lowerBound], as: UTF8.self)
                guard let end = lines.firstRange(of: "\r\n") else { return nil }
                // In the form of an answer, so that one reader of headers serves both.
                let text =
                    "HTTP/1.1 200 X\r\nRequest-Line: " + lines[..<end.lowerBound] + "\r\n"
                    + lines[end.upperBound...]
                guard var request = try? HTTPReply(head: text) else { return nil }
                let length = request["Content-Length"].flatMap { Int($0) } ?? 0
                while buffer.count < head.upperBound + length { guard fill() else { return nil } }
                request.body = Array(buffer[head.upperBound..<head.upperBound + length])
                buffer.removeFirst(head.upperBound + length)
                return request
            }
            guard fill() else { return nil }
        }
    }

    /// - Returns: false when the other side is gone.
    package func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Reads until the other side has closed.
    package func waitForEnd() { while fill() {} }

    private func fill() -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &part, part.count, 0)
        guard count > 0 else { return false }
        buffer += part[..<count]
        return true
    }
}
