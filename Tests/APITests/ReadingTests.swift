import Testing

/// What is read from a request, beyond its body.
@Suite struct ReadingTests {
    @Test(arguments: [
        ("limit=1&limit=2", "?limit"), ("after=a&limit=1&after=a", "?after"),
        ("status=open&status=open&status=open", "?status"),
    ])
    func `a parameter that is given twice is named`(query: String, name: String) async throws {
        let reply = try await Shop.open().ask("GET", "/v1/checkouts?" + query)
        #expect(reply.status == 400)
        #expect(reply.count("errors") == 1)
        #expect(reply.string("errors.0.pointer") == name)
        #expect(reply.string("errors.0.code") == "duplicate")
    }

    /// A body → what cancelling with it answers.
    @Test(
        arguments: [
            (nil, 200, nil), ("", 200, nil), ("{}", 200, nil), ("garbage", 400, "invalid_json"),
            ("[]", 400, "invalid_request"), (#"{"reason":"none"}"#, 400, "invalid_request"),
        ] as [(String?, Int, String?)])
    func `cancelling takes no body`(body: String?, status: Int, code: String?) async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let reply = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/cancel", body)
        #expect(reply.status == status)
        #expect(reply.string("code") == code)
        #expect(
            try await checkout.state().string("status") == (status == 200 ? "canceled" : "open"))
    }
}
