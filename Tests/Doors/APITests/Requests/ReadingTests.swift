import Testing

/// Query parameters and optional bodies of requests.
@Suite struct ReadingTests {
    @Test(arguments: [
        ("limit=1&limit=2", "?limit"), ("after=a&limit=1&after=a", "?after"),
        ("status=open&status=open&status=open", "?status"),
    ])
    func `a repeated query parameter is reported`(query: String, name: String) async throws {
        let reply = try await Shop.open().ask("GET", "/v1/checkouts?" + query)
        #expect(reply.status == 400)
        #expect(reply.count("errors") == 1)
        #expect(reply.string("errors.0.pointer") == name)
        #expect(reply.string("errors.0.code") == "duplicate")
    }

    /// A query → every bad parameter with its code.
    @Test(arguments: [
        (
            "limit=abc&status=foo&after=x&createdAfter=yesterday&createdBefore=&reference=&page=2",
            [
                "?page unknown_field", "?limit invalid_value", "?after invalid_value",
                "?status invalid_value", "?reference too_short", "?createdAfter invalid_value",
                "?createdBefore invalid_value",
            ]
        ),
        ("limit=0", ["?limit out_of_range"]), ("limit=101", ["?limit out_of_range"]),
        ("limit=-1", ["?limit out_of_range"]), ("limit=", ["?limit invalid_value"]),
        ("limit=99999999999999999999", ["?limit out_of_range"]),
        (
            "limit=1.5&foo=1&foo=2",
            [
                "?foo unknown_field", "?foo duplicate", "?limit invalid_value",
            ]
        ),
    ])
    func `all bad query parameters are reported at once`(query: String, problems: [String])
        async throws
    {
        let reply = try await Shop.open().ask("GET", "/v1/checkouts?" + query)
        #expect(reply.status == 400)
        #expect(reply.string("code") == "invalid_request")
        #expect(reply.count("errors") == problems.count)
        let named = problems.indices.map { index in
            ["pointer", "code"].map { reply.string("errors.\(index).\($0)") ?? "" }
                .joined(separator: " ")
        }
        #expect(named == problems)
    }

    @Test func `another merchant's cursor is invalid, and is reported with a bad limit`()
        async throws
    {
        let theirs = try await Shop.open().checkout().id
        let shop = try await Shop.open()
        let own = try await shop.checkout().id
        #expect(try await shop.ask("GET", "/v1/checkouts?after=\(own)").status == 200)
        let reply = try await shop.ask("GET", "/v1/checkouts?after=\(theirs)&limit=no")
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == "?limit")
        #expect(reply.string("errors.1.pointer") == "?after")
    }

    @Test(arguments: ["coupons", "keys", "customers", "checkouts"])
    func `every list reports all faults of its page parameters`(list: String) async throws {
        let reply = try await Shop.open().ask("GET", "/v1/\(list)?after=x&limit=no")
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == "?limit")
        #expect(reply.string("errors.1.pointer") == "?after")
    }

    /// A body → the answer when a checkout is canceled with it.
    @Test(
        arguments: [
            (nil, 200, nil), ("", 200, nil), ("{}", 200, nil), ("garbage", 400, "invalid_json"),
            ("[]", 400, "invalid_request"), (#"{"reason":"none"}"#, 400, "invalid_request"),
        ] as [(String?, Int, String?)])
    func `a cancel takes no body`(body: String?, status: Int, code: String?) async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let reply = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/cancel", body)
        #expect(reply.status == status)
        #expect(reply.string("code") == code)
        #expect(
            try await checkout.state().string("status") == (status == 200 ? "canceled" : "open"))
    }
}
