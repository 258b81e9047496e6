import Crypto
import Foundation
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Encrypted payment tokens, from the request to the charge.
@Suite struct TokenPaymentTests {
    @Test func `a token pays once, and a repeated tap gets the same answer`() async throws {
        let shop = try await TokenShop.open()
        let checkout = try await shop.shop.checkout()
        let payment = try await shop.payment(of: 1_000)
        let paid = try await checkout.authorize(payment)
        #expect(paid.status == 200 && paid.number("status") == 0, "\(paid.text)")
        #expect(try await checkout.state().string("status") == "captured")
        let again = try await checkout.authorize(payment)
        #expect(again.number("status") == 0)
        #expect(try await TestServer.shared.value.charges(of: shop.shop.merchant) == 1)
    }

    @Test func `a token in the form of a native app pays, too`() async throws {
        let shop = try await TokenShop.open()
        let data = try JSONSerialization.data(withJSONObject: try await shop.data(of: 1_000))
        let checkout = try await shop.shop.checkout()
        let paid = try await checkout.authorize([
            "paymentData": data.base64EncodedString()
        ])
        #expect(paid.number("status") == 0, "\(paid.text)")
    }

    @Test(arguments: [false, true])
    func `a used token cannot pay again, even in another letter case`(isUpper: Bool) async throws {
        let shop = try await TokenShop.open()
        var data = try await shop.data(of: 1_000)
        let first = try await shop.shop.checkout()
        #expect(try await first.authorize(["paymentData": data]).number("status") == 0)
        if isUpper {
            var header = try #require(data["header"] as? [String: Any])
            header["transactionId"] = (header["transactionId"] as? String)?.uppercased()
            data["header"] = header
        }
        let second = try await shop.shop.checkout()
        let refused = try await second.authorize(["paymentData": data])
        #expect(refused.status == 409 && refused.string("code") == "token_already_used")
        #expect(try await second.state().number("attempts") == 0)
        #expect(try await second.state().string("status") == "open")
        #expect(try await TestServer.shared.value.charges(of: shop.shop.merchant) == 1)
    }

