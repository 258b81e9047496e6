import Testing

/// A checkout that is changed while its sheet is open, and which versions can still be paid.
@Suite struct RevisionTests {
    /// A change → what it leaves in `reference` and `metadata.note`.
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
    func `what the merchant notes for itself leaves the open sheet payable`(
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

    @Test func `a change of nothing is not in the timeline, a note is`() async throws {
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

    /// Also what leaves the total as it is: the sheet would show other lines.
    @Test(arguments: [
        #"{"items":[{"name":"Bread","unitPrice":"10.00"}],"reference":"b"}"#,
        #"{"lineItems":[{"label":"Toast","amount":"10.00"}]}"#,
        #"{"maximumAmount":"99.00"}"#,
    ])
    func `what the sheet shows or owes is paid at its new version only`(change: String)
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
