import TestSupport
import Testing

@testable import HTTP

/// Answers that stay open for events.
@Suite struct StreamTests {
    private let streams = Streams()

    @Test func `the head and each event reach the client at once`() async throws {
        try await Site.run([streams.route()]) { site in
            let taken = try await offPool { [streams] in
                try ContinuousClock().measure {
                    for _ in 0..<20 {
                        let (socket, eventStream) = try streams.open(site)
                        for number in 0..<3 {
                            eventStream.send("data: \(number)\n\n")
                            try socket.expect("data: \(number)\n\n")
                        }
                    }
                }
            }
            // If the kernel held back a part of each answer for 200 ms, it would take 12 s; the
            // periodic check comes each second.
            #expect(taken < .seconds(10))
        }
    }

    @Test func `a stream counts as a stream, not as a request in flight`() async throws {
        try await Site.run([streams.route()]) { site in
            let (socket, eventStream) = try streams.open(site)
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n")
            try await eventually("the stream is counted") { site.server.streams == 1 }
            #expect(site.server.load == (1, 0))
            eventStream.end()
            try await eventually("the stream has ended") { site.server.streams == 0 }
        }
    }

    @Test func `a stream declares no length`() async throws {
        let decorate: @Sendable (Request, inout Response) -> Void = { request, response in
            response.headers.append(("X-Path", request.path))
        }
        try await Site.run([streams.route()], decorate: decorate) { site in
            let head = try Streams.ask(site).reply()
            #expect(head.status == 200)
            #expect(head["Content-Type"] == "text/event-stream")
            #expect(head["Transfer-Encoding"] == "chunked")
            #expect(head["Content-Length"] == nil)
            #expect(head["Connection"] == nil)
            #expect(head["Request-Id"]?.utf8.count == 20)
            #expect(head["X-Path"] == "/events")
        }
    }

    @Test func `an event sent before the answer began is not lost`() async throws {
        let early = streams.route { eventStream in
            eventStream.send("data: old\n\n")
            eventStream.send("data: new\n\n")
        }
        try await Site.run([early]) { site in
            let (socket, eventStream) = try streams.open(site)
            eventStream.end()
            #expect(try socket.chunks() == "data: new\n\n")
        }
    }

    @Test func `a slow reader gets the newest event, not all of them`() async throws {
        try await Site.run([streams.route()]) { site in
            let (socket, eventStream) = try streams.open(site)
            let count = 2000
            let padding = String(repeating: "x", count: 64 << 10)
            for number in 1...count { eventStream.send("data: \(number) \(padding)\n\n") }
            eventStream.end()
            let text = try socket.chunks()
            let numbers = text.split(separator: "\n\n").map { event in
                Int(event.dropFirst(6).prefix { $0 != " " }) ?? 0
            }
            #expect(numbers.last == count)
            #expect(numbers == numbers.sorted())
            // No event is torn: each has its padding.
            #expect(text.utf8.count(where: { $0 == UInt8(ascii: "x") }) == numbers.count << 16)
            // All events together have 125 MiB; the sockets hold 10 MiB at most.
            #expect(numbers.count < count / 2)
        }
    }

    @Test func `an event that is too large ends its stream`() async throws {
        try await Site.run([streams.route()]) { site in
            let (socket, eventStream) = try streams.open(site)
            eventStream.send([UInt8](repeating: 120, count: EventStream.eventBytesMax + 1))
            try socket.expect("0\r\n\r\n")
            #expect(try await streams.ended.wait(for: 1).count == 1)
        }
    }

    @Test func `a silent stream gets heartbeats`() async throws {
        let brief = Settings.with { $0.heartbeatMilliseconds = 50 }
        try await Site.run([streams.route()], settings: brief) { site in
            let (socket, eventStream) = try streams.open(site)
            for _ in 0..<3 { try socket.expect("3\r\n:\n\n\r\n") }
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n")
            try socket.expect("3\r\n:\n\n\r\n")
        }
    }

    @Test func `a heartbeat replaces no event`() {
        let eventStream = EventStream()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
        defer { room.deallocate() }
        eventStream.send("data: 1\n\n")
        #expect(!eventStream.queueHeartbeat())
        #expect(eventStream.take(into: room) == .bytes(9))
        // The reader has not asked for more data yet.
        #expect(!eventStream.queueHeartbeat())
        #expect(eventStream.take(into: room) == .nothing)
        #expect(eventStream.queueHeartbeat())
        eventStream.send("data: 2\n\n")
        #expect(eventStream.take(into: room) == .bytes(9))
        #expect(eventStream.take(into: room) == .nothing)
    }

    @Test func `a silent stream has no deadline`() async throws {
        let brief = Settings.with { settings in
            settings.idleMilliseconds = 200
            settings.arrivalMilliseconds = 200
            settings.departureMilliseconds = 200
        }
        try await Site.run([streams.route()], settings: brief) { site in
            let (socket, eventStream) = try streams.open(site)
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n")
            // A later client that sends nothing is cut off: that much time has passed.
            for _ in 0..<2 {
                let rest = try await offPool { try RawSocket(port: site.port).rest() }
                #expect(rest == "")
            }
            eventStream.send("data: 2\n\n")
            try socket.expect("data: 2\n\n")
        }
    }

    @Test func `streams beyond their limit are 503 until a slot is free`() async throws {
        let few = Settings.with { $0.streamsMax = 2 }
        try await Site.run([streams.route()] + Site.routes, settings: few) { site in
            let first = try streams.open(site)
            let second = try streams.open(site)
            let refused = try await site.client.send("GET", "/events")
            #expect(refused.status == 503)
            #expect(refused["Retry-After"] == "1")
            #expect(refused.text.hasSuffix("tooManyInFlight"))
            // The refused stream reported its end to its owner.
            #expect(try await streams.ended.wait(for: 1) == ["http"])
            #expect(try await site.client.send("GET", "/now").status == 200)
            first.eventStream.end()
            _ = try await streams.ended.wait(for: 2)
            let (socket, eventStream) = try streams.open(site)
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n")
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func `an answer to HEAD begins no stream`() async throws {
        try await Site.run([streams.route()] + Site.routes) { site in
            let socket = try RawSocket(port: site.port)
            try socket.send("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try socket.reply(toHead: true)
            #expect(head.status == 200)
            #expect(head["Content-Type"] == "text/event-stream")
            #expect(head["Content-Length"] == nil)
            #expect(head["Connection"] == "close")
            #expect(try socket.rest() == "")
            #expect(try await streams.ended.wait(for: 1) == ["http"])
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges[0].bytesOut == 0)
            #expect(exchanges[0].ending == .answered)
        }
    }

    @Test func `a client of HTTP/1.0 reads events until the connection closes`() async throws {
        try await Site.run([streams.route()]) { site in
            let socket = try RawSocket(port: site.port)
            try socket.send("GET /events HTTP/1.0\r\n\r\n")
            let head = try socket.reply()
            #expect(head.status == 200)
            #expect(head["Transfer-Encoding"] == nil)
            let eventStream = try await streams.begun.wait(for: 1)[0]
            eventStream.send("data: 1\n\n")
            try socket.expect("data: 1\n\n")
            eventStream.send("data: 2\n\n")
            eventStream.end()
            #expect(try socket.rest() == "data: 2\n\n")
            let exchanges = try await site.exchanges.wait(for: 1)
            #expect(exchanges.map(\.bytesOut) == [18])
        }
    }
}