    @Test func `a token used at many checkouts at once pays one of them`() async throws {
        let shop = try await TokenShop.open()
        let payment = try await shop.payment(of: 1_000)
        var checkouts: [OpenedCheckout] = []
        for _ in 0..<12 { checkouts.append(try await shop.shop.checkout()) }
        let replies = try await withThrowingTaskGroup(of: Reply.self) { [checkouts] group in
            for checkout in checkouts { group.addTask { try await checkout.authorize(payment) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count { $0.number("status") == 0 } == 1)
        #expect(replies.count { $0.string("code") == "token_already_used" } == 11)
        #expect(try await TestServer.shared.value.charges(of: shop.shop.merchant) == 1)
    }

    @Test func `a token can be used again if the processor was unreachable`() async throws {
        let shop = try await TokenShop.open()
        let unreachable = #""items":[{"name":"Toast","quantity":1,"unitPrice":"4000.15"}]"#
        let checkout = try await shop.shop.checkout(unreachable)
        let payment = try await shop.payment(of: 400_015)
        for attempt in 1...2 {
            let answer = try await checkout.authorize(payment)
            #expect(answer.status == 200 && answer.number("status") == 1, "\(answer.text)")
            #expect(try await checkout.state().number("attempts") == attempt)
        }
    }

    @Test(arguments: [
        (1_001, "840", 409, "token_amount_mismatch"), (999, "840", 409, "token_amount_mismatch"),
        (0, "840", 409, "token_amount_mismatch"), (1_000, "978", 422, "token_currency_mismatch"),
        (1_000, "084", 422, "token_currency_mismatch"),
    ])
    func `a token for another amount or currency is refused`(
        amount: Int, currency: String, status: Int, code: String
    ) async throws {
        let shop = try await TokenShop.open()
        let checkout = try await shop.shop.checkout()
        let refused = try await checkout.authorize(shop.payment(of: amount, currency))
        #expect(refused.status == status && refused.string("code") == code)
        #expect(try await checkout.state().number("attempts") == 0)
    }

    @Test func `a token must match the request's applicationData`() async throws {
        let shop = try await TokenShop.open()
        let said = #""applicationData":"b3JkZXIgMQ==","#
        let items = #""items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#
        for (checkout, data, pays) in [
            (said + items, "order 1", true), (said + items, "order 2", false),
            (said + items, nil, false), (items, "order 1", false),
        ] {
            let opened = try await shop.shop.checkout(checkout)
            let token = try await shop.data(of: 1_000, said: data.map { SHA256.hash($0) })
            let answer = try await opened.authorize(["paymentData": token])
            #expect(
                pays
                    ? answer.number("status") == 0
                    : answer.string("code") == "token_of_other_request", "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("data", "token_untrusted"), ("signature", "token_malformed"),
        ("ephemeralPublicKey", "token_untrusted"), ("publicKeyHash", "token_key_unknown"),
        ("transactionId", "token_untrusted"),
    ])
    func `an altered token is refused, and nothing is stored`(
        member: String, code: String
    ) async throws {
        let shop = try await TokenShop.open()
        var data = try await shop.data(of: 1_000)
        switch member {
        case "data": data[member] = try Self.flipped(data[member])
        case "signature": data[member] = "not Base64"
        case "transactionId":
            var header = try #require(data["header"] as? [String: Any])
            header[member] = String(repeating: "0", count: 64)
            data["header"] = header
        default:
            var header = try #require(data["header"] as? [String: Any])
            header[member] = try Self.flipped(header[member])
            data["header"] = header
        }
        let checkout = try await shop.shop.checkout()
        let refused = try await checkout.authorize(["paymentData": data])
        #expect(refused.status == 400 && refused.string("errors.0.code") == code, "\(refused.text)")
        #expect(refused.string("errors.0.pointer") == "/payment/token/paymentData")
        #expect(try await checkout.state().number("attempts") == 0)
    }

    @Test(arguments: [
        (#"{"version":"EC_v1","data":"AA==","signature":"AA==","header":{}}"#, "token_malformed"),
        (#"{"header":{}}"#, "token_malformed"), (#"{"data":""}"#, "token_malformed"),
        (#"{"paymentData":{},"signature":"AA=="}"#, "token_malformed"),
        (#"{"paymentData":{"sandbox":{}},"version":"EC_v1"}"#, "token_malformed"),
        (#"{"paymentData":{"sandbox":{},"data":"AA=="}}"#, "token_malformed"),
        (#"{"paymentdata":{}}"#, "required"),
        (#"{"paymentdata":{"sandbox":{"outcome":"decline"}}}"#, "required"),
        (#"{"sandbox":{"outcome":"decline"}}"#, "required"),
        (#"{"paymentData":null,"token":{}}"#, "required"),
        (#"{"transactionIdentifier":"1","paymentMethod":{},"PaymentData":{}}"#, "required"),
    ])
    func `a malformed token is not taken for a simulated one`(
        token: String, code: String
    ) async throws {
        let checkout = try await Shop.open().checkout()
        let refused = try await checkout.authorize(token)
        #expect(refused.status == 400 && refused.string("errors.0.code") == code, "\(refused.text)")
        #expect(refused.string("errors.0.pointer") == "/payment/token/paymentData")
        #expect(refused.count("errors") == 1)
        #expect(try await checkout.state().string("status") == "open")
    }

    @Test(arguments: [
        "{}", #"{"paymentData":null}"#, #"{"paymentData":""}"#, #"{"paymentData":{}}"#,
        #"{"paymentData":{"sandbox":{}}}"#, #"{"paymentData":{"sandbox":{},"version":"EC_v1"}}"#,
        #"{"paymentData":{"version":"","data":"","signature":"","header":{"transactionId":""}}}"#,
        #"{"transactionIdentifier":"Simulated Identifier","paymentMethod":{"network":"Visa"}}"#,
        #"{"paymentData":{},"paymentMethod":{"type":"debit"},"paymentInstrument":"Visa 1234"}"#,
    ])
    func `a simulated token pays at the sandbox`(token: String) async throws {
        let paid = try await Shop.open().checkout().authorize(token)
        #expect(paid.status == 200 && paid.number("status") == 0, "\(paid.text)")
    }

    @Test func `a refusal names the missing members or the supported versions`() async throws {
        let checkout = try await Shop.open().checkout()
        let bare = try await checkout.authorize(#"{"paymentData":{"version":"EC_v1"}}"#)
        #expect(bare.string("errors.0.code") == "token_malformed", "\(bare.text)")
        #expect(
            bare.string("errors.0.detail")
                == "`data`, `signature`, `header` are missing or malformed")
        let newer = try await checkout.authorize(#"{"paymentData":{"version":"EC_v9"}}"#)
        #expect(newer.string("errors.0.code") == "token_malformed", "\(newer.text)")
        #expect(newer.string("errors.0.detail")?.hasSuffix("EC_v1 and RSA_v1") == true)
    }

    private static func flipped(_ text: Any?) throws -> String {
        var bytes = try #require((text as? String).flatMap { Base64.standard.decode($0) })
        bytes[bytes.count / 2] ^= 1
        return Base64.standard.encode(bytes)
    }

    @Test func `a token for another merchant's certificate is refused`() async throws {
        let other = try await Shop.open()
        let payment = try await TokenShop.open().payment(of: 1_000)
        let refused = try await other.checkout().authorize(payment)
        #expect(refused.status == 400 && refused.string("errors.0.code") == "token_key_unknown")
        let detail = try #require(refused.string("errors.0.detail"))
        #expect(detail.hasPrefix("none of the merchant's paymentProcessing certificates"))
        #expect(detail.hasSuffix("POST /v1/certificates"))
    }

    @Test func `a deleted certificate decrypts no more tokens`() async throws {
        let shop = try await TokenShop.open()
        #expect(
            try await shop.shop.checkout().authorize(shop.payment(of: 1_000)).number("status") == 0)
        let path = "/v1/certificates/\(shop.certificate)"
        #expect(try await shop.shop.ask("DELETE", path).status == 204)
        let refused = try await shop.shop.checkout().authorize(shop.payment(of: 1_000))
        #expect(refused.string("errors.0.code") == "token_key_unknown")
    }

    @Test(arguments: [[], [("Idempotency-Key", "tap")]])
    func `a completed payment is answered after its certificate is deleted`(
        headers: [(String, String)]
    ) async throws {
        let shop = try await TokenShop.open()
        let checkout = try await shop.shop.checkout()
        let payment = try await shop.payment(of: 1_000)
        #expect(try await checkout.authorize(payment, headers).number("status") == 0)
        let path = "/v1/certificates/\(shop.certificate)"
        #expect(try await shop.shop.ask("DELETE", path).status == 204)
        #expect(try await checkout.authorize(payment, headers).number("status") == 0)
        let other = try await checkout.authorize(shop.payment(of: 1_000), [])
        #expect(other.string("errors.0.code") == "token_key_unknown")
    }

    @Test func `a transactionIdentifier must match the token's own`() async throws {
        let shop = try await TokenShop.open()
        let data = try await shop.data(of: 1_000)
        let header = try #require(data["header"] as? [String: Any])
        let name = try #require(header["transactionId"] as? String)
        let other = String(name.dropLast()) + (name.hasSuffix("0") ? "1" : "0")
        let refused = try await shop.shop.checkout().authorize([
            "paymentData": data, "transactionIdentifier": other,
        ])
        #expect(refused.string("errors.0.pointer") == "/payment/token/transactionIdentifier")
        let paid = try await shop.shop.checkout().authorize([
            "paymentData": data, "transactionIdentifier": name.uppercased(),
        ])
        #expect(paid.number("status") == 0, "\(paid.text)")
    }

    @Test(arguments: [70_000, 1_100_000])
    func `an oversized token is refused`(count: Int) async throws {
        let shop = try await TokenShop.open()
        var data = try await shop.data(of: 1_000)
        data["data"] = String(repeating: "A", count: count / 4 * 4)
        let refused = try await shop.shop.checkout().authorize(["paymentData": data])
        #expect(refused.status == (count > 1 << 20 ? 413 : 400), "\(refused.text)")
    }

    @Test func `neither a token's card number nor its cryptogram is stored`() async throws {
        let shop = try await TokenShop.open()
        let checkout = try await shop.shop.checkout()
        #expect(try await checkout.authorize(shop.payment(of: 1_000)).number("status") == 0)
        let database = try await TestServer.shared.value.database
        for table in ["checkouts", "attempts", "events", "timeline", "idempotency_keys"] {
            let rows = try await database.run(
                Query(
                    raw: "SELECT t::text AS row FROM \(table) t "
                        + "WHERE merchant_id = \(shop.shop.merchant.number.value)"))
            for row in rows {
                let text: String = try row.get("row")
                #expect(!text.contains("4000000000004320"))
                #expect(!text.contains("AAECAwQFBgcICQoLDA0ODxAREhM"))
            }
        }
    }
}

/// A merchant that has stored its payment processing certificate, and buyers whose devices encrypt
/// for it.
struct TokenShop: Sendable {
    let shop: Shop
    let certificate: String

    static func open(processor: ProcessorName? = nil) async throws -> TokenShop {
        let shop = try await Shop.open(processor: processor)
        let stored = try await shop.storeCertificate()
        guard let id = stored.string("id") else { throw Unexpected(reply: stored) }
        return TokenShop(shop: shop, certificate: id)
    }

    /// `paymentData` for an amount in minor units.
    func data(
        of amount: Int, _ currency: String = "840", said: [UInt8]? = nil
    ) async throws -> [String: Any] {
        try await TestServer.shared.value.forge.token(
            TokenForge.payload(of: amount, currency), applicationData: said)
    }

    /// The `token` of a payment, as JSON.
    func payment(of amount: Int, _ currency: String = "840") async throws -> String {
        let data = try await data(of: amount, currency)
        return String(
            decoding: try JSONSerialization.data(withJSONObject: ["paymentData": data]),
            as: UTF8.self)
    }
}

extension OpenedCheckout {
    func authorize(_ token: String, _ headers: [(String, String)] = []) async throws -> Reply {
        try await ask("authorize", #"{"payment":{"token":\#(token)}}"#, headers)
    }

    func authorize(_ token: [String: Any]) async throws -> Reply {
        try await authorize(
            String(decoding: try JSONSerialization.data(withJSONObject: token), as: UTF8.self))
    }
}
