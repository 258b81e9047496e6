import HTTP
import TestSupport
import Testing

/// Clients that close their side or disappear before they are answered.
@Suite struct DepartureTests {
    private static let get = "HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a client that closes its side still reads its answer, then the end`()
        async throws
    {
        let gate = Gate()
        let begun = Journal<Int>()
        let slow = Route(.get, "/slow") { _, _ in
            begun.add(1)
            await gate.pass()
            return Response(status: 200, body: Array("slow".utf8))
        }
        try await Site.run([slow] + Site.routes) { site in
            let port = site.port
            async let now = offPool {
                let socket = try RawSocket(port: port)
                try socket.send("GET /now \(DepartureTests.get)GET /echo/x \(DepartureTests.get)")
                socket.finishSending()
                let texts = [try socket.reply().text, try socket.reply().text]
                return (texts, try socket.isClosed())
            }
            async let later = offPool {
                let socket = try RawSocket(port: port)
                try socket.send("GET /slow \(DepartureTests.get)")
                socket.finishSending()
                return (try socket.reply().text, try socket.isClosed())
            }
            #expect(try await now == (["now", "x"], true))
            _ = try await begun.wait(for: 1)
            await gate.open()
            #expect(try await later == ("slow", true))
        }
    }

    @Test func `a client that sends much and closes its side gets every answer`()
        async throws
    {
        let large = Route(.post, "/large", body: .any, bodyBytesMax: 1 << 20) { request, _ in
            Response(status: 200, body: Array("\(request.body.count)".utf8))
        }
        try await Site.run([large] + Site.routes) { site in
            let port = site.port
            try await offPool {
                let many = try RawSocket(port: port)
                let requests = (0..<1000).map { "GET /echo/\($0) \(DepartureTests.get)" }
                try many.send(requests.joined())
                many.finishSending()
                for number in 0..<1000 {
                    let reply = try many.reply()
                    #expect(reply.text == String(number))
                }
                let one = try RawSocket(port: port)
                let body = String(repeating: "x", count: 1 << 20)
                try one.send(
                    "POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n\(body)")
                one.finishSending()
                let reply = try one.reply()
                #expect(reply.text == "1048576")
            }
        }
    }

    @Test func `a client that vanishes while its handler waits leaves no state`() async throws {
        let gate = Gate()
        let ended = Journal<Int>()
        let begun = Journal<Int>()
        let slow = Route(.get, "/slow") { _, _ in
            begun.add(1)
            await gate.pass()
            ended.add(1)
            return Response(status: 200, body: [UInt8](repeating: 120, count: 1_000_000))
        }
        // The limit is so long that a connection ends here only because the server notices the
        // loss.
        try await Site.run(
            [slow] + Site.routes, settings: .with { $0.idleMilliseconds = 3_600_000 }
        ) { site in
            let port = site.port
            for number in 0..<20 {
                let socket = try RawSocket(port: port)
                try socket.send("GET /slow \(DepartureTests.get)")
                _ = try await begun.wait(for: number + 1)
                // Half of them close politely, half with a reset.
                if number % 2 == 0 { socket.vanish() }
            }
            #expect(site.server.load.inFlight >= 19)
            await gate.open()
            let exchanges = try await site.exchanges.wait(for: 20)
            #expect(exchanges.count == 20)
            #expect(exchanges.allSatisfy { $0.route == "/slow" })
            #expect(ended.all.count == 20)
            try await eventually("the connections are closed") { site.server.load == (0, 0) }
            #expect(try await site.client.send("GET", "/now").text == "now")
        }
    }

    @Test(arguments: [(1, false), (1, true), (1_000_000, false), (1_000_000, true)])
    func `the slot of a vanished client is free when its handler ends`(
        size: Int, reset: Bool
    ) async throws {
        let gate = Gate()
        let begun = Journal<Int>()
        let slow = Route(.get, "/slow") { _, _ in
            begun.add(1)
            await gate.pass()
            return Response(status: 200, body: [UInt8](repeating: 120, count: size))
        }
        let one = Settings.with { settings in
            settings.connectionsMax = 1
            settings.idleMilliseconds = 3_600_000
        }
        try await Site.run([slow] + Site.routes, settings: one) { site in
            var gone: RawSocket? = try RawSocket(port: site.port)
            try gone?.send("GET /slow \(DepartureTests.get)")
            _ = try await begun.wait(for: 1)
            if reset { gone?.vanish() }
            gone = nil
            async let next = site.exchange("GET /now \(DepartureTests.get)")
            await gate.open()
            #expect(try await next.reply.text == "now")
        }
    }
}
