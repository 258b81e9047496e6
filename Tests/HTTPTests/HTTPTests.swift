import HTTP
import TestSupport
import Testing

@Suite struct ServerTests {
    @Test func `a route answers with its parameters and its request id`() async throws {
        let site = try Site([
            Route(.get, "/v1/things/{thing}") { request, parameters in
                Response(status: 200, body: Array("\(parameters["thing"]) \(request.id)".utf8))
            }
        ])
        let reply = try await site.client.send("GET", "/v1/things/a%2Fb")
        #expect(reply.status == 200)
        let id = try #require(reply["Request-Id"])
        #expect(id.utf8.count == 20)
        #expect(reply.text == "a/b \(id)")
        await site.close()
    }
}
