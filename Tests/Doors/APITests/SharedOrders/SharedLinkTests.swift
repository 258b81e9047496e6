import Foundation
import TestSupport
import Testing

/// The link of a shared order, and joining with it.
@Suite struct SharedLinkTests {
    @Test func `a revoked link stops working, and credentials work with the new link`() async throws
    {
        let scene = try await SharedScene.start()
        let bob = try await scene.join()
        #expect(try await scene.state().status == 200)
        let renewed = try await scene.shop.ask("POST", "/v1/shared-orders/\(scene.id)/link")
        #expect(renewed.status == 200)
        let url = try #require(renewed.string("url"))
        let token = try #require(url.split(separator: "/").last.map(String.init))
        #expect(token != scene.token)
        let old = try await scene.state()
        #expect(old.status == 404 && old.string("code") == "no_shared_order")
        #expect(
            try await bob.ask("GET").status == 404, "the old link is unknown with a credential, too"
        )
        let friend = Friend(shop: scene.shop, token: token, number: 2, credential: bob.credential)
        #expect(try await friend.cone().status == 200)
        let read = try await scene.shop.ask("GET", "/v1/shared-orders/\(scene.id)")
        #expect(read.string("url") == url)
    }

    @Test func `a repeated join with one key adds one participant`() async throws {
        let scene = try await SharedScene.start()
        let key = [("Idempotency-Key", UUID().uuidString)]
        let body = #"{"name":"Bob","identifier":"6F1D2C4B-0001-4000-8000-000000000002"}"#
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<8 {
                group.addTask { try await scene.ask("POST", "/participants", body, key) }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.status == 201 })
        #expect(Set(replies.map { $0.string("credential") ?? "" }).count == 1)
        #expect(replies.count { $0.http["Idempotent-Replayed"] == "true" } == 7)
        #expect(try await scene.state().count("participants") == 2)
        let bob = Friend(
            shop: scene.shop, token: scene.token, number: 2,
            credential: try #require(replies[0].string("credential")))
        #expect(try await bob.cone().status == 200)

        let other = try await scene.ask("POST", "/participants", #"{"name":"Eve"}"#, key)
        #expect(other.status == 422 && other.string("code") == "idempotency_key_reused")
        let guessed = try await scene.ask(
            "POST", "/participants", body, [("Idempotency-Key", "join")])
        #expect(guessed.status == 400 && guessed.string("code") == "invalid_idempotency_key")
        let unkeyed = try await scene.ask("POST", "/participants", body)
        #expect(unkeyed.status == 409 && unkeyed.string("code") == "identifier_taken")
    }

    @Test func `a removed participant cannot see identifiers by repeating the join`() async throws {
        let scene = try await SharedScene.start(
            #""host":{"identifier":"6F1D2C4B-0001-4000-8000-000000000001"}"#)
        let key = [("Idempotency-Key", UUID().uuidString)]
        let came = try await scene.ask("POST", "/participants", "{}", key)
        #expect(came["sharedOrder.participants.0.identifiers"] != nil)
        #expect(try await scene.host.ask("DELETE", "/participants/2").status == 204)
        let again = try await scene.ask("POST", "/participants", "{}", key)
        #expect(again.status == 201 && again.number("participant") == 2)
        #expect(again["sharedOrder.participants.0.identifiers"] == nil)
        #expect(
            try await scene.state().count("participants") == 2, "the number of participants stays")
    }
}
