import Testing

/// Captures and refunds by item when an item is free, and after a void.
@Suite struct FreeItemTests {
    private static let zone = """
        {"shippingZones":[{"name":"US","currencyCode":"USD","areas":[{"countryCode":"US"}],\
        "methods":[{"identifier":"std","label":"S","prices":[{"amount":"%"}]}]}]}
        """
    private static let contact = """
        {"givenName":"A","familyName":"B","addressLines":["1 Main St"],"locality":"Cupertino",\
        "administrativeArea":"CA","postalCode":"95014","countryCode":"US"}
        """

    /// A paid checkout, with a delivery charge if `delivery` is given.
    private static func paid(
        _ items: String, delivery: String? = nil, manual: Bool
    ) async throws -> OpenedCheckout {
        let shop = try await Shop.open()
        var members = "\"items\":[\(items)]"
        if manual { members += #","captureMethod":"manual""# }
        if let delivery {
            let settings = zone.split(separator: "%").joined(separator: delivery)
            #expect(try await shop.ask("PATCH", "/v1/merchant", settings).status == 200)
            members += #","requiredShippingContactFields":["postalAddress","name"]"#
        }
        let checkout = try await shop.checkout(members)
        if delivery != nil {
            let update = try await checkout.ask(
                "shipping-contact", "{\"shippingContact\":\(contact)}")
            #expect(update.status == 200)
        }
        let result = try await checkout.pay(contact: delivery == nil ? nil : contact)
        #expect(result.number("status") == 0)
        return checkout
    }

    private static let gift =
        #"{"name":"paid","unitPrice":"50.00"},{"name":"gift","unitPrice":"0.00"}"#

    @Test(arguments: [[1, 0], [0, 1]])
    func `a gift can be captured before or after the paid item for the same sum`(order: [Int])
        async throws
    {
        let checkout = try await Self.paid(Self.gift, delivery: "5.00", manual: true)
        var amounts: [String] = []
        for index in order {
            let reply = try await checkout.post("capture", "{\"items\":[{\"index\":\(index)}]}")
            #expect(reply.status == 201)
            amounts.append(reply.string("amount") ?? "")
        }
        #expect(amounts == (order == [1, 0] ? ["0.00", "55.00"] : ["50.00", "5.00"]))
        let state = try await checkout.state()
        #expect(state.string("capturedAmount") == "55.00")
        #expect(state.string("status") == "captured")
    }

    /// An amount that was captured without items may refund any item that it covers.
    @Test func `an uncaptured item is not refunded from the money of a captured one`()
        async throws
    {
        let items = #"{"name":"a","unitPrice":"50.00"},{"name":"b","unitPrice":"30.00"}"#
        for last in [#"{"amount":"10.00","final":true}"#, #"{"amount":"10.00"}"#] {
            let checkout = try await Self.paid(items, manual: true)
            #expect(try await checkout.post("capture", #"{"items":[{"index":0}]}"#).status == 201)
            #expect(try await checkout.post("capture", last).status == 201)
            let other = try await checkout.post("refunds", #"{"items":[{"index":1}]}"#)
            #expect(other.status == 400, "\(other.text)")
            let own = try await checkout.post("refunds", #"{"items":[{"index":0}]}"#)
            #expect(own.string("amount") == "50.00")
        }
        // A captured amount that covers the item refunds it.
        let checkout = try await Self.paid(items, manual: true)
        #expect(try await checkout.post("capture", #"{"items":[{"index":0}]}"#).status == 201)
        #expect(try await checkout.post("capture", #"{"amount":"30.00"}"#).status == 201)
        let other = try await checkout.post("refunds", #"{"items":[{"index":1}]}"#)
        #expect(other.string("amount") == "30.00")
    }

    @Test func `an item of a cart that is free as a whole can be refunded`() async throws {
        let checkout = try await Self.paid(
            #"{"name":"a","unitPrice":"0.00"},{"name":"b","unitPrice":"0.00"}"#, manual: false)
        for index in [1, 0] {
            let reply = try await checkout.post("refunds", "{\"items\":[{\"index\":\(index)}]}")
            #expect(reply.status == 201, "\(reply.text)")
            #expect(reply.string("amount") == "0.00")
        }
    }

    /// Only the delivery has a price.
    @Test(arguments: [true, false])
    func `of a cart of free items only captured ones can be refunded`(isVoided: Bool) async throws {
        let checkout = try await Self.paid(
            #"{"name":"a","unitPrice":"0","quantity":2},{"name":"b","unitPrice":"0","quantity":3}"#,
            delivery: "4.99", manual: true)
        let capture = try await checkout.post("capture", #"{"items":[{"index":0,"quantity":1}]}"#)
        #expect(capture.string("amount") == "0.00")
        if isVoided { #expect(try await checkout.post("void", "{}").status == 200) }
        for other in [#"{"index":1,"quantity":3}"#, #"{"index":0,"quantity":2}"#] {
            let reply = try await checkout.post("refunds", "{\"items\":[\(other)]}")
            #expect(reply.status == 400, "\(reply.text)")
        }
        let own = try await checkout.post("refunds", #"{"items":[{"index":0,"quantity":1}]}"#)
        #expect(own.status == 201, "\(own.text)")
        #expect(own.string("amount") == "0.00")
    }

    @Test func `a free item that was not captured before a void cannot be refunded`()
        async throws
    {
        let checkout = try await Self.paid(Self.gift, delivery: "5.00", manual: true)
        #expect(try await checkout.post("capture", #"{"items":[{"index":0}]}"#).status == 201)
        #expect(try await checkout.post("void", "{}").status == 200)
        #expect(try await checkout.post("refunds", #"{"items":[{"index":1}]}"#).status == 400)
        let own = try await checkout.post("refunds", #"{"items":[{"index":0}]}"#)
        #expect(own.string("amount") == "50.00")
    }

    @Test(arguments: [[1, 0], [0, 1]])
    func `a gift can be refunded before or after the paid item for the same sum`(order: [Int])
        async throws
    {
        let checkout = try await Self.paid(Self.gift, delivery: "5.00", manual: false)
        for index in order {
            let reply = try await checkout.post("refunds", "{\"items\":[{\"index\":\(index)}]}")
            #expect(reply.status == 201)
        }
        let state = try await checkout.state()
        #expect(state.string("refundedAmount") == "55.00")
        #expect(state.string("status") == "refunded")
    }

    @Test func `a gift can be captured once after all money was captured`() async throws {
        let checkout = try await Self.paid(Self.gift, manual: true)
        let paid = try await checkout.post("capture", #"{"items":[{"index":0}]}"#)
        #expect(paid.string("checkout.status") == "captured")
        let gift = try await checkout.post("capture", #"{"items":[{"index":1}]}"#)
        #expect(gift.status == 201)
        #expect(gift.string("amount") == "0.00")
        #expect(gift.string("checkout.status") == "captured")
        #expect(try await checkout.post("capture", #"{"items":[{"index":1}]}"#).status == 400)
        #expect(try await checkout.post("capture").string("code") == "not_authorized")
    }

    @Test func `an uncaptured gift can be refunded with the paid item`() async throws {
        let checkout = try await Self.paid(Self.gift, manual: true)
        _ = try await checkout.post("capture", #"{"items":[{"index":0}]}"#)
        let both = try await checkout.post("refunds", #"{"items":[{"index":0},{"index":1}]}"#)
        #expect(both.status == 201)
        #expect(both.string("amount") == "50.00")
    }

    @Test func `a captured gift can be refunded before the paid item is captured`() async throws {
        let checkout = try await Self.paid(Self.gift, manual: true)
        #expect(try await checkout.post("refunds", #"{"items":[{"index":1}]}"#).status == 409)
        _ = try await checkout.post("capture", #"{"items":[{"index":1}]}"#)
        let gift = try await checkout.post("refunds", #"{"items":[{"index":1}]}"#)
        #expect(gift.status == 201)
        #expect(gift.string("amount") == "0.00")
    }

    @Test func `an uncaptured gift cannot be refunded after a void`() async throws {
        let checkout = try await Self.paid(
            Self.gift + #",{"name":"c","unitPrice":"9"}"#, manual: true)
        _ = try await checkout.post("capture", #"{"items":[{"index":0}]}"#)
        #expect(try await checkout.post("refunds", #"{"items":[{"index":1}]}"#).status == 400)
        #expect(try await checkout.post("void").status == 200)
        #expect(try await checkout.post("refunds", #"{"items":[{"index":1}]}"#).status == 400)
    }

    @Test func `a gift can be refunded once`() async throws {
        let checkout = try await Self.paid(Self.gift, manual: false)
        let first = try await checkout.post("refunds", #"{"items":[{"index":1}]}"#)
        #expect(first.status == 201)
        #expect(first.string("amount") == "0.00")
        #expect(first.string("status") == "succeeded")
        #expect(try await checkout.post("refunds", #"{"items":[{"index":1}]}"#).status == 400)
        #expect(try await checkout.state().string("refundedAmount") == "0.00")
    }

    private static let three = """
        {"name":"a","unitPrice":"50.00"},{"name":"b","unitPrice":"30.00"},\
        {"name":"c","unitPrice":"20.00"}
        """

    @Test func `after a void only captured items can be refunded`() async throws {
        let checkout = try await Self.paid(Self.three, manual: true)
        _ = try await checkout.post("capture", #"{"items":[{"index":0}]}"#)
        #expect(try await checkout.post("void").status == 200)
        for index in [1, 2] {
            let reply = try await checkout.post("refunds", "{\"items\":[{\"index\":\(index)}]}")
            #expect(reply.status == 400)
            #expect(reply.count("errors") == 1)
        }
        let captured = try await checkout.post("refunds", #"{"items":[{"index":0}]}"#)
        #expect(captured.status == 201)
        #expect(captured.string("amount") == "50.00")
        #expect(captured.string("checkout.status") == "refunded")
    }

    @Test func `nothing can be captured after a void, not even a gift`() async throws {
        let checkout = try await Self.paid(
            Self.gift + #",{"name":"c","unitPrice":"9"}"#, manual: true)
        _ = try await checkout.post("capture", #"{"items":[{"index":0}]}"#)
        #expect(try await checkout.post("void").status == 200)
        let reply = try await checkout.post("capture", #"{"items":[{"index":1}]}"#)
        #expect(reply.string("code") == "not_authorized")
    }
}
