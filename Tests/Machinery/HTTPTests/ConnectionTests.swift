import Glibc
import HTTP
import TestSupport
import Testing

/// Connections: kept alive, shared by several requests, slow, and too many.
@Suite struct ConnectionTests {
    private static let get = "HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a connection is kept alive for many requests`() async throws {
        try await Site.run { site in
            let port = site.port
            try await offPool {
                let socket = try RawSocket(port: port)
                for number in 0..<100 {
                    try socket.send("GET /echo/\(number) \(ConnectionTests.get)")
                    let reply = try socket.reply()
                    #expect(reply.text == String(number))
                }
            }
            #expect(site.server.load.connections <= 1)
        }
    }

    @Test func `the connection closes after the answer on request and for HTTP/1.0`()
        async throws
    {
        try await Site.run { site in
            let close = try await site.exchange(
                "GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(close.reply.text == "now")
            #expect(close.closed)
            let old = try await site.exchange("GET /now HTTP/1.0\r\n\r\n")
            #expect(old.reply.text == "now")
            #expect(old.closed)
        }
    }

    @Test func `pipelined requests are answered in order, even if later handlers finish first`()
        async throws
    {
        let gate = Gate()
        let order = Journal<String>()
        let routes = [
            Route(.get, "/slow") { _, _ in
                order.add("slow begins")
                await gate.pass()
                order.add("slow ends")
                return Response(status: 200, body: Array("slow".utf8))
            },
            Route(.post, "/quick", body: .any) { request, _ in
                order.add("quick")
                return Response(status: 200, body: request.body)
            },
        ]
        try await Site.run(routes + Site.routes) { site in
            let port = site.port
            async let texts = offPool {
                let socket = try RawSocket(port: port)
                try socket.send(
                    "GET /slow \(ConnectionTests.get)"
                        + "POST /quick HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nquick"
                        + "GET /absent \(ConnectionTests.get)GET /now \(ConnectionTests.get)")
                return try (0..<4).map { _ in
                    let reply = try socket.reply()
                    return reply.status == 404 ? "404" : String(reply.text.suffix(8))
                }
            }
            _ = try await order.wait(for: 1)
            await gate.open()
            let got = try await texts
            #expect(got == ["slow", "quick", "404", "now"])
            #expect(order.all == ["slow begins", "slow ends", "quick"])
        }
    }

    @Test func `a thousand pipelined requests are all answered`() async throws {
        try await Site.run { site in
            let port = site.port
            try await offPool {
                let socket = try RawSocket(port: port)
                let requests = (0..<1000).map { "GET /echo/\($0) \(ConnectionTests.get)" }
                try socket.send(requests.joined())
                for number in 0..<1000 {
                    let reply = try socket.reply()
                    #expect(reply.text == String(number))
                }
            }
        }
    }

    @Test func `a request that arrives byte by byte is answered`() async throws {
        try await Site.run { site in
            let port = site.port
            try await offPool {
                let socket = try RawSocket(port: port)
                let text =
                    "POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 7\r\n\r\n{\"a\":1}"
                for byte in text.utf8 { try socket.send([byte]) }
                let reply = try socket.reply()
                #expect(reply.text == "{\"a\":1}")
            }
        }
    }

    private static let chunked =
        "POST /any HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// The bytes that a slow client sends before it stops, and the status of its answer.
    private static let stopped: [(String, String, Int?)] = [
        ("no bytes", "", nil),
        ("half a line", "GET /no", 408),
        ("no end of the head", "GET /now HTTP/1.1\r\nHost: a\r\n", 408),
        ("half a body", "POST /any HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello", 408),
        ("half a chunk", chunked + "5\r\nhe", 408),
        (
            "a chunk extension without end", chunked + "5;" + String(repeating: "x", count: 33_000),
            408
        ),
        (
            "a refused body",
            "POST /absent HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello", 404
        ),
    ]

    @Test(arguments: stopped)
    func `a client that stops in a request is answered and cut off`(
        name: String, bytes: String, status: Int?
    ) async throws {
        try await Site.run(settings: .with { $0.arrivalMilliseconds = 1000 }) { site in
            let port = site.port
            let rest = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(bytes)
                return try socket.rest()
            }
            guard let status else {
                #expect(rest == "")
                return
            }
            #expect(rest.hasPrefix("HTTP/1.1 \(status) "), "\(rest)")
            #expect(rest.contains("\r\nConnection: close\r\n"))
            #expect(try await site.exchanges.wait(for: 1).map(\.status) == [status])
        }
    }

    /// RFC 9110, 15.5.9: a client that reuses the connection might take the 408 for the answer to
    /// its next request.
    @Test func `a kept connection without a request is closed without an answer`() async throws {
        try await Site.run(settings: .with { $0.idleMilliseconds = 200 }) { site in
            let port = site.port
            let rest = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send("GET /now \(ConnectionTests.get)")
                _ = try socket.reply()
                return try socket.rest()
            }
            #expect(rest == "")
        }
    }

    @Test(arguments: [
        "GET /now HTTP/1.1\r\nHost: a\r\nX: ",
        "POST /any HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
    ])
    func `a client that drips bytes is cut off, because the deadline covers the whole request`(
        bytes: String
    ) async throws {
        try await Site.run(settings: .with { $0.arrivalMilliseconds = 200 }) { site in
            let port = site.port
            let dripped = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send(bytes)
                var dripped = 0
                // Each byte arrives well within the limit; together they exceed it.
                while dripped < 1000, (try? socket.send("x")) != nil {
                    dripped += 1
                    usleep(20_000)
                }
                return dripped
            }
            #expect(dripped < 100)
        }
    }

    @Test func `an idle connection is closed`() async throws {
        try await Site.run(settings: .with { $0.idleMilliseconds = 100 }) { site in
            let port = site.port
            let closed = try await offPool {
                let socket = try RawSocket(port: port)
                try socket.send("GET /now \(ConnectionTests.get)")
                _ = try socket.reply()
                return try socket.isClosed()
            }
            #expect(closed)
        }
    }

    @Test func `a handler may wait longer than a request may take to arrive`() async throws {
        let gate = Gate()
        let slow = Route(.get, "/slow") { _, _ in
            await gate.pass()
            return Response(status: 200)
        }
        let brief = Settings.with { settings in
            settings.idleMilliseconds = 1000
            settings.arrivalMilliseconds = 1000
        }
        try await Site.run([slow], settings: brief) { site in
            let port = site.port
            async let waiting = offPool {
                let socket = try RawSocket(port: port)
                try socket.send("GET /slow \(ConnectionTests.get)")
                return try socket.reply().status
            }
            // A later client that sends nothing is cut off: that much time has passed.
            for _ in 0..<2 {
                let rest = try await offPool { try RawSocket(port: port).rest() }
                #expect(rest == "")
            }
            await gate.open()
            #expect(try await waiting == 200)
        }
    }

    @Test func `a client that does not read its answer is cut off`() async throws {
        let large = Route(.get, "/large") { _, _ in
            Response(status: 200, body: [UInt8](repeating: 120, count: 32 << 20))
        }
        try await Site.run([large], settings: .with { $0.departureMilliseconds = 200 }) { site in
            let port = site.port
            let socket = try RawSocket(port: port)
            try socket.send("GET /large \(ConnectionTests.get)")
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.ending) == [.cutOff])
            _ = socket
        }
    }

    @Test func `requests beyond the in-flight limit are 503`() async throws {
        let gate = Gate()
        let begun = Journal<Int>()
        let slow = Route(.get, "/slow") { _, _ in
            begun.add(1)
            await gate.pass()
            return Response(status: 200)
        }
        try await Site.run([slow] + Site.routes, settings: .with { $0.inFlightMax = 2 }) { site in
            let port = site.port
            async let one = HTTPClient(port: port).send("GET", "/slow")
            async let two = HTTPClient(port: port).send("GET", "/slow")
            _ = try await begun.wait(for: 2)
            let refused = try await site.client.send("GET", "/slow")
            #expect(refused.status == 503)
            #expect(refused["Retry-After"] == "1")
            // A health check is still answered.
            let now = try await site.client.send("GET", "/now")
            #expect(now.status == 200)
            await gate.open()
            let statuses = try await [one.status, two.status]
            #expect(statuses == [200, 200])
            let after = try await site.client.send("GET", "/slow")
            #expect(after.status == 200)
        }
    }

    @Test func `connections beyond the limit wait until one is free`() async throws {
        try await Site.run(settings: .with { $0.connectionsMax = 2 }) { site in
            let port = site.port
            try await offPool {
                let first = try RawSocket(port: port)
                let second = try RawSocket(port: port)
                for socket in [first, second] {
                    try socket.send("GET /now \(ConnectionTests.get)")
                    _ = try socket.reply()
                }
                let third = try RawSocket(port: port, milliseconds: 200)
                try third.send("GET /now \(ConnectionTests.get)")
                #expect(throws: RawSocket.Failure.silence) { try third.reply() }
                third.milliseconds = 10_000
                first.vanish()
                let reply = try third.reply()
                #expect(reply.text == "now")
                withExtendedLifetime(second) {}
            }
        }
    }

    @Test func `a freed slot is reused at once`() async throws {
        try await Site.run(settings: .with { $0.connectionsMax = 1 }) { site in
            let port = site.port
            let clock = ContinuousClock()
            let taken = try await offPool {
                try clock.measure {
                    var place = try RawSocket(port: port)
                    try place.send("GET /now \(ConnectionTests.get)")
                    _ = try place.reply()
                    for _ in 0..<20 {
                        let next = try RawSocket(port: port)
                        try next.send("GET /now \(ConnectionTests.get)")
                        place.vanish()
                        _ = try next.reply()
                        place = next
                    }
                }
            }
            // The periodic check of the deadlines would need 20 rounds, 20 s.
            #expect(taken < .seconds(8))
        }
    }

    @Test func `1,100 connections are open, more than the library's default`()
        async throws
    {
        try await Site.run { site in
            let port = site.port
            try await offPool {
                let sockets = try (0..<1100).map { _ in try RawSocket(port: port) }
                for socket in sockets { try socket.send("GET /now \(ConnectionTests.get)") }
                for socket in sockets {
                    let reply = try socket.reply()
                    #expect(reply.status == 200)
                }
            }
        }
    }
}
