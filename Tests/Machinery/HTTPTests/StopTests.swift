import Glibc
import HTTP
import TestSupport
import Testing

/// The stop of a server, and the errors that prevent its start.
@Suite struct StopTests {
    @Test func `a stop finishes requests in flight and closes`() async throws {
        let gate = Gate()
        let begun = Journal<Int>()
        let slow = Route(.get, "/slow") { _, _ in
            begun.add(1)
            await gate.pass()
            return Response(status: 200, body: Array("slow".utf8))
        }
        let site = try Site([slow] + Site.routes)
        let port = site.port
        async let idleIsClosed = offPool {
            let idle = try RawSocket(port: port)
            try idle.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try idle.reply()
            return try idle.isClosed()
        }
        _ = try await site.exchanges.wait(for: 1)
        async let slowReply = HTTPClient(port: site.port).send("GET", "/slow")
        _ = try await begun.wait(for: 1)
        async let stopped: Void = site.server.stop(within: 30)
        // The server closes the idle connection first; by then it no longer listens.
        #expect(try await idleIsClosed)
        #expect(throws: RawSocket.Failure.self) { try RawSocket(port: port) }
        await gate.open()
        let reply = try await slowReply
        #expect(reply.status == 200)
        #expect(reply.text == "slow")
        #expect(reply["Connection"] == "close")
        await stopped
    }

    @Test func `a stop waits for a handler only up to its limit`() async throws {
        let gate = Gate()
        let begun = Journal<Int>()
        let canceled = Journal<Bool>()
        let stuck = Route(.get, "/stuck") { _, _ in
            begun.add(1)
            await gate.pass()
            canceled.add(Task.isCancelled)
            return Response(status: 200)
        }
        let site = try Site([stuck])
        async let reply = HTTPClient(port: site.port).send("GET", "/stuck")
        _ = try await begun.wait(for: 1)
        await site.server.stop(within: 0)
        let got = try await reply
        #expect(got.status == 503)
        #expect(got["Retry-After"] == "1")
        #expect(got["Connection"] == "close")
        #expect(got.text.hasSuffix("stopping"))
        // The handler still runs to its end on the loop; its task is canceled.
        await gate.open()
        #expect(try await canceled.wait(for: 1) == [true])
    }

    @Test func `a stop lets a started request arrive`() async throws {
        let site = try Site(Site.routes)
        let port = site.port
        async let reply = offPool {
            let socket = try RawSocket(port: port)
            try socket.send("POST /any HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
            // Once a later request is answered, the loop has seen this one.
            _ = try HTTPClient(port: port).sendBlocking("GET", "/now")
            // Send the rest when the server no longer listens.
            while (try? RawSocket(port: port)) != nil { usleep(1000) }
            try socket.send("llo")
            return try socket.reply()
        }
        _ = try await site.exchanges.wait(for: 1)
        await site.server.stop(within: 30)
        let got = try await reply
        #expect(got.status == 200)
        #expect(got.text == "hello")
        #expect(got["Connection"] == "close")
    }

    @Test func `a stop of a server without connections is quick, and a second one too`()
        async throws
    {
        let site = try Site(Site.routes, settings: .with { $0.loops = 2 })
        await site.server.stop(within: 30)
        await site.server.stop(within: 30)
        let port = site.port
        #expect(throws: RawSocket.Failure.self) { try RawSocket(port: port) }
    }

    @Test func `a stop under load answers every accepted request`() async throws {
        let site = try Site(Site.routes)
        let port = site.port
        let answered = Journal<Int>()
        async let load: Void = withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try? await offPool {
                        let client = HTTPClient(port: port)
                        while true {
                            let reply = try client.sendBlocking("GET", "/echo/x")
                            answered.add(reply.status)
                        }
                    }
                }
            }
        }
        _ = try await answered.wait(for: 500)
        await site.server.stop(within: 30)
        await load
        #expect(answered.all.allSatisfy { $0 == 200 })
        // A client without an answer has no finished exchange: clients read every answered one.
        let exchanges = site.exchanges.all.count { $0.ending == .answered }
        #expect(exchanges - answered.all.count <= 8)
    }

    @Test func `starting on a taken port reports it`() async throws {
        for loops in [1, 2] {
            let site = try Site(Site.routes, settings: .with { $0.loops = loops })
            let error = ServerError.portTaken(address: "127.0.0.1", port: site.port)
            #expect(throws: error) {
                try Site(Site.routes, settings: .with { $0.port = site.port })
            }
            #expect(throws: error) {
                try Site(
                    Site.routes,
                    settings: .with {
                        $0.port = site.port
                        $0.loops = 2
                    })
            }
            await site.close()
        }
    }

    @Test func `starting on an address that no interface has reports it`() {
        for address in ["192.0.2.1", "localhost", "nonsense"] {
            #expect(throws: ServerError.addressUnavailable(address)) {
                try Site(Site.routes, settings: .with { $0.address = address })
            }
        }
    }

    @Test func `a port is free again after a stop`() async throws {
        let first = try Site(Site.routes)
        _ = try await first.client.send("GET", "/now")
        await first.close()
        let second = try Site(Site.routes, settings: .with { $0.port = first.port })
        #expect(try await second.client.send("GET", "/now").text == "now")
        await second.close()
    }
}
