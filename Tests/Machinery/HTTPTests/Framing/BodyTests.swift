import HTTP
import TestSupport
import Testing

/// Bodies: their limits, their types and how they arrive.
@Suite struct BodyTests {
    private static let post = "HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"

    private func sized(_ path: String, _ size: Int) -> String {
        "POST \(path) \(BodyTests.post)Content-Length: \(size)\r\n\r\n"
            + String(repeating: "x", count: size)
    }

    private func chunked(_ path: String, _ sizes: [Int]) -> String {
        var text = "POST \(path) \(BodyTests.post)Transfer-Encoding: chunked\r\n\r\n"
        for size in sizes {
            text += String(size, radix: 16) + "\r\n" + String(repeating: "x", count: size) + "\r\n"
        }
        return text + "0\r\n\r\n"
    }

    @Test(arguments: [0, 1, 999, 1000])
    func `a body up to the limit arrives complete`(size: Int) async throws {
        try await Site.run { site in
            let chunks = chunked("/any", size == 0 ? [] : [size])
            for (text, isLast) in [(sized("/any", size), false), (chunks, true)] {
                let (reply, closed) = try await site.exchange(text)
                #expect(reply.status == 200)
                #expect(reply.body.count == size)
                #expect(closed == isLast)
            }
        }
    }

    @Test(arguments: [1001, 5000, 1_048_576])
    func `a body over the limit is read, then answered with 413`(size: Int) async throws {
        try await Site.run { site in
            let chunks = chunked("/any", [size / 2, size - size / 2])
            for (text, isLast) in [(sized("/any", size), false), (chunks, true)] {
                let (reply, closed) = try await site.exchange(text)
                #expect(reply.status == 413)
                #expect(reply.text.hasSuffix("bodyTooLarge(limit: 1000)"))
                #expect(closed == isLast)
            }
            let exchanges = try await site.exchanges.wait(for: 3)
            #expect(exchanges.filter { $0.status == 413 }.map(\.bytesIn) == [size, size])
        }
    }

