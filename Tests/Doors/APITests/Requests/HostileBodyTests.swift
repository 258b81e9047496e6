import TestSupport
import Testing

/// Malformed bodies at a real route.
@Suite struct HostileBodyTests {
    private static func nested(_ open: String, _ inside: String, _ close: String) -> [UInt8] {
        let depth = 20_000
        let text =
            String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
        return Array(text.utf8)
    }

    @Test(
        arguments: [
            ("arrays without end", nested("[", "", "]")),
            ("objects without end", nested("{\"a\":", "1", "}")),
            ("arrays that are never closed", nested("[", "", "")),
            ("a NUL", Array("{\"currencyCode\":\"US\0D\"}".utf8)),
            ("an escaped NUL", Array(#"{"currencyCode":"US\u0000D"}"#.utf8)),
            ("half a surrogate", Array(#"{"currencyCode":"\ud83d"}"#.utf8)),
            (
                "bytes that are no UTF-8",
                Array("{\"a\":\"".utf8) + [0xff, 0xfe] + Array("\"}".utf8)
            ),
            ("a surrogate in UTF-8", Array("\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"".utf8)),
            ("a name twice", Array(#"{"currencyCode":"USD","currencyCode":"EUR"}"#.utf8)),
            ("half of it", Array(#"{"currencyCode":"U"#.utf8)),
            ("more behind it", Array("{}{}".utf8)),
            ("nothing but spaces", Array("   ".utf8)),
        ] as [(String, [UInt8])])
    func `a malformed body gets 400, and the server stays up`(name: String, body: [UInt8])
        async throws
    {
        let shop = try await Shop.open()
        let reply = try Reply(
            try await shop.client.send(
                "POST", "/v1/checkouts",
                headers: [
                    ("Authorization", "Bearer \(shop.secretKey)"),
                    ("Content-Type", "application/json"),
                ], body: body))
        #expect(reply.status == 400)
        #expect(reply.string("code") == "invalid_json")
        #expect(try await shop.ask(as: nil, "GET", "/healthz").status == 200)
    }
}
