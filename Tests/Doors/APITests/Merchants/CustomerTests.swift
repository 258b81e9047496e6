import Checkouts
import Customers
import Foundation
import Merchants
import Payments
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Customers export their data and have it erased, over HTTP.
@Suite struct CustomerTests {
    private static let members = #"""
        "requiredShippingContactFields":["postalAddress","name","email"],
        "requiredBillingContactFields":["postalAddress","name"],
        "shippingContact":\#(PayTests.ada),
        "items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]
        """#

    /// Returns a paid checkout and the path of its customer.
    static func account(_ shop: Shop, _ sandbox: String = "") async throws
        -> (checkout: OpenedCheckout, customer: String)
    {
        let checkout = try await shop.checkout(members)
        _ = try await checkout.ask(
            "shipping-contact", #"{"shippingContact":{"postalCode":"95014","countryCode":"us"}}"#)
        let paid = try await checkout.pay(sandbox: sandbox, contact: PayTests.ada)
        #expect(paid.number("status") == 0, "\(paid.text)")
        let opened = try await checkout.ask("customer", #"{"consent":true}"#)
        return (checkout, "/v1/customers/\(try #require(opened.string("id")))")
    }

    /// Links a checkout to a customer in the database: no API call does so before it is paid.
    private static func give(_ checkout: OpenedCheckout, to customer: String) async throws {
        let id = try #require(CheckoutSession.ID(checkout.id))
        let owner = try #require(Customer.ID(String(customer.dropFirst("/v1/customers/".count))))
        try await TestServer.shared.value.database.run(
            """
            UPDATE checkouts SET customer_id = \(owner.uuid)
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)
    }

    @Test func `an export contains the contact, checkouts with their sheet updates, and balances`()
        async throws
    {
        let shop = try await Shop.open()
        let (checkout, customer) = try await Self.account(shop)
        let name = customer.dropFirst("/v1/customers/".count)
        let balance = try await shop.balance(
            #""kind":"store_credit","amount":"3.00","customer":"\#(name)""#)
        _ = try await shop.balance(#""kind":"prepaid""#)
        let export = try await shop.ask("GET", customer + "/export")
        #expect(export.status == 200, "\(export.text)")
        #expect(export.string("customer.contact.familyName") == "Byron")
        #expect(export.string("customer.consentedAt") != nil)
        let first = "checkouts.data.0."
        #expect(export.string(first + "id") == checkout.id)
        #expect(export.string(first + "status") == "captured")
        #expect(export.string(first + "capturedAmount") == "10.00")
        #expect(export.string(first + "items.0.name") == "Toast")
        #expect(export.string(first + "shippingContact.emailAddress") == "ada@example.com")
        #expect(export.string(first + "shippingContactGiven.postalCode") == "950142083")
        #expect(export.string(first + "billingContact.givenName") == "Ada")
        #expect(export.string(first + "prefill.shippingContact.familyName") == "Byron")
        #expect(export.string(first + "questions.0.kind") == "shippingContact")
        #expect(
            export.string(first + "questions.0.question.shippingContact.postalCode") == "95014")
        #expect(export["checkouts.data.0.moreQuestions"] as? Bool == false)
        #expect(export.string(first + "payments.0.amount") == "10.00")
        #expect(export.string(first + "payments.0.status") == "authorized")
        #expect(export.count("checkouts.data") == 1 && export["checkouts.nextCursor"] is NSNull)
        #expect(export.string("balances.data.0.id") == balance.string("id"))
        #expect(export.string("balances.data.0.amount") == "3.00")
        #expect(export.count("balances.data") == 1)
    }

    @Test func `an export is paged, newest checkout first`() async throws {
        let shop = try await Shop.open()
        let (checkout, customer) = try await Self.account(shop)
        var opened = [checkout.id]
        for _ in 0..<CustomerExport.checkoutsMax {
            let next = try await shop.checkout()
            try await Self.give(next, to: customer)
            opened.append(next.id)
        }
        let first = try await shop.ask("GET", customer + "/export")
        #expect(first.count("checkouts.data") == CustomerExport.checkoutsMax)
        let cursor = try #require(first.string("checkouts.nextCursor"))
        let rest = try await shop.ask("GET", customer + "/export?after=\(cursor)")
        #expect(rest.count("checkouts.data") == 1)
        #expect(rest.string("customer.id") == first.string("customer.id"))
        #expect(rest["balances"] == nil, "only the first page has the balances")
        let ids =
            (0..<CustomerExport.checkoutsMax).map { first.string("checkouts.data.\($0).id") }
            + [rest.string("checkouts.data.0.id")]
        #expect(ids == opened.reversed())
        for bad in ["?after=chk_1", "?limit=2", "?after=\(cursor)&after=\(cursor)"] {
            #expect(try await shop.ask("GET", customer + "/export\(bad)").status == 400)
        }
    }

    @Test func `an export contains the newest sheet updates of a checkout with many`() async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(Self.members)
        let most = CustomerExport.updatesMax
        for number in 0...most {
            _ = try await checkout.ask(
                "shipping-contact",
                #"{"shippingContact":{"postalCode":"\#(95000 + number)","countryCode":"US"}}"#)
        }
        _ = try await checkout.pay(contact: PayTests.ada)
        let opened = try await checkout.ask("customer", #"{"consent":true}"#)
        let export = try await shop.ask(
            "GET", "/v1/customers/\(try #require(opened.string("id")))/export")
        let first = "checkouts.data.0."
        #expect(export.count(first + "questions") == most)
        #expect(export[first + "moreQuestions"] as? Bool == true)
        let codes = (0..<most).map {
            export.string(first + "questions.\($0).question.shippingContact.postalCode")
        }
        #expect(codes == (1...most).map { "\(95000 + $0)" })
    }

    @Test func `erasing a customer removes their data and keeps their purchases`() async throws {
        let shop = try await Shop.open()
        let (checkout, customer) = try await Self.account(shop)
        let name = customer.dropFirst("/v1/customers/".count)
        let balance = try await shop.balance(
            #""kind":"store_credit","amount":"3.00","customer":"\#(name)""#)
        let before = try await checkout.state()
        #expect(try await shop.ask("DELETE", customer).status == 204)
        #expect(try await shop.ask("DELETE", customer).status == 204)

        let shown = try await shop.ask("GET", customer)
        #expect(shown.string("erasedAt") != nil && shown["contact"] == nil)
        #expect(shown.string("checkout") == checkout.id)
        let list = try await shop.ask("GET", "/v1/customers")
        #expect(list.string("data.0.erasedAt") == shown.string("erasedAt"))
        #expect(list["data.0.contact"] == nil)
        let state = try await checkout.state()
        for gone in [
            "shippingContact", "billingContact", "shippingContactGiven",
            "paymentRequest.shippingContact",
        ] {
            #expect(before[gone] != nil && state[gone] == nil, "\(gone)")
        }
        for kept in ["total", "capturedAmount", "breakdown.subtotal", "customer"] {
            #expect(state.string(kept) == before.string(kept) && state[kept] != nil, "\(kept)")
        }
        let timeline = try await shop.ask("GET", "/v1/checkouts/\(checkout.id)/timeline")
        #expect(timeline.count("data") == 2 && timeline["data.0.question"] == nil)
        let owed = try await shop.ask("GET", "/v1/balances?customer=\(name)")
        #expect(owed.string("data.0.id") == balance.string("id"))
        #expect(owed.string("data.0.available") == "3.00")
        let export = try await shop.ask("GET", customer + "/export")
        #expect(export["customer.contact"] == nil && export.count("balances.data") == 1)
        #expect(export.count("checkouts.data.0.questions") == 0)
        #expect(export["checkouts.data.0.moreQuestions"] as? Bool == false)
        let refund = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/refunds", "{}")
        #expect(refund.string("checkout.status") == "refunded", "\(refund.text)")
        let again = try await checkout.ask("customer", #"{"consent":true}"#)
        #expect(again.status == 409 && again.string("code") == "checkout_not_open")
    }

    @Test func `the event of an erasure contains no personal data`() async throws {
        let shop = try await Shop.open()
        let (_, customer) = try await Self.account(shop)
        _ = try await shop.ask("DELETE", customer)
        let events = try await TestServer.shared.value.database.run(
            """
            SELECT type, sequence, data::text AS data FROM events
            WHERE merchant_id = \(shop.merchant.number) AND type LIKE 'customer.%' ORDER BY sequence
            """)
        try #require(events.count == 2)
        let data: String = try events[1].get("data")
        let id = customer.dropFirst("/v1/customers/".count)
        let erasedAt = try await shop.ask("GET", customer).string("erasedAt")
        #expect(data == #"{"id":"\#(id)","erasedAt":"\#(erasedAt ?? "")"}"#)
        let sequence: Int64 = try events[1].get("sequence")
        #expect(sequence == 2)
    }

    @Test func `erasing deletes the buyer's stored answers and keeps the merchant's`() async throws
    {
        let shop = try await Shop.open()
        let (checkout, customer) = try await Self.account(shop)
        let key = [("Idempotency-Key", "one")]
        _ = try await checkout.ask("customer", #"{"consent":true}"#, key)
        _ = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/capture", "{}", key)
        let stranger = try await Self.account(shop).checkout
        _ = try await stranger.ask("customer", #"{"consent":true}"#, key)
        _ = try await shop.ask(
            "POST", "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD"}"#, key)
        let scopes = {
            try await TestServer.shared.value.database.run(
                """
                SELECT scope FROM idempotency_keys WHERE merchant_id = \(shop.merchant.number)
                ORDER BY scope
                """
            ).map { try $0.get("scope", as: String.self) }
        }
        let other = try #require(CheckoutSession.ID(stranger.id)).uuid.base32
        let own = try #require(CheckoutSession.ID(checkout.id)).uuid.base32
        #expect(try await Set(scopes()) == [own, other, "sk"])
        _ = try await shop.ask("DELETE", customer)
        #expect(try await Set(scopes()) == [other, "sk"])
    }

    @Test func `a customer can be erased only after a payment in progress ends`() async throws {
        let shop = try await Shop.open()
        let (_, customer) = try await Self.account(shop)
        let checkout = try await shop.checkout(Self.members)
        try await Self.give(checkout, to: customer)
        let paying = Task {
            try await checkout.pay(sandbox: #""delayMilliseconds":4000"#, contact: PayTests.ada)
        }
        try await eventually("the payment is in progress") {
            try await checkout.state().string("status") == "authorizing"
        }
        let refused = try await shop.ask("DELETE", customer)
        #expect(refused.status == 409 && refused.string("code") == "payment_in_progress")
        #expect((1...7).contains(refused.http["Retry-After"].flatMap { Int($0) } ?? 0))
        #expect(try await shop.ask("GET", customer).string("contact.familyName") == "Byron")
        #expect(try await paying.value.number("status") == 0)
        #expect(try await shop.ask("DELETE", customer).status == 204)
        let state = try await checkout.state()
        #expect(state.string("status") == "captured" && state["shippingContact"] == nil)
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 2)
    }

    @Test func `erasing a customer cancels their open checkout`() async throws {
        let shop = try await Shop.open()
        let (_, customer) = try await Self.account(shop)
        let checkout = try await shop.checkout(Self.members)
        try await Self.give(checkout, to: customer)
        #expect(try await shop.ask("DELETE", customer).status == 204)
        #expect(try await checkout.state().string("status") == "canceled")
        let refused = try await checkout.pay(contact: PayTests.ada)
        #expect(refused.status == 409 && refused.string("code") == "checkout_not_open")
    }

    @Test func `a read-only key exports a customer and cannot erase them`() async throws {
        let shop = try await Shop.open()
        let (checkout, customer) = try await Self.account(shop)
        let made = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        let reader = try #require(made.string("secret"))
        #expect(try await shop.ask(as: reader, "GET", customer + "/export").status == 200)
        let refused = try await shop.ask(as: reader, "DELETE", customer)
        #expect(refused.status == 403 && refused.string("code") == "insufficient_scope")
        for credential in [shop.publishableKey, checkout.secret] {
            #expect(try await shop.ask(as: credential, "DELETE", customer).status == 403)
            #expect(try await shop.ask(as: credential, "GET", customer + "/export").status == 403)
        }
        #expect(try await shop.ask("GET", customer)["contact"] != nil)
    }

    @Test func `an unknown customer is not found`() async throws {
        let shop = try await Shop.open()
        let unknown = Customer.ID(
            merchant: shop.merchant.number, uuid: TestServer.identify(TestServer.now()))
        for path in ["/v1/customers/\(unknown.text)", "/v1/customers/cus_1"] {
            #expect(try await shop.ask("DELETE", path).status == 404)
            #expect(try await shop.ask("GET", path + "/export").status == 404)
        }
    }
}
