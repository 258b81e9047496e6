import Testing

/// A checkout's timeline as its merchant reads it.
@Suite struct TimelineTests {
    /// The sandbox's outcome → the errors of the timeline entry.
    @Test(arguments: [
        ("insufficient_funds", ["insufficient_funds"]), ("decline", ["declined"]),
        ("partial", ["insufficient_funds"]),
        ("billing_postal_code_mismatch", ["billingContactInvalid", "billing_address"]),
    ])
    func `a decline is in the timeline with its reasons`(outcome: String, codes: [String])
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(
            #"""
            "requiredBillingContactFields":["postalAddress"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        let refused = try await checkout.pay(
            sandbox: "\"outcome\":\"\(outcome)\"", contact: PayTests.ada)
        #expect(refused.number("status") == 1)
        let timeline = try await shop.ask("GET", "/v1/checkouts/\(checkout.id)/timeline")
        let last = "data.\(timeline.count("data") - 1)"
        #expect(timeline.string(last + ".kind") == "declined")
        #expect(
            codes.indices.map { timeline.string("\(last).errors.\($0).code") } == codes)
        #expect(timeline.count(last + ".errors") == codes.count)
    }
}
