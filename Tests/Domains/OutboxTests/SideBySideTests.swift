import Crypto
import HTTPClient
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

/// Concurrent endpoints, workers and merchants.
@Suite(.timeLimit(.minutes(5))) struct SideBySideTests {
    @Test func `a slow endpoint delays no other endpoint and no later event`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let (arrived, mayAnswer) = (Journal<Bool>(), BodyGate())
            let slow = try Peer { connection in
                while connection.request() != nil {
                    arrived.add(true)
                    mayAnswer.wait()
                    guard connection.send(Peer.answer(200)) else { return }
                }
            }
            let quick = try Peer.answering { _ in Peer.answer(200) }
            let slowEndpoint = try await fixture.endpoint(slow.url)
            let quickEndpoint = try await fixture.endpoint(quick.url)
            for _ in 0..<20 { try await fixture.send(to: slowEndpoint) }
            for _ in 0..<20 { try await fixture.send(to: quickEndpoint) }
            let worker = fixture.worker()
            _ = try await worker()
            try await eventually("the quick endpoint has everything, without another run") {
                try await fixture.states()["delivered"] == 20
            }
            #expect(try await arrived.wait(for: 8).count == DeliverWebhooks.perEndpointMax)
            // A new event does not wait for the slow endpoint either.
            let event = try await fixture.send(to: slowEndpoint, quickEndpoint)
            _ = try await worker()
            try await eventually("the next event is delivered") {
                try await fixture.delivery(event, to: quickEndpoint).state == .delivered
            }
            #expect(arrived.all.count == DeliverWebhooks.perEndpointMax)
            mayAnswer.open()
            try await eventually("the slow endpoint gets all events") {
                try await fixture.states() == ["delivered": 42]
            }
            await worker.finish()
            #expect(fixture.faults.all == [])
        }
    }

    @Test func `each endpoint gets its turn when few deliveries may run at once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let mayAnswer = BodyGate()
            let slow = try Peer { connection in
                while connection.request() != nil {
                    mayAnswer.wait()
                    guard connection.send(Peer.answer(200)) else { return }
                }
            }
            let quick = try Peer.answering { _ in Peer.answer(200) }
            let first = try await fixture.endpoint(slow.url)
            var others: [WebhookEndpoint.ID] = []
            for _ in 0..<4 { others.append(try await fixture.endpoint(quick.url)) }
            for _ in 0..<10 {
                try await fixture.send(to: first)
                for other in others { try await fixture.send(to: other) }
            }
            let worker = fixture.worker(sendingMax: 3, perEndpointMax: 2)
            let searching = Task { try await worker() }
            try await eventually("the events of the quick endpoints are delivered") {
                try await fixture.states()["delivered"] == 40
            }
            mayAnswer.open()
            try await eventually("all events are delivered") {
                try await fixture.states() == ["delivered": 50]
            }
            _ = try await searching.value
            await worker.finish()
            #expect(fixture.faults.all == [])
        }
    }

    @Test func `a failing endpoint gets one request at a time`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let (arrived, mayAnswer) = (Journal<Bool>(), Gate())
            let endpoint = try await fixture.endpoint("http://127.0.0.1:1/") {
                $0.failingSince = noon.adding(seconds: -60)
            }
            for _ in 0..<20 { try await fixture.send(to: endpoint) }
            let worker = fixture.worker {
                $0.send = { _, _ in
                    arrived.add(true)
                    await mayAnswer.wait()
                    return .failure(.timedOut)
                }
            }
            #expect(try await worker() == 1)
            #expect(try await worker() == 0)
            mayAnswer.open()
            await worker.finish()
            #expect(arrived.all.count == 1)
        }
    }

    @Test func `several workers send each event once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let other = try await DeliveryFixture(beside: fixture)
            let arrived = Journal<String>()
            let peer = try Peer.answering { request in
                arrived.add(request["webhook-id"] ?? "")
                return Peer.answer(200)
            }
            let endpoint = try await fixture.endpoint(peer.url)
            let otherEndpoint = try await other.endpoint(peer.url)
            for _ in 0..<60 {
                try await fixture.send(to: endpoint)
                try await other.send(to: otherEndpoint)
            }
            let workers = (0..<4).map { _ in fixture.worker() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in workers { group.addTask { _ = try await worker() } }
                try await group.waitForAll()
            }
            try await eventually("everything is delivered") {
                try await fixture.states() == ["delivered": 120]
            }
            for worker in workers { await worker.finish() }
            #expect(arrived.all.count == 120)
            #expect(Set(arrived.all).count == 120)
            #expect(fixture.faults.all == [])
        }
    }

    @Test func `a stopping worker finishes its deliveries and starts no more`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let fixture = try await DeliveryFixture(on: database)
            let (arrived, mayAnswer) = (Journal<Bool>(), Gate())
            let endpoint = try await fixture.endpoint("http://127.0.0.1:1/")
            for _ in 0..<20 { try await fixture.send(to: endpoint) }
            let worker = fixture.worker {
                $0.send = { _, _ in
                    arrived.add(true)
                    await mayAnswer.wait()
                    return .failure(.unreachable)
                }
            }
            #expect(try await worker() == 8)
            let ending = Task { await worker.finish() }
            _ = try await arrived.wait(for: 8)
            mayAnswer.open()
            await ending.value
            #expect(try await worker() == 0)
            #expect(arrived.all.count == 8)
            let noted = try await database.run(
                "SELECT count(*)::int8 AS many FROM delivery_attempts")
            #expect(try noted[0].get("many", as: Int64.self) == 8)
        }
    }
}
