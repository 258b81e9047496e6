import HTTPClient
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

/// `Retry-After` from an endpoint (RFC 9110, 10.2.3), which Standard Webhooks 1.0.0 asks a sender
/// to honor.
@Suite(.timeLimit(.minutes(5))) struct PauseTests {
    /// An endpoint that refuses its first request and accepts the others.
    private static func peer(
        _ status: Int, _ header: String?, _ arrived: Journal<String>
    ) throws -> Peer {
        try Peer.answering { request in
            arrived.add(request["webhook-id"] ?? "")
            guard arrived.all.count == 1 else { return Peer.answer(204) }
            let line = header.map { "Retry-After: \($0)\r\n" } ?? ""
            return "HTTP/1.1 \(status) X\r\n\(line)Content-Length: 0\r\n\r\n"
        }
    }

    private func run(_ fixture: DeliveryFixture) async throws -> Int {
        let worker = fixture.worker()
        let started = try await worker()
        await worker.finish()
        return started
    }

    @Test(
        arguments: [
            (429, "120", 120), (503, "120", 120), (503, "86400", 86_400),
            (429, "999999999", 86_400),
            // 1_800_000_000 is Fri, 15 Jan 2027 08:00:00 GMT.
            (503, "Fri, 15 Jan 2027 08:10:00 GMT", 600),
            (429, "Friday, 15-Jan-27 08:10:00 GMT", 600),
        ] as [(Int, String, Int64)])
    func `an endpoint that asks for a pause gets no request before it ends`(
        status: Int, header: String, seconds: Int64
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let (arrived, others) = (Journal<String>(), Journal<String>())
            let refusing = try Self.peer(status, header, arrived)
            let taking = try Peer.answering { request in
                others.add(request["webhook-id"] ?? "")
                return Peer.answer(204)
            }
            let busy = try await fixture.endpoint(refusing.url)
            let idle = try await fixture.endpoint(taking.url)
            // A peer ends with its last reference.
            defer { withExtendedLifetime((refusing, taking)) {} }
            let first = try await fixture.send(to: busy)
            #expect(try await run(fixture) == 1)
            #expect(
                try await fixture.delivery(first, to: busy).nextAt
                    == noon.adding(seconds: seconds))
            #expect(try await fixture.find(busy).pausedUntil == noon.adding(seconds: seconds))
            // A second event for the same endpoint waits as well; another endpoint's does not.
            let second = try await fixture.send(to: busy, idle)
            #expect(try await run(fixture) == 1)
            fixture.clock.set(noon.adding(seconds: seconds - 1))
            #expect(try await run(fixture) == 0)
            #expect(arrived.all == [first.id.text])
            #expect(others.all == [second.id.text])
            fixture.clock.set(noon.adding(seconds: seconds))
            // A failing endpoint gets one delivery at a time.
            while try await run(fixture) > 0 {}
            #expect(Set(arrived.all) == [first.id.text, second.id.text])
            #expect(arrived.all.count == 3)
            #expect(fixture.faults.all == [])
        }
    }

    @Test(
        arguments: [
            (429, nil), (503, "soon"), (503, "-120"), (503, "120s"), (429, "0"),
            (503, "Thu, 14 Jan 2027 08:00:00 GMT"), (500, "3600"), (404, "3600"),
            // Shorter than the schedule's own pause.
            (429, "1"),
        ] as [(Int, String?)])
    func `an invalid, short or misplaced Retry-After does not change the delivery schedule`(
        status: Int, header: String?
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let arrived = Journal<String>()
            let peer = try Self.peer(status, header, arrived)
            defer { withExtendedLifetime(peer) {} }
            let endpoint = try await fixture.endpoint(peer.url)
            let first = try await fixture.send(to: endpoint)
            #expect(try await run(fixture) == 1)
            let next = try await fixture.delivery(first, to: endpoint).nextAt
            // Five seconds less a tenth: the fixture's random number is always 0.
            #expect(next == Instant(microseconds: noon.microseconds + 4_500_000))
            fixture.clock.advance(seconds: 2)
            let second = try await fixture.send(to: endpoint)
            #expect(try await run(fixture) == 1)
            #expect(arrived.all == [first.id.text, second.id.text])
        }
    }

    @Test func `a new URL or enabling an endpoint again ends its pause`() async throws {
        for change in [
            { @Sendable (endpoint: WebhookEndpoint, url: String) in
                var changed = endpoint
                changed.url = url + "/other"
                #expect(endpoint.pausedUntil != nil && changed.pausedUntil == nil)
                return [changed]
            },
            { endpoint, _ in
                var (off, on) = (endpoint, endpoint)
                off.disable(because: .merchant, at: noon)
                on.failingSince = nil
                return [off, on]
            },
        ] {
            try await TestDatabase.withFreshDatabase { database in
                let fixture = try await DeliveryFixture(on: database)
                let arrived = Journal<String>()
                let peer = try Self.peer(503, "86400", arrived)
                defer { withExtendedLifetime(peer) {} }
                let endpoint = try await fixture.endpoint(peer.url)
                try await fixture.send(to: endpoint)
                #expect(try await run(fixture) == 1)
                for step in change(try await fixture.find(endpoint), peer.url) {
                    try await database.run(step.store)
                }
                #expect(try await fixture.find(endpoint).pausedUntil == nil)
                try await fixture.send(to: endpoint)
                #expect(try await run(fixture) == 1)
                #expect(arrived.all.count == 2)
            }
        }
    }
}
