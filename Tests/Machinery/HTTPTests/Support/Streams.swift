import Foundation
import HTTP
import TestSupport

/// A route whose answers stay open, with access to their streams and ends.
struct Streams {
    let begun = Journal<EventStream>()
    /// The names of the threads that reported the ends.
    let ended = Journal<String>()

    /// `GET /events`; the closure runs before the handler answers.
    func route(
        headers: [(String, String)] = [],
        before: @escaping @Sendable (EventStream) async -> Void = { _ in }
    ) -> Route {
        Route(.get, "/events") { [begun, ended] _, _ in
            let eventStream = EventStream { ended.add(Streams.threadName()) }
            begun.add(eventStream)
            await before(eventStream)
            return Response(
                status: 200, headers: [("Content-Type", "text/event-stream")] + headers,
                eventStream: eventStream)
        }
    }

    /// Opens a stream and reads the head of its answer.
    func open(_ site: Site) throws -> (socket: RawSocket, eventStream: EventStream) {
        let count = begun.all.count
        let socket = try Streams.ask(site)
        let head = try socket.reply()
        guard head.status == 200 else { throw RawSocket.Failure.notHTTP("\(head)") }
        return (socket, begun.all[count])
    }

    static func ask(_ site: Site) throws -> RawSocket {
        let socket = try RawSocket(port: site.port)
        try socket.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        return socket
    }

    private static func threadName() -> String {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return String((name ?? "unknown").prefix { $0 != "\n" })
    }
}

extension EventStream {
    func send(_ text: String) { send(Array(text.utf8)) }
}