    /// A client that sends a body is not authenticated yet, so all bodies together share one limit.
    @Test func `bodies in memory share one limit`() async throws {
        var settings = Settings()
        settings.bodyBytesHeldMax = 100_000
        let (arrived, goOn) = (Gate(), Gate())
        let route = Route(.post, "/large", bodyBytesMax: 200_000) { request, _ in
            await arrived.open()
            await goOn.pass()
            return Response(status: 200, body: Array("\(request.body.count)".utf8))
        }
        try await Site.run(Site.routes + [route], settings: settings) { site in
            let body = String(repeating: "x", count: 100_000)
            let text = "POST /large \(BodyTests.post)Content-Length: 100000\r\n\r\n" + body
            let first = try RawSocket(port: site.port)
            try first.send(text)
            await arrived.pass()
            #expect(try await site.exchange(text).0.status == 503)
            await goOn.open()
            #expect(try first.reply().status == 200)
            // The request's end frees the memory that it held.
            for _ in 0..<2 { #expect(try await site.exchange(text).0.status == 200) }
        }
    }

    @Test func `a body announced beyond the drain limit is 413 at once`() async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(
                "POST /any \(BodyTests.post)Content-Length: 1048577\r\n\r\n")
            #expect(reply.status == 413)
            #expect(reply["Connection"] == "close")
            #expect(closed)
        }
    }

    /// Chunks of 64 KiB, and one of the largest size that fits 64 bits.
    @Test(arguments: ["10000", "ffffffffffffffff"])
    func `a body that streams beyond the drain is 413 before its end`(size: String) async throws {
        try await Site.run { site in
            let part = String(repeating: "x", count: 0x10000)
            let port = site.port
            let reply = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send("POST /any \(BodyTests.post)Transfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<17 { try socket.send("\(size)\r\n\(part)\r\n") }
                let reply = try socket.reply()
                // The connection stays cut off, even after the body's end.
                try? socket.send("0\r\n\r\nGET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                let closed = try socket.isClosed()
                #expect(closed)
                return reply
            }
            #expect(reply.status == 413)
            #expect(reply["Connection"] == "close")
            #expect(reply["Request-Id"]?.utf8.count == 20)
            #expect(reply.text.hasSuffix("bodyTooLarge(limit: 1000)"))
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.status) == [413])
            #expect(exchanges.map(\.ending) == [.answered])
        }
    }

    @Test func `chunks arrive as one body without extensions and trailers`() async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(
                "POST /any HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                    + "5;name=value\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: x\r\n\r\n")
            #expect(reply.text == "hello world")
            #expect(closed)
        }
    }

    @Test(arguments: [
        ("nothing odd", "5\r\nhello\r\n0\r\n\r\n"),
        ("a size that ends with LF", "5\nhello\r\n0\r\n\r\n"),
        ("a chunk that ends with LF", "5\r\nhello\n0\r\n\r\n"),
        ("an end that ends with LF", "5\r\nhello\r\n0\n\n"),
        ("LF in an extension", "5;name=\nhello\r\n0\r\n\r\n"),
        ("LF in a trailer", "5\r\nhello\r\n0\r\nX: y\n\r\n"),
    ])
    func `a chunked request ends its connection, so that its framing hides no other`(
        name: String, chunks: String
    ) async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(
                FramingTests.post + "Transfer-Encoding: chunked\r\n\r\n" + chunks
                    + FramingTests.hidden)
            #expect(reply.text == "hello")
            #expect(reply["Connection"] == "close")
            #expect(closed)
            // The server records an exchange after its last byte.
            try await eventually("the exchange is recorded") {
                site.exchanges.all.map(\.status) == [200]
            }
        }
    }

    @Test(arguments: [
        ("a word for a size", "zz\r\nhello\r\n0\r\n\r\n", 400),
        ("a prefix of C", "0x5\r\nhello\r\n0\r\n\r\n", 400),
        ("a size below zero", "-5\r\nhello\r\n0\r\n\r\n", 400),
        ("no size", "\r\nhello\r\n0\r\n\r\n", 400),
        ("a size that is too small", "3\r\nhello\r\n0\r\n\r\n", 400),
        ("a size of 68 bits", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n", 413),
    ])
    func `a chunk that the library refuses gets the server's own answer`(
        name: String, chunks: String, status: Int
    ) async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(
                "POST /any HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
            #expect(reply.status == status)
            #expect(closed)
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.status) == [status])
            #expect(exchanges.map(\.ending) == [.answered])
            #expect(reply["Request-Id"] != nil)
        }
    }

    @Test(arguments: [
        ("application/json", 200), ("APPLICATION/JSON", 200),
        ("application/json; charset=utf-8", 200), ("application/json;charset=\"UTF-8\"", 200),
        ("application/json; charset=latin1", 415), ("application/json; version=1", 415),
        ("application/jsonx", 415), ("application/problem+json", 415), ("text/json", 415),
        ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("", 415),
        ("application/json, text/plain", 415), ("application/json;", 415),
    ])
    func `a JSON route accepts JSON in UTF-8`(type: String, status: Int) async throws {
        try await Site.run { site in
            for path in ["/json", "/optional"] {
                let reply = try await site.client.send(
                    "POST", path, headers: [("Content-Type", type)], body: Array("{}".utf8))
                #expect(reply.status == status)
            }
            let any = try await site.client.send(
                "POST", "/any", headers: [("Content-Type", type)], body: Array("{}".utf8))
            #expect(any.status == 200)
        }
    }

    @Test func `a body without a content type is 415`() async throws {
        try await Site.run { site in
            for path in ["/json", "/optional"] {
                let reply = try await site.client.send("POST", path, body: Array("{}".utf8))
                #expect(reply.status == 415)
            }
            let (chunked, _) = try await site.exchange(
                "POST /optional HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\n{}\r\n0\r\n\r\n")
            #expect(chunked.status == 415)
        }
    }

    @Test func `a request without body and type is accepted where the body is optional`()
        async throws
    {
        try await Site.run { site in
            for (path, status) in [("/optional", 200), ("/json", 415)] {
                let empty = try await site.client.send("POST", path, body: [])
                #expect(empty.status == status)
                let none = try await site.client.send("POST", path)
                #expect(none.status == status)
            }
        }
    }

    @Test func `two content types or a content encoding are 415`() async throws {
        try await Site.run { site in
            let twice = try await site.client.send(
                "POST", "/json", headers: [("Content-Type", "application/json")], json: "{}")
            #expect(twice.status == 415)
            let packed = try await site.client.send(
                "POST", "/json", headers: [("Content-Encoding", "gzip")], json: "{}")
            #expect(packed.status == 415)
        }
    }

    @Test func `a body is dropped where the route expects none`() async throws {
        try await Site.run { site in
            let reply = try await site.client.send("DELETE", "/now", body: Array("hello".utf8))
            #expect(reply.status == 200)
            #expect(reply.text == "0")
            let get = try await site.client.send("GET", "/now", body: Array("hello".utf8))
            #expect(get.text == "now")
        }
    }

    @Test func `a client that expects 100 gets it, and the answer after the body`() async throws {
        try await Site.run { site in
            let port = site.port
            try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(
                    "POST /any \(BodyTests.post)Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
                try socket.expect("HTTP/1.1 100 Continue\r\n\r\n")
                try socket.send("hello")
                let reply = try socket.reply()
                #expect(reply.status == 200)
                #expect(reply.text == "hello")
            }
        }
    }

    @Test(arguments: [
        ("POST /any", "Content-Length: 1001\r\n", 413),
        ("POST /absent", "Content-Length: 5\r\n", 404),
        ("PUT /any", "Content-Length: 5\r\n", 405),
        ("POST /json", "Content-Length: 5\r\nContent-Encoding: gzip\r\n", 415),
    ])
    func `a client that expects 100 is refused before it sends a refusable body`(
        line: String, headers: String, status: Int
    ) async throws {
        try await Site.run { site in
            let (reply, closed) = try await site.exchange(
                "\(line) \(BodyTests.post)\(headers)Expect: 100-continue\r\n\r\n")
            #expect(reply.status == status)
            #expect(reply["Connection"] == "close")
            #expect(closed)
        }
    }

    @Test func `a large body within a large limit arrives complete`() async throws {
        let route = Route(.post, "/large", body: .any, bodyBytesMax: 16 << 20) { request, _ in
            var sum = 0
            for byte in request.body { sum += Int(byte) }
            return Response(status: 200, body: Array("\(request.body.count) \(sum)".utf8))
        }
        try await Site.run([route]) { site in
            let body = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0) }
            let sum = body.reduce(0) { $0 + Int($1) }
            let reply = try await site.client.send("POST", "/large", body: body)
            #expect(reply.text == "\(body.count) \(sum)")
        }
    }

    @Test func `a large answer arrives complete`() async throws {
        let body = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let route = Route(.get, "/large") { _, _ in Response(status: 200, body: body) }
        try await Site.run([route]) { site in
            let reply = try await site.client.send("GET", "/large")
            #expect(reply.body == body)
        }
    }
}
