import HTTP
import TestSupport
import Testing

/// Requests that the HTTP library drops without an answer.
@Suite struct DroppedRequestTests {
    private static let chunks = FramingTests.post + "Transfer-Encoding: chunked\r\n\r\n"

    /// The library closes the connection of these without an answer. A proxy would conclude that
    /// the server is down.
    private static let dropped: [(String, String)] = [
        ("one word", "GET\r\n\r\n"),
        ("tabs for spaces", "GET\t/now\tHTTP/1.1\r\nHost: a\r\n\r\n"),
        ("no method", " /now HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("bytes of TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{7c}\u{3}\u{3}\r\n\r\n"),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("a chunk size of letters", chunks + "xyz\r\nhello\r\n0\r\n\r\n"),
        ("a chunk size beyond 64 bits", chunks + "fffffffffffffffff\r\nhello\r\n"),
        ("a chunk that does not end", chunks + "2\r\nhello\r\n0\r\n\r\n"),
    ]

    @Test(arguments: dropped)
    func `a request that the library drops is refused with an answer`(
        name: String, bytes: String
    ) async throws {
        try await Site.run { site in
            let port = site.port
            // On a new connection, after an answer, behind a request, and before the stream's end.
            for way in 0..<4 {
                let rest = try await offPool {
                    let socket = try RawSocket(port: port)
                    let good = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n"
                    if way == 1 {
                        try socket.send(good)
                    } else if way == 2 {
                        try socket.send(good + bytes)
                    }
                    if way == 1 || way == 2 { _ = try socket.reply() }
                    if way != 2 { try socket.send(bytes) }
                    if way == 3, !bytes.contains("chunked") { socket.finishSending() }
                    return try socket.rest()
                }
                #expect(rest.hasPrefix("HTTP/1.1 4") || rest.hasPrefix("HTTP/1.1 505"), "\(rest)")
                #expect(rest.contains("\r\nRequest-Id: "))
                #expect(
                    rest.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).count == 2)
            }
        }
    }

    /// RFC 9110, 10.1.1: a server may omit the 100 if there is no body, but not the answer.
    @Test(arguments: [
        "GET /now HTTP/1.1\r\n", "GET /echo/now HTTP/1.1\r\n",
        "POST /optional HTTP/1.1\r\nContent-Length: 0\r\n",
    ])
    func `a request that expects 100 without a body is answered before the next`(line: String)
        async throws
    {
        try await Site.run { site in
            let port = site.port
            let statuses = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(
                    line + "Host: a\r\nExpect: 100-continue\r\n\r\n"
                        + "GET /absent HTTP/1.1\r\nHost: a\r\n\r\n")
                return [try socket.reply().status, try socket.reply().status]
            }
            #expect(statuses == [200, 404])
        }
    }
}
