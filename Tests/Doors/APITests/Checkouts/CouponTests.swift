import Testing

/// Coupons through a merchant's API.
@Suite struct CouponTests {
    @Test func `a deleted coupon has archivedAt, an active one does not`() async throws {
        let shop = try await Shop.open()
        let made = try await shop.ask(
            "POST", "/v1/coupons", #"{"code":"SAVE","percentOff":"10"}"#)
        let path = "/v1/coupons/" + (try #require(made.string("id")))
        #expect(made["archivedAt"] == nil)
        #expect(try await shop.ask("GET", path)["archivedAt"] == nil)
        #expect(try await shop.ask("DELETE", path).status == 204)
        let deleted = try await shop.ask("GET", path)
        let since = try #require(deleted.string("archivedAt"))
        #expect(since >= (try #require(made.string("createdAt"))))
        #expect(try await shop.ask("DELETE", path).status == 204)
        #expect(
            try await shop.ask("GET", path).string("archivedAt") == since,
            "the time of the first call stays")
    }
}
