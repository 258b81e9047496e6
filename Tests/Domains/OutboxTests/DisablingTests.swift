import HTTPClient
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

@Suite(.timeLimit(.minutes(5))) struct DisablingTests {
    private func run(_ post: Post, _ answer: Result<Int, ClientFault>) async throws {
        let peer = try Peer.answering { _ in Peer.answer((try? answer.get()) ?? 200) }
        let change: (inout DeliverWebhooks.Outside) -> Void = {
            $0.send = { [client = post.client] request, policy in
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
            let worker = post.worker { change(&$0) }
            let begun = try await worker()
            await worker.finish()
            if begun == 0 { break }
        }
        #expect(post.faults.all == [])
    }

    /// The events about the disabling, as sequence and reason.
    private func told(_ post: Post, of endpoint: Endpoint.ID) async throws -> [String] {
        try await post.database.run(
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

    @Test func `410 disables at once and drops pending deliveries`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let post = try await Post(on: database)
            let gone = try await post.endpoint("http://127.0.0.1:1/")
            let other = try await post.endpoint("http://127.0.0.1:1/")
            let first = try await post.send(to: gone)
            // Due later.
            post.hands.advance(seconds: 10)
            let later = try await post.send(to: gone, other)
            post.hands.set(noon)
            try await run(post, .success(410))
            #expect(try await post.log(first, to: gone) == ["1 410"])
            #expect(try await post.delivery(first, to: gone).state == .dropped)
            #expect(try await post.delivery(later, to: gone).state == .dropped)
            #expect(try await post.delivery(later, to: other).state == .pending)
            let endpoint = try await post.find(gone)
            #expect(endpoint.disabledBecause == .gone)
            #expect(endpoint.disabledAt == noon)
            #expect(try await told(post, of: gone) == ["1 webhook_endpoint.disabled gone"])
            #expect(try await post.find(other).disabledAt == nil)
        }
    }

    @Test func `five days without a success disable, and one success restarts the count`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let post = try await Post(on: database)
            let endpoint = try await post.endpoint("http://127.0.0.1:1/")
            let day: Int64 = 86_400
            let answers: [(Int64, Result<Int, ClientFault>)] = [
                (0, .success(500)), (4, .success(200)),
            ]
            for (days, answer) in answers {
                post.hands.set(noon.adding(seconds: days * day))
                try await post.send(to: endpoint)
                try await run(post, answer)
            }
            #expect(try await post.find(endpoint).failingSince == nil)

            let began = noon.adding(seconds: 5 * day)
            post.hands.set(began)
            let first = try await post.send(to: endpoint)
            try await run(post, .failure(.unreachable))
            #expect(try await post.find(endpoint).failingSince == began)

            post.hands.set(began.adding(seconds: 5 * day - 1))
            try await database.run(
                "UPDATE deliveries SET next_at = \(post.hands.now) WHERE merchant_id = \(post.merchant.number)"
            )
            try await run(post, .success(503))
            #expect(try await post.find(endpoint).disabledAt == nil)
            #expect(try await post.find(endpoint).failingSince == began)

            post.hands.set(began.adding(seconds: 5 * day))
            let last = try await post.send(to: endpoint)
            try await run(post, .failure(.timedOut))
            let disabled = try await post.find(endpoint)
            #expect(disabled.disabledBecause == .failing)
            #expect(disabled.disabledAt == post.hands.now)
            #expect(try await told(post, of: endpoint) == ["1 webhook_endpoint.disabled failing"])
            #expect(try await post.delivery(first, to: endpoint).state == .dropped)
            #expect(try await post.delivery(last, to: endpoint).state == .dropped)
            #expect(try await post.log(last, to: endpoint) == ["1 timed_out"])
        }
    }

    @Test func `deliveries to a disabled or deleted endpoint are dropped unsent`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let post = try await Post(on: database)
            let disabled = try await post.endpoint("http://127.0.0.1:1/") {
                $0.disable(because: .merchant, at: noon)
            }
            let deleted = try await post.endpoint("http://127.0.0.1:1/") { $0.deletedAt = noon }
            let event = try await post.send(to: disabled, deleted)
            let worker = post.worker {
                $0.send = { _, _ in
                    Issue.record("nothing is sent")
                    return .failure(.broken)
                }
            }
            _ = try await worker()
            await worker.finish()
            for endpoint in [disabled, deleted] {
                #expect(try await post.delivery(event, to: endpoint).state == .dropped)
                #expect(try await post.log(event, to: endpoint) == [])
            }
        }
    }
}
