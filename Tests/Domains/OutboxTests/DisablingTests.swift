import HTTPClient
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

@Suite(.timeLimit(.minutes(5))) struct DisablingTests {
    private func run(_ fixture: DeliveryFixture, _ answer: Result<Int, ClientFault>) async throws {
        let peer = try Peer.answering { _ in Peer.answer((try? answer.get()) ?? 200) }
        let change: (inout DeliverWebhooks.Dependencies) -> Void = {
            $0.send = { [client = fixture.client] request, policy in
                if case .failure(let fault) = answer { return .failure(fault) }
                var request = request
                request.url = peer.url
                do throws(ClientFault) {
                    return .success(try await client.send(request, under: policy))
                } catch { return .failure(error) }
            }
        }
        // A failing endpoint gets one delivery at a time.
        while true {
            let worker = fixture.worker { change(&$0) }
            let started = try await worker()
            await worker.finish()
            if started == 0 { break }
        }
        #expect(fixture.faults.all == [])
    }

    /// The endpoint's events, as sequence, type and reason.
    private func reported(_ fixture: DeliveryFixture, of endpoint: WebhookEndpoint.ID) async throws
        -> [String]
    {
        try await fixture.database.run(
            """
            SELECT sequence, type || ' ' || (data ->> 'disabledBecause') AS what FROM events
            WHERE merchant_id = \(endpoint.merchant) AND object = \(endpoint.text)
            ORDER BY sequence
            """
        ).map { row in
            let sequence: Int64 = try row.get("sequence")
            return "\(sequence) \(try row.get("what", as: String.self))"
        }
    }

    @Test func `an answer of 410 disables the endpoint at once and drops its deliveries`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let gone = try await fixture.endpoint("http://127.0.0.1:1/")
            let other = try await fixture.endpoint("http://127.0.0.1:1/")
            let first = try await fixture.send(to: gone)
            // Deliveries that are due ten seconds later.
            fixture.clock.advance(seconds: 10)
            let later = try await fixture.send(to: gone, other)
            fixture.clock.set(noon)
            try await run(fixture, .success(410))
            #expect(try await fixture.log(first, to: gone) == ["1 410"])
            #expect(try await fixture.delivery(first, to: gone).state == .dropped)
            #expect(try await fixture.delivery(later, to: gone).state == .dropped)
            #expect(try await fixture.delivery(later, to: other).state == .pending)
            let endpoint = try await fixture.find(gone)
            #expect(endpoint.disabledBecause == .gone)
            #expect(endpoint.disabledAt == noon)
            #expect(try await reported(fixture, of: gone) == ["1 webhook_endpoint.disabled gone"])
            #expect(try await fixture.find(other).disabledAt == nil)
        }
    }

    @Test func `five days without a success disable an endpoint, and a success restarts them`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let endpoint = try await fixture.endpoint("http://127.0.0.1:1/")
            let day: Int64 = 86_400
            let answers: [(Int64, Result<Int, ClientFault>)] = [
                (0, .success(500)), (4, .success(200)),
            ]
            for (days, answer) in answers {
                fixture.clock.set(noon.adding(seconds: days * day))
                try await fixture.send(to: endpoint)
                try await run(fixture, answer)
            }
            #expect(try await fixture.find(endpoint).failingSince == nil)

            let began = noon.adding(seconds: 5 * day)
            fixture.clock.set(began)
            let first = try await fixture.send(to: endpoint)
            try await run(fixture, .failure(.unreachable))
            #expect(try await fixture.find(endpoint).failingSince == began)

            fixture.clock.set(began.adding(seconds: 5 * day - 1))
            try await database.run(
                "UPDATE deliveries SET next_at = \(fixture.clock.now) WHERE merchant_id = \(fixture.merchant.number)"
            )
            try await run(fixture, .success(503))
            #expect(try await fixture.find(endpoint).disabledAt == nil)
            #expect(try await fixture.find(endpoint).failingSince == began)

            fixture.clock.set(began.adding(seconds: 5 * day))
            let last = try await fixture.send(to: endpoint)
            try await run(fixture, .failure(.timedOut))
            let disabled = try await fixture.find(endpoint)
            #expect(disabled.disabledBecause == .failing)
            #expect(disabled.disabledAt == fixture.clock.now)
            #expect(
                try await reported(fixture, of: endpoint) == ["1 webhook_endpoint.disabled failing"]
            )
            #expect(try await fixture.delivery(first, to: endpoint).state == .dropped)
            #expect(try await fixture.delivery(last, to: endpoint).state == .dropped)
            #expect(try await fixture.log(last, to: endpoint) == ["1 timed_out"])
        }
    }

    @Test func `deliveries to a disabled or deleted endpoint are dropped unsent`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let disabled = try await fixture.endpoint("http://127.0.0.1:1/") {
                $0.disable(because: .merchant, at: noon)
            }
            let deleted = try await fixture.endpoint("http://127.0.0.1:1/") { $0.deletedAt = noon }
            let event = try await fixture.send(to: disabled, deleted)
            let worker = fixture.worker {
                $0.send = { _, _ in
                    Issue.record("a webhook was sent")
                    return .failure(.broken)
                }
            }
            _ = try await worker()
            await worker.finish()
            for endpoint in [disabled, deleted] {
                #expect(try await fixture.delivery(event, to: endpoint).state == .dropped)
                #expect(try await fixture.log(event, to: endpoint) == [])
            }
        }
    }
}
