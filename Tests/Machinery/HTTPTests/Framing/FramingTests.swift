import Glibc
import HTTP
import TestSupport
import Testing

/// Heads that two parsers would read differently.
@Suite struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        let fault: Refusal.Fault
        var testDescription: String { name }

        init(_ name: String, _ bytes: String, _ fault: Refusal.Fault) {
            self.name = name
            self.bytes = bytes
            self.fault = fault
        }
    }

    static let post = "POST /any HTTP/1.1\r\nHost: a\r\n"
    static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    static let cases: [Case] = [
        Case(
            "Content-Length, then Transfer-Encoding",
            post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
            .lengthWithTransferEncoding),
        Case(
            "Transfer-Encoding, then Content-Length",
            post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + hidden,
            .lengthWithTransferEncoding),
        Case(
            "two Content-Lengths that differ",
            post + "Content-Length: 5\r\nContent-Length: 40\r\n\r\nhello" + hidden, .repeatedLength),
        Case(
            "two equal Content-Lengths",
            post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", .repeatedLength),
        Case("two Hosts", post + "Host: b\r\nContent-Length: 0\r\n\r\n", .repeatedHost),
        Case("no Host", "GET /now HTTP/1.1\r\nX: y\r\n\r\n", .missingHost),
        Case("no headers at all", "GET /now HTTP/1.1\r\n\r\n", .missingHost),
        Case(
            "Transfer-Encoding gzip", post + "Transfer-Encoding: gzip\r\n\r\nhello",
            .transferEncoding),
        Case(
            "Transfer-Encoding identity", post + "Transfer-Encoding: identity\r\n\r\nhello",
            .transferEncoding),
        Case(
            "chunked twice in one line",
            post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", .transferEncoding),
        Case(
            "Transfer-Encoding twice",
            post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
            .transferEncoding),
        Case(
            "chunked in two lines",
            post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .transferEncoding),
        Case(
            "Transfer-Encoding empty", post + "Transfer-Encoding:\r\n\r\n0\r\n\r\n",
            .transferEncoding),
        Case(
            "chunked in HTTP/1.0",
            "POST /any HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .transferEncoding),
        Case(
            "a space before the colon",
            post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + hidden, .headerName),
        Case("a tab before the colon", post + "X\t: y\r\n\r\n", .headerName),
        Case("a quote in a name", post + "X\"Y: z\r\n\r\n", .headerName),
        Case("an umlaut in a name", post + "Xä: z\r\n\r\n", .headerName),
        Case("no name", post + ": z\r\n\r\n", .controlCharacter),
        Case("a folded line", post + "X: one\r\n two\r\nY: z\r\n\r\n", .controlCharacter),
        Case("lines without CR", "GET /now HTTP/1.1\nHost: a\n\n", .controlCharacter),
        Case(
            "one line without CR", "GET /now HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", .controlCharacter),
        Case("NUL in the method", "GET\0X /now HTTP/1.1\r\nHost: a\r\n\r\n", .controlCharacter),
        Case("NUL in the path", "GET /now\0x HTTP/1.1\r\nHost: a\r\n\r\n", .controlCharacter),
        Case("NUL in the query", "GET /now?a=\0b HTTP/1.1\r\nHost: a\r\n\r\n", .controlCharacter),
        Case("NUL in a value", post + "X: y\0z\r\nY: z\r\n\r\n", .controlCharacter),
        Case("NUL in the last value", post + "X: y\0z\r\n\r\n", .controlCharacter),
        Case("NUL at the end of a value", post + "X: y\0\r\n\r\n", .controlCharacter),
        Case(
            "NUL in Content-Length", post + "Content-Length: 5\0 6\r\n\r\nhello",
            .controlCharacter),
        Case("a control character in a value", post + "X: a\u{1}b\r\n\r\n", .headerValue),
        Case("DEL in a value", post + "X: a\u{7f}b\r\n\r\n", .headerValue),
        Case("a lone CR in a value", post + "X: a\rb\r\n\r\n", .headerValue),
        Case("two spaces before the target", "GET  /now HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("a space in the target", "GET /now x HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("a space after the target", "GET /now  HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("%00 in the path", "GET /echo/a%00b HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("%00 in the query", "GET /now?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("%00 in a query's name", "GET /now?%00=a HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("a cut escape", "GET /echo/a% HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("half an escape", "GET /echo/%4 HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("no hexadecimal", "GET /echo/%zz HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("an escape that is no UTF-8", "GET /echo/%FF HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("an overlong escape", "GET /echo/%C0%AF HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("a surrogate", "GET /echo/%ED%A0%80 HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case(
            "a bad escape where nothing is", "GET /absent/%zz HTTP/1.1\r\nHost: a\r\n\r\n", .target),
        Case("a bad escape in the query", "GET /now?a=%zz HTTP/1.1\r\nHost: a\r\n\r\n", .target),
    ]

    @Test(arguments: cases)
    func `an ambiguous head is 400 and ends the connection`(_ one: Case) async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(one.bytes)
            #expect(reply.status == 400)
            #expect(reply["Connection"] == "close")
            let id = try #require(reply["Request-Id"])
            #expect(reply.text == "\(id) \(Refusal.malformed(one.fault))")
            #expect(closed)
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.status) == [400])
        }
    }

    @Test func `bytes that are not UTF-8 are 400 in path, query and headers`() async throws {
        let heads: [[UInt8]] = [
            Array("GET /echo/".utf8) + [0xff] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            Array("GET /now?a=".utf8) + [0xc3, 0x28] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            Array("GET /now HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xe9] + Array("\r\n\r\n".utf8),
        ]
        try await Site.run { site in
            for head in heads {
                let (reply, closed) = try await site.exchange(head)
                #expect(reply.status == 400)
                #expect(closed)
            }
        }
    }

    @Test func `UTF-8 in path, query and headers arrives`() async throws {
        try await Site.run { site in
            #expect(try await site.client.send("GET", "/echo/é?ü=%C3%B6").text == "é|ü=ö")
            let reply = try await site.client.send("GET", "/header/x", headers: [("X", "naïve")])
            #expect(reply.text == "naïve")
        }
    }

    /// The library itself refuses these. The server replaces its answers.
    @Test(arguments: [
        ("no version", "GET /now\r\nHost: a\r\n\r\n", 400),
        ("a word for a version", "GET /now FOO\r\nHost: a\r\n\r\n", 400),
        ("HTTP/2.0", "GET /now HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        (
            "an unknown coding before chunked",
            post + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 501
        ),
        ("a line without a colon", post + "nonsense\r\n\r\n", 400),
        ("NUL in a name", post + "X\0Y: z\r\n\r\n", 400),
        ("Content-Length with letters", post + "Content-Length: 5x\r\n\r\nhello", 400),
        ("Content-Length with a sign", post + "Content-Length: +5\r\n\r\nhello", 400),
        ("Content-Length below zero", post + "Content-Length: -5\r\n\r\nhello", 400),
        ("Content-Length as a list", post + "Content-Length: 5, 5\r\n\r\nhello", 400),
        ("Content-Length empty", post + "Content-Length:\r\n\r\nhello", 400),
        (
            "Content-Length beyond 64 bits",
            post + "Content-Length: 99999999999999999999999\r\n\r\nhello", 413
        ),
    ])
    func `a head that the library refuses gets the server's own answer and ends the connection`(
        name: String, bytes: String, status: Int
    ) async throws {
        try await Site.run { site in
            let port = site.port
            let rest = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(bytes + FramingTests.hidden)
                return try socket.rest()
            }
            #expect(rest.hasPrefix("HTTP/1.1 \(status) "))
            #expect(rest.contains("\r\nConnection: close\r\n"))
            #expect(rest.contains("\r\nRequest-Id: "))
            #expect(
                rest.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).count == 2,
                "\(rest)")
            // The server records an exchange after its last byte.
            try await eventually("the exchange is recorded") {
                site.exchanges.all.map(\.status) == [status]
            }
        }
    }

    @Test(arguments: [40_000, 1_048_576])
    func `a head beyond its limit is 431`(size: Int) async throws {
        try await Site.run { site in
            let long = String(repeating: "x", count: size)
            let (reply, closed) = try await site.exchange(
                "GET /now HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n")
            #expect(reply.status == 431)
            #expect(reply["Request-Id"] != nil)
            #expect(closed)
            // The server records an exchange after its last byte.
            try await eventually("the exchange is recorded") {
                site.exchanges.all.map(\.status) == [431]
            }
        }
    }

    @Test func `two hundred headers within the limit are accepted`() async throws {
        try await Site.run { site in
            let lines = (0..<200).map { "X-\($0): value \($0)\r\n" }.joined()
            let (reply, closed) = try await site.exchange(
                "GET /header/X-199 HTTP/1.1\r\nHost: a\r\n\(lines)\r\n")
            #expect(reply.text == "value 199")
            #expect(!closed)
        }
    }

    @Test func `a target beyond the limit is 414`() async throws {
        try await Site.run { site in
            let long = String(repeating: "x", count: 40_000)
            let (reply, closed) = try await site.exchange(
                "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(reply.status == 414)
            #expect(closed)
        }
    }

    /// nginx marks a server as down if it closes a connection without an answer.
    @Test(arguments: [
        ("a=1", 100, 200), ("a=1", 101, 414), ("a=1", 500, 414), ("a=1", 5_000, 414),
        ("", 100, 200),
        ("", 3_000, 414), ("", 30_000, 414), ("%61=%20b", 100, 200),
    ])
    func `a query with any number of arguments is answered`(
        argument: String, count: Int, status: Int
    ) async throws {
        try await Site.run { site in
            let query = Array(repeating: argument, count: count).joined(separator: "&")
            let (reply, closed) = try await site.exchange(
                "GET /now?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(reply.status == status)
            #expect(closed == (status == 414))
        }
    }

    /// The library keeps a head in 32 KiB. Lines that nearly fill it leave no room for what the
    /// library adds.
    @Test(arguments: ["/now?a=", "/now?", "/now/", "/now?a&b=%41&"])
    func `a request line of any length near the limit is answered`(path: String) async throws {
        try await Site.run { site in
            let port = site.port
            let unanswered = try await offPool {
                var unanswered: [Int] = []
                for length in 32_400...32_800 {
                    let line =
                        "GET \(path)" + String(repeating: "x", count: length - 13 - path.utf8.count)
                    let socket = try RawSocket(port: port)
                    if length % 2 == 0 {
                        // On a connection that has served a request.
                        try socket.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                        try socket.expect("now")
                    }
                    let bytes = line + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                    if length % 5 == 0 {
                        try socket.send(String(bytes.prefix(20_000)))
                        usleep(1_000)
                        try socket.send(String(bytes.dropFirst(20_000)))
                    } else {
                        try socket.send(bytes)
                    }
                    let answer = try socket.rest()
                    if !answer.hasPrefix("HTTP/1.1 ") { unanswered.append(length) }
                }
                return unanswered
            }
            // The library may close while the client still sends, and the client can lose an
            // answer. Without room for an answer, hundreds are missing.
            #expect(unanswered.count <= 4, "\(unanswered)")
            #expect(try await site.client.send("GET", "/now").status == 200)
        }
    }

    @Test(arguments: [
        "X: y\r\n", "Cookie: a=b; c=d; e=f; g=h\r\n",
        "Long: \(String(repeating: "z", count: 200))\r\n",
    ])
    func `a request with any number of headers is answered`(line: String) async throws {
        try await Site.run { site in
            let port = site.port
            let unanswered = try await offPool {
                var unanswered: [Int] = []
                for count in stride(from: 1, through: 700, by: 3) {
                    let socket = try RawSocket(port: port)
                    try socket.send(
                        "GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                            + String(repeating: line, count: count) + "\r\n")
                    if try !socket.rest().hasPrefix("HTTP/1.1 ") { unanswered.append(count) }
                }
                return unanswered
            }
            // The library may close while the client still sends, and the client can lose an
            // answer. Without room for an answer, hundreds are missing.
            #expect(unanswered.count <= 4, "\(unanswered)")
            #expect(try await site.client.send("GET", "/now").status == 200)
        }
    }

    @Test(arguments: [
        "GET /now HTTP/1.1\r\n", "GET /now HTTP/1.1\r\nHost: a\r\n", "GET", "",
        "POST /any HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello",
        "POST /any HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
    ])
    func `a truncated request gets 400 or no answer, and the server stays up`(bytes: String)
        async throws
    {
        try await Site.run { site in
            let port = site.port
            let rest = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(bytes)
                socket.finishSending()
                return try socket.rest()
            }
            #expect(rest == "" || rest.hasPrefix("HTTP/1.1 400 "))
            #expect(try await site.client.send("GET", "/now").status == 200)
        }
    }

    /// RFC 9112, 9.6: a close while a proxy still sends resets its connection.
    @Test func `a client that is refused at the head can send its large body to the end`()
        async throws
    {
        try await Site.run { site in
            let reply = try await offPool {
                let socket = try RawSocket(port: site.port)
                try socket.send(
                    "POST /absent HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
                for _ in 0..<60 {
                    try socket.send([UInt8](repeating: 120, count: 50_000))
                    usleep(2_000)
                }
                return try socket.reply()
            }
            #expect(reply.status == 404)
            #expect(reply["Connection"] == "close")
            #expect(try await site.client.send("GET", "/now").status == 200)
        }
    }

    @Test func `harmless deviations from HTTP's grammar are accepted`() async throws {
        let heads = [
            "\r\n\r\nGET /echo/x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http://a.example/echo/x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET HTTPS://a.example:8080/echo/x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%65cho/%78 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /echo/x HTTP/1.1\r\nHost:a\r\nEmpty:\r\nSpaces:   \r\nX:y  \t\r\n\r\n",
            "GET /echo/x HTTP/1.1\r\nhost: a\r\n\r\n",
        ]
        try await Site.run { site in
            for head in heads {
                let (reply, closed) = try await site.exchange(head)
                #expect(reply.status == 200)
                #expect(reply.text == "x")
                #expect(!closed)
            }
        }
    }
}
