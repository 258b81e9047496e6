import Testing

/// A merchant changes a checkout while its payment sheet is open.
@Suite struct RevisionTests {
    /// A change → the resulting `reference` and `metadata.note`.
    static let notes: [(change: String, reference: String?, note: String?)] = [
        (#"{"reference":"b"}"#, "b", "old"),
        (#"{"reference":null,"metadata":{"note":"new"}}"#, nil, "new"),
        ("{}", "a", "old"),
        (#"{"reference":"a","items":[{"name":"Toast","unitPrice":"10.00"}]}"#, "a", "old"),
    ]

    private static let members = #"""
        "reference":"a","metadata":{"note":"old"},
        "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
        """#

    @Test(arguments: notes)
    func `a change of reference or metadata leaves the open sheet payable`(
        change: String, reference: String?, note: String?
    ) async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(Self.members)
        let shown = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        let version = try #require(shown.number("checkout.version"))
        let changed = try await shop.ask("PATCH", "/v1/checkouts/\(checkout.id)", change)
        #expect(changed.status == 200)
        #expect(changed.number("version") == version)
        #expect(changed.string("reference") == reference)
        #expect(changed.string("metadata.note") == note)
        #expect(try await checkout.pay(version: version).number("status") == 0)
        #expect(try await checkout.state().string("reference") == reference)
    }

    @Test func `an empty change is not in the timeline, a new reference is`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(Self.members)
        let path = "/v1/checkouts/\(checkout.id)"
        let before = try await checkout.state().string("updatedAt")
        let same = try await shop.ask("PATCH", path, "{}")
        #expect(same.string("updatedAt") == before)
        #expect(try await shop.ask("GET", path + "/timeline").count("data") == 0)
        _ = try await shop.ask("PATCH", path, #"{"reference":"b"}"#)
        let timeline = try await shop.ask("GET", path + "/timeline")
        #expect(timeline.count("data") == 1)
        #expect(timeline.string("data.0.kind") == "changed")
        #expect(timeline.number("data.0.version") == 1)
    }

    /// A change that keeps the total needs a new version, too: the sheet would show other lines.
    @Test(arguments: [
        #"{"items":[{"name":"Bread","unitPrice":"10.00"}],"reference":"b"}"#,
        #"{"lineItems":[{"label":"Toast","amount":"10.00"}]}"#,
        #"{"maximumAmount":"99.00"}"#,
    ])
    func `a change of lines or limits can be paid only at its new version`(change: String)
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(Self.members)
        let changed = try await shop.ask("PATCH", "/v1/checkouts/\(checkout.id)", change)
        #expect(changed.status == 200)
        #expect(changed.number("version") == 2)
        #expect(try await checkout.pay(version: 1).string("code") == "version_mismatch")
        #expect(try await checkout.pay(version: 2).number("status") == 0)
    }
}
