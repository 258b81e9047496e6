import Testing

/// A page asks for a payment request that its browser's version of Apple Pay JS understands.
@Suite struct ClientVersionTests {
    private static let goods = #""items":[{"name":"Toast","unitPrice":"10.00"}]"#
    private static let club = """
        "recurringPaymentRequest":{"paymentDescription":"Club",\
        "managementURL":"https://shop.example/m","regularBilling":{"label":"Fee","amount":"9.00"}}
        """

    /// Source: Apple Pay on the Web, version history.
    @Test(arguments: [
        (11, ["girocard"]), (12, ["girocard"]), (13, ["girocard"]),
        (14, ["bancontact", "girocard"]),
    ])
    func `a browser gets only the networks that its version knows`(
        version: Int, networks: [String]
    ) async throws {
        let checkout = try await Shop.open().checkout(
            #""supportedNetworks":["bancontact","girocard"],\#(Self.goods)"#)
        let reply = try await checkout.seen("?clientVersion=\(version)")
        #expect(reply.status == 200)
        let found = networks.indices.map {
            reply.string("paymentRequest.supportedNetworks.\($0)") ?? ""
        }
        #expect(found == networks)
        #expect(reply.count("paymentRequest.supportedNetworks") == networks.count)
    }

    @Test(arguments: [
        (10, #""supportedNetworks":["bancontact"],\#(goods)"#, 14),
        (13, "\(goods),\(club)", 14),
        (3, #""items":[{"name":"Gift","unitPrice":"0"}]"#, 4),
    ])
    func `a browser that is too old gets the required version, not a payment request`(
        version: Int, members: String, minimum: Int
    ) async throws {
        let checkout = try await Shop.open().checkout(members)
        let old = try await checkout.seen("?clientVersion=\(version)")
        #expect(old.status == 200)
        #expect(old["paymentRequest"] == nil)
        #expect(old.number("minimumClientVersion") == minimum)
        let new = try await checkout.seen("?clientVersion=\(minimum)")
        #expect(new["paymentRequest"] != nil)
        #expect(new["minimumClientVersion"] == nil)
    }

    @Test func `the merchant's clientVersion caps the version that is rendered`() async throws {
        let checkout = try await Shop.open().checkout(
            #""clientVersion":11,"supportsCouponCode":true,\#(Self.goods)"#)
        let reply = try await checkout.seen("?clientVersion=14")
        #expect(reply["paymentRequest.supportsCouponCode"] == nil)
    }

    @Test func `a sheet that omits a charge is neither updated nor paid`() async throws {
        let checkout = try await Shop.open().checkout("\(Self.goods),\(Self.club)")
        let update = #"{"paymentMethod":{"type":"debit"}}"#
        let old = try await checkout.ask("payment-method?clientVersion=13", update)
        #expect(old.status == 409)
        #expect(old.string("code") == "client_version")
        #expect(try await checkout.ask("payment-method?clientVersion=14", update).status == 200)
        let payment = #"{"payment":{"token":{"paymentData":{}}}}"#
        let unpaid = try await checkout.ask("authorize?clientVersion=13", payment)
        #expect(unpaid.status == 409)
        #expect(unpaid.string("code") == "client_version")
        #expect(try await checkout.seen("").string("status") == "open")
        let paid = try await checkout.ask("authorize?clientVersion=14", payment)
        #expect(paid.number("status") == 0, "\(paid.text)")
    }

    /// Most first payments start without a row lock, on a path with a version check of its own.
    @Test(arguments: [
        (13, #""supportedNetworks":["bancontact"],\#(goods)"#),
        (4, #""supportedNetworks":["elo","mada"],\#(goods)"#),
    ])
    func `a first payment from a version that knows none of the networks is refused`(
        version: Int, members: String
    ) async throws {
        let checkout = try await Shop.open().checkout(members)
        let payment = #"{"payment":{"token":{"paymentData":{}}}}"#
        let unpaid = try await checkout.ask("authorize?clientVersion=\(version)", payment)
        #expect(unpaid.string("code") == "client_version")
        #expect(try await checkout.seen("").string("status") == "open")
        let paid = try await checkout.ask("authorize?clientVersion=14", payment)
        #expect(paid.number("status") == 0, "\(paid.text)")
    }

    @Test func `an update is rendered for the version in its URL`() async throws {
        let checkout = try await Shop.open().checkout(Self.goods)
        let body = #"{"paymentMethod":{"type":"debit"}}"#
        let old = try await checkout.ask("payment-method?clientVersion=2", body)
        #expect(old.number("status") == 0)
        #expect(old["errors"] == nil)
        let new = try await checkout.ask("payment-method?clientVersion=14", body)
        #expect(new["status"] == nil)
        #expect(new.count("errors") == 0)
    }

    @Test(arguments: ["0", "100", "x", "", "12&clientVersion=13"])
    func `an invalid clientVersion is reported as a bad parameter`(text: String) async throws {
        let checkout = try await Shop.open().checkout(Self.goods)
        let reply = try await checkout.seen("?clientVersion=\(text)")
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == "?clientVersion")
    }
}

extension OpenedCheckout {
    fileprivate func seen(_ query: String) async throws -> Reply {
        try await shop.ask(as: secret, "GET", "/v1/checkouts/\(id)\(query)")
    }
}
