import TestSupport
import Testing

@testable import HTTP

/// Ends of streams: by their owner, with their client and with the server.
@Suite struct StreamEndTests {
    private let streams = Streams()
    /// The limits are so long that a stream ends within a test only because the server notices the
    /// loss.
    private static let patient = Settings.with { settings in
        settings.idleMilliseconds = 3_600_000
        settings.heartbeatMilliseconds = 3_600_000
    }

    @Test func `an end completes the answer, and the connection serves another`() async throws {
        try await Site.run([streams.route()] + Site.routes) { site in
            let (socket, eventStream) = try streams.open(site)
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n\r\n")
            eventStream.send("data: 22\n\n")
            eventStream.end()
            #expect(try socket.chunks() == "data: 22\n\n")
            eventStream.send("data: 3\n\n")
            try socket.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
            let next = try socket.reply()
            #expect(next.text == "now")
            #expect(try await streams.ended.wait(for: 1) == ["http"])
            let exchange = try await site.exchanges.wait(for: 2)[0]
            #expect(exchange.route == "/events")
            #expect(exchange.status == 200)
            #expect(exchange.bytesOut == 19)
            #expect(exchange.ending == .answered)
        }
    }

    enum Departure: CaseIterable { case close, reset, finishSending }

    @Test(arguments: Departure.allCases)
    func `a client's departure is reported at once`(departure: Departure) async throws {
        try await Site.run([streams.route()], settings: Self.patient) { site in
            var (socket, eventStream): (RawSocket?, EventStream) = try streams.open(site)
            eventStream.send("data: 1\n\n")
            try socket?.expect("data: 1\n\n")
            switch departure {
            case .close: socket = nil
            case .reset: socket?.vanish()
            case .finishSending: socket?.finishSending()
            }
            #expect(try await streams.ended.wait(for: 1) == ["http"])
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.ending) == [.cutOff])
            #expect(exchanges.map(\.bytesOut) == [9])
            try await eventually("the connection is closed") { site.server.load == (0, 0) }
            eventStream.send("data: 2\n\n")
            eventStream.end()
            #expect(streams.ended.all.count == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a client's departure before its stream began is reported`(reset: Bool) async throws {
        let gate = Gate()
        let slow = streams.route { _ in await gate.pass() }
        try await Site.run([slow], settings: Self.patient) { site in
            var socket: RawSocket? = try Streams.ask(site)
            let eventStream = try await streams.begun.wait(for: 1)[0]
            if reset { socket?.vanish() }
            socket = nil
            eventStream.send("data: 1\n\n")
            await gate.open()
            #expect(try await streams.ended.wait(for: 1) == ["http"])
            _ = try await site.exchanges.wait(for: 1)
            #expect(streams.ended.all.count == 1)
        }
    }

    @Test func `a client that does not read its stream is cut off`() async throws {
        try await Site.run(
            [streams.route()], settings: .with { $0.departureMilliseconds = 200 }
        ) { site in
            let (socket, eventStream) = try streams.open(site)
            let event = [UInt8](repeating: 120, count: EventStream.eventBytesMax)
            // Until the sockets' buffers are full, and then until the server notices.
            try await eventually("the server closes the stream") {
                eventStream.send(event)
                return !streams.ended.all.isEmpty
            }
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.ending) == [.cutOff])
            withExtendedLifetime(socket) {}
        }
    }

    @Test func `a stop ends streams at once and notifies their owners`() async throws {
        let site = try Site([streams.route()], settings: .with { $0.loops = 2 })
        var sockets: [RawSocket] = []
        for number in 0..<30 {
            let (socket, eventStream) = try streams.open(site)
            // Some streams are silent from the beginning, some have sent data.
            if number % 2 == 0 { eventStream.send("data: 1\n\n") }
            if number % 2 == 0 { try socket.expect("data: 1\n\n") }
            sockets.append(socket)
        }
        // The stop needs none of its 600 s; the 60 s allow for the load of other tests.
        let taken = await ContinuousClock().measure { await site.server.stop(within: 600) }
        #expect(taken < .seconds(60))
        for socket in sockets {
            let rest = try socket.rest()
            #expect(rest.hasSuffix("0\r\n\r\n"))
        }
        #expect(streams.ended.all == [String](repeating: "http", count: 30))
        #expect(site.exchanges.all.count { $0.ending == .answered } == 30)
    }

    @Test(arguments: [0, 1])
    func `a stop waits for a stalled client only up to its limit`(seconds: Int) async throws {
        let site = try Site([streams.route()])
        let (full, eventStream) = try streams.open(site)
        let (silent, _) = try streams.open(site)
        let event = [UInt8](repeating: 120, count: EventStream.eventBytesMax)
        // More than all buffers on the way hold, in parts as the server takes them.
        for _ in 0..<200 {
            eventStream.send(event)
            _ = try await HTTPClient(port: site.port).send("GET", "/absent")
        }
        let taken = await ContinuousClock().measure { await site.server.stop(within: seconds) }
        #expect(taken < .seconds(60))
        #expect(streams.ended.all == ["http", "http"])
        withExtendedLifetime((full, silent)) {}
    }

    @Test func `a stream that is returned during a stop ends`() async throws {
        let gate = Gate()
        let slow = streams.route { eventStream in
            eventStream.send("data: 1\n\n")
            await gate.pass()
        }
        let site = try Site([slow])
        let socket = try Streams.ask(site)
        _ = try await streams.begun.wait(for: 1)
        async let stopped: Void = site.server.stop(within: 30)
        let port = site.port
        try await eventually("the port accepts no connection") {
            (try? RawSocket(port: port)) == nil
        }
        await gate.open()
        let head = try socket.reply()
        #expect(head.status == 200)
        #expect(head["Connection"] == "close")
        #expect(try socket.chunks() == "data: 1\n\n")
        await stopped
        #expect(streams.ended.all == ["http"])
    }

    @Test func `a stream that is returned after the stop ends at once`() async throws {
        let gate = Gate()
        let slow = streams.route { _ in await gate.pass() }
        let site = try Site([slow])
        let socket = try Streams.ask(site)
        _ = try await streams.begun.wait(for: 1)
        await site.server.stop(within: 0)
        let reply = try socket.reply()
        #expect(reply.status == 503)
        await gate.open()
        #expect(try await streams.ended.wait(for: 1) == ["http"])
    }

    @Test func `a stream whose head cannot be sent is ended and reported`() async throws {
        try await Site.run([streams.route(headers: [("X-Odd", "a\r\nb: c")])]) { site in
            let reply = try await site.client.send("GET", "/events")
            #expect(reply.status == 500)
            #expect(try await streams.ended.wait(for: 1) == ["http"])
        }
    }

    @Test func `an end is reported once, and no event follows it`() {
        let ended = Journal<Int>()
        let eventStream = EventStream { ended.add(1) }
        eventStream.send("data: 1\n\n")
        eventStream.finish()
        eventStream.finish()
        eventStream.send("data: 2\n\n")
        #expect(ended.all == [1])
        #expect(eventStream.take(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) == .end)
    }

    @Test func `concurrent sends and ends complete every stream exactly once`()
        async throws
    {
        try await Site.run(
            [streams.route()] + Site.routes, settings: .with { $0.loops = 2 }
        ) { site in
            var sockets: [RawSocket] = []
            var outflows: [EventStream] = []
            for _ in 0..<20 {
                let (socket, eventStream) = try streams.open(site)
                sockets.append(socket)
                outflows.append(eventStream)
            }
            // Some clients leave in the middle.
            let leaving = sockets.suffix(5)
            sockets.removeLast(5)
            try await withThrowingTaskGroup { group in
                for thread in 0..<4 {
                    group.addTask { [outflows] in
                        try await offPool {
                            for number in 0..<2000 {
                                let event = Array("data: \(thread) \(number)\n\n".utf8)
                                for eventStream in outflows { eventStream.send(event) }
                            }
                            for eventStream in outflows { eventStream.end() }
                        }
                    }
                }
                for socket in leaving { socket.vanish() }
                try await group.waitForAll()
            }
            for socket in sockets {
                let events = try socket.chunks().split(separator: "\n\n")
                // A long silent stream also carries heartbeat comments.
                #expect(
                    events.allSatisfy { $0 == ":" || $0.wholeMatch(of: /data: \d \d+/) != nil })
                try socket.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                let next = try socket.reply()
                #expect(next.text == "now")
            }
            let ended = try await streams.ended.wait(for: 20)
            #expect(ended.count == 20)
        }
    }
}
