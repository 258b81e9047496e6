import Crypto
import HTTPClient
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

@Suite(.timeLimit(.minutes(5))) struct DeliverTests {
    private func withFixture(live: Bool = false, _ body: (DeliveryFixture) async throws -> Void)
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database, live: live)
            try await body(fixture)
            #expect(fixture.faults.all == [])
        }
    }

    @Test func `an event arrives as the API shows it, signed over its bytes`() async throws {
        try await withFixture { fixture in
            let arrived = Journal<HTTPReply>()
            let peer = try Peer.answering { request in
                arrived.add(request)
                return Peer.answer(204)
            }
            let secret = SigningSecret()
            let endpoint = try await fixture.endpoint(peer.url + "/hooks", secret: secret)
            let event = try await fixture.send(to: endpoint)
            fixture.clock.advance(seconds: 3)
            let worker = fixture.worker()
            #expect(try await worker() == 1)
            await worker.finish()

            let request = try #require(arrived.all.first)
            #expect(request["Request-Line"] == "POST /hooks HTTP/1.1")
            #expect(request["content-type"] == "application/json")
            #expect(request.body == event.body)
            #expect(request.text.contains(#""data":{"a": "é", "b":1.50}"#))
            #expect(request["webhook-id"] == event.id.text)
            #expect(request["webhook-timestamp"] == "1800000003")
            let signed = Array("\(event.id.text).1800000003.".utf8) + request.body
            #expect(
                request["webhook-signature"]
                    == "v1," + Base64.standard.encode(HMACSHA256.mac(signed, key: secret.bytes)))
            let delivery = try await fixture.delivery(event, to: endpoint)
            #expect(delivery.state == .delivered)
            #expect(delivery.attempts == 1)
            #expect(delivery.endedAt == fixture.clock.now)
            #expect(try await fixture.log(event, to: endpoint) == ["1 204"])
            #expect(try await fixture.worker()() == 0)
            #expect(arrived.all.count == 1)
        }
    }

    @Test func `each delivery attempt has the same identifier and bytes, and its own time`()
        async throws
    {
        try await withFixture { fixture in
            let arrived = Journal<HTTPReply>()
            let peer = try Peer.answering { request in
                arrived.add(request)
                return Peer.answer(arrived.all.count < 3 ? 500 : 200)
            }
            let endpoint = try await fixture.endpoint(peer.url)
            let event = try await fixture.send(to: endpoint)
            // Nine tenths of 5 and 30 seconds: the fixture's random number is always 0.
            for (wait, count) in [(0, 1), (4, 1), (1, 2), (26, 2), (1, 3), (86_400, 3)] {
                fixture.clock.advance(seconds: Int64(wait))
                let worker = fixture.worker()
                _ = try await worker()
                await worker.finish()
                #expect(arrived.all.count == count)
            }
            let requests = arrived.all
            #expect(Set(requests.map { $0["webhook-id"] }) == [event.id.text])
            #expect(Set(requests.map(\.body)) == [event.body])
            #expect(
                requests.map { $0["webhook-timestamp"] } == [
                    "1800000000", "1800000005", "1800000032",
                ])
            #expect(Set(requests.map { $0["webhook-signature"] }).count == 3)
            #expect(try await fixture.log(event, to: endpoint) == ["1 500", "2 500", "3 200"])
        }
    }

    @Test(arguments: [
        (200, "delivered"), (201, "delivered"), (299, "delivered"), (300, "pending"),
        (301, "pending"), (302, "pending"), (307, "pending"), (400, "pending"), (404, "pending"),
        (410, "dropped"), (429, "pending"), (500, "pending"), (599, "pending"),
    ])
    func `a webhook delivery succeeds with 2xx only, and 410 ends the deliveries`(
        _ status: Int, _ state: String
    )
        async throws
    {
        try await withFixture { fixture in
            let elsewhere = try Peer.answering { _ in Peer.answer(200) }
            let peer = try Peer.answering { [url = elsewhere.url] _ in
                "HTTP/1.1 \(status) X\r\nLocation: \(url)\r\nContent-Length: 0\r\n\r\n"
            }
            let endpoint = try await fixture.endpoint(peer.url)
            let event = try await fixture.send(to: endpoint)
            let worker = fixture.worker()
            _ = try await worker()
            await worker.finish()
            #expect(try await fixture.delivery(event, to: endpoint).state.rawValue == state)
            #expect(try await fixture.log(event, to: endpoint) == ["1 \(status)"])
            #expect(elsewhere.connections == 0)
        }
    }

    @Test func `a delivery fails after three days`() async throws {
        try await withFixture { fixture in
            let endpoint = try await fixture.endpoint("http://127.0.0.1:1/")
            let event = try await fixture.send(to: endpoint)
            var delivery = try await fixture.delivery(event, to: endpoint)
            while delivery.state == .pending {
                fixture.clock.set(delivery.nextAt)
                let worker = fixture.worker { $0.send = { _, _ in .failure(.timedOut) } }
                try #require(try await worker() == 1)
                await worker.finish()
                delivery = try await fixture.delivery(event, to: endpoint)
            }
            #expect(delivery.state == .failed)
            #expect(delivery.attempts == DeliverySchedule.attemptsMax)
            #expect(delivery.endedAt == fixture.clock.now)
            let days = noon.adding(seconds: DeliverySchedule.retryWindowSeconds)
            #expect(fixture.clock.now <= days)
            let log = try await fixture.log(event, to: endpoint)
            #expect(log == (1...DeliverySchedule.attemptsMax).map { "\($0) timed_out" })
        }
    }

    @Test func `both webhook secrets sign during a rotation, and then the new one alone`()
        async throws
    {
        try await withFixture { fixture in
            let arrived = Journal<HTTPReply>()
            let peer = try Peer.answering { request in
                arrived.add(request)
                return Peer.answer(200)
            }
            let (old, new) = (SigningSecret(), SigningSecret())
            let endpoint = try await fixture.endpoint(peer.url, secret: old) {
                try $0.secrets.rotate(
                    to: new, overlappingUntil: noon.adding(seconds: 60), of: $0.id,
                    keys: fixture.keys)
            }
            for wait in [0, 60] {
                fixture.clock.advance(seconds: Int64(wait))
                let event = try await fixture.send(to: endpoint)
                let worker = fixture.worker()
                _ = try await worker()
                await worker.finish()
                let signature = WebhookSignature(
                    of: event.body, id: event.id.text, at: fixture.clock.now,
                    secrets: wait == 0 ? [new, old] : [new])
                #expect(
                    arrived.all.last?["webhook-signature"]
                        == signature.signatures.joined(separator: " "))
            }
        }
    }

    @Test func `a delivery that was sent but not recorded repeats its identifier`() async throws {
        try await withFixture { fixture in
            let sent = Journal<String>()
            let endpoint = try await fixture.endpoint("http://127.0.0.1:1/")
            let event = try await fixture.send(to: endpoint)
            // Simulates a process that ends after the request and before it records the answer.
            let dying = fixture.worker {
                $0.send = { request, _ in
                    sent.add(request.headers.first { $0.name == "webhook-id" }?.value ?? "")
                    return .failure(.stopped)
                }
            }
            _ = try await dying()
            await dying.finish()
            #expect(try await fixture.log(event, to: endpoint) == [])
            let next = fixture.worker {
                $0.send = { request, _ in
                    sent.add(request.headers.first { $0.name == "webhook-id" }?.value ?? "")
                    return .failure(.unreachable)
                }
            }
            fixture.clock.advance(seconds: DueDelivery.leaseSeconds - 1)
            #expect(try await next() == 0)
            fixture.clock.advance(seconds: 1)
            #expect(try await next() == 1)
            await next.finish()
            #expect(sent.all == [event.id.text, event.id.text])
            #expect(try await fixture.log(event, to: endpoint) == ["1 unreachable"])
        }
    }

    @Test(arguments: ["http://127.0.0.1", "https://127.0.0.1", "https://localhost"])
    func `a live merchant's endpoint is never called on this machine`(_ start: String)
        async throws
    {
        try await withFixture(live: true) { fixture in
            let peer = try Peer.answering { _ in Peer.answer(200) }
            let endpoint = try await fixture.endpoint("\(start):\(peer.port)/")
            let event = try await fixture.send(to: endpoint)
            let worker = fixture.worker()
            _ = try await worker()
            await worker.finish()
            let word = start.hasPrefix("https") ? "address_not_allowed" : "insecure"
            #expect(try await fixture.log(event, to: endpoint) == ["1 \(word)"])
            #expect(peer.connections == 0)
        }
    }

    @Test func `an unreadable event delays no other`() async throws {
        try await withFixture { fixture in
            let peer = try Peer.answering { _ in Peer.answer(200) }
            let endpoint = try await fixture.endpoint(peer.url)
            let strange = try await fixture.send(to: endpoint)
            try await fixture.database.run(
                "UPDATE events SET type = 'of.later' WHERE merchant_id = \(strange.id.merchant)")
            let event = try await fixture.send(to: endpoint)
            let worker = fixture.worker()
            await #expect(throws: StoredValueError(column: "type")) { try await worker() }
            await worker.finish()
            #expect(try await fixture.delivery(event, to: endpoint).state == .delivered)
            #expect(try await fixture.delivery(strange, to: endpoint).state == .pending)
        }
    }
}
