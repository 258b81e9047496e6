import Foundation
import Glibc

/// A client with one kept-alive connection; it opens another when the server has closed it, and for
/// concurrent requests.
// Unchecked: the lock guards the connection.
package final class HTTPClient: @unchecked Sendable {
    private let port: UInt16
    private let milliseconds: Int32
    private let lock = NSLock()
    private var idle: RawSocket?
    /// Headers that each request carries.
    package var headers: [(String, String)]

    package init(port: UInt16, headers: [(String, String)] = [], milliseconds: Int32 = 10_000) {
        self.port = port
        self.headers = headers
        self.milliseconds = milliseconds
    }

    /// Sends a request and waits for its answer, on a thread of its own.
    package func send(
        _ method: String, _ path: String, headers more: [(String, String)] = [],
        body: [UInt8]? = nil
    ) async throws -> HTTPReply {
        try await offPool { [self] in
            try sendBlocking(method, path, headers: more, body: body)
        }
    }

    /// Sends a request with a JSON text as its body.
    package func send(
        _ method: String, _ path: String, headers more: [(String, String)] = [], json: String
    ) async throws -> HTTPReply {
        try await send(
            method, path, headers: more + [("Content-Type", "application/json")],
            body: Array(json.utf8))
    }

    /// Like `send`, on the calling thread.
    package func sendBlocking(
        _ method: String, _ path: String, headers more: [(String, String)] = [],
        body: [UInt8]? = nil
    ) throws -> HTTPReply {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for (name, value) in headers + more { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        text += "\r\n"
        let kept = lock.withLock {
            defer { idle = nil }
            return idle
        }
        let connection = try kept ?? RawSocket(port: port, milliseconds: milliseconds)
        try connection.send(Array(text.utf8) + (body ?? []))
        let reply = try connection.reply(toHead: method == "HEAD")
        // Keep the connection only after a complete answer that does not announce its close.
        if reply["Connection"]?.lowercased() != "close" { lock.withLock { idle = connection } }
        return reply
    }
}

/// Runs blocking work on a thread of its own, so that it takes none from the pool of tasks.
package func offPool<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        let work = Unmanaged.passRetained(
            Work { continuation.resume(with: Result(catching: body)) })
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        if failure == 0 {
            pthread_detach(thread)
        } else {
            work.release()
            continuation.resume(throwing: RawSocket.Failure.system("pthread_create", failure))
        }
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
