import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// A merchant's sales figures.
@Suite struct FigureTests {
    private static let toast = #""items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#
    private static let ada = PayTests.ada.replacing(
        "\"addressLines\"", with: "\"phoneNumber\":\"+14085550100\",\"addressLines\"")

    @Test func `figures add up captures, refunds and declines`() async throws {
        let shop = try await Shop.open()
        for _ in 0..<2 { _ = try await shop.checkout(Self.toast).pay() }
        let refunded = try await shop.checkout(Self.toast)
        _ = try await refunded.pay()
        _ = try await shop.ask(
            "POST", "/v1/checkouts/\(refunded.id)/refunds",
            #"{"amount":"2.50","currencyCode":"USD"}"#)
        _ = try await shop.checkout(Self.toast.replacing("10.00", with: "700"), currency: "JPY")
            .pay()
        let declined = [try await shop.checkout(Self.toast), try await shop.checkout(Self.toast)]
        for (place, outcome) in [
            (0, "insufficient_funds"), (0, "decline"), (1, "insufficient_funds"),
        ] {
            _ = try await declined[place].pay(sandbox: "\"outcome\":\"\(outcome)\"")
        }
        _ = try await shop.checkout(Self.toast)
        let figures = try await shop.ask("GET", "/v1/figures")
        #expect(figures.status == 200)
        #expect(figures.number("checkouts.opened") == 7)
        #expect(figures.number("checkouts.paid") == 4)
        // Midnight may have passed between the payments.
        let sum = { (list: String, member: String) in
            (0..<figures.count(list)).reduce(0) {
                $0 + (figures.number("\(list).\($1).\(member)") ?? 0)
            }
        }
        #expect(figures.string("volume.0.currencyCode") == "JPY")
        #expect(figures.string("volume.0.captured") == "700")
        let last = figures.count("volume") - 1
        #expect(figures.string("volume.\(last).currencyCode") == "USD")
        #expect(last > 1 || figures.string("volume.1.captured") == "30.00")
        #expect(last > 1 || figures.string("volume.1.refunded") == "2.50")
        #expect(sum("volume", "captures") == 4)
        #expect(sum("volume", "refunds") == 1)
        #expect(sum("tries", "approved") == 4)
        #expect(sum("tries", "declined") == 3)
        #expect(figures.string("declines.0.code") == "insufficient_funds")
        #expect(figures.number("declines.0.count") == 2)
        #expect(figures.string("declines.1.code") == "declined")
        let other = try await Shop.open()
        #expect(try await other.ask("GET", "/v1/figures").count("volume") == 0)
    }

    /// A wrong field that the buyer corrected costs nothing; one that the buyer left wrong counts
    /// as a lost sale half an hour after the checkout last changed.
    @Test func `figures separate fields that lost a sale from corrected ones`() async throws {
        let shop = try await Shop.open()
        let needs = Self.toast + #","requiredShippingContactFields":["postalAddress","phone"]"#
        let wrong = Self.ada.replacing("+14085550100", with: "12")
        let corrected = try await shop.checkout(needs)
        let left = try await shop.checkout(needs)
        let touched = try await shop.checkout(needs)
        for checkout in [corrected, left, touched] {
            for _ in 0..<2 {
                let refused = try await checkout.pay(contact: wrong)
                #expect(refused.string("errors.0.contactField") == "phoneNumber", "\(refused.text)")
            }
        }
        #expect(try await corrected.pay(contact: Self.ada).number("status") == 0)
        // The buyer corrected the field, but the card was declined.
        let declined = try await shop.checkout(needs)
        _ = try await declined.pay(contact: wrong)
        _ = try await declined.pay(sandbox: #""outcome":"decline""#, contact: Self.ada)
        let twice = try await shop.checkout(needs)
        _ = try await twice.pay(contact: wrong.replacing("950142083", with: "0"))
        let database = try await TestServer.shared.value.database
        for checkout in [left, twice, declined] {
            let identifier = try #require(Identifier<AnyCheckout>(checkout.id))
            _ = try await database.run(
                """
                UPDATE checkouts SET changed_at = changed_at - interval '31 minutes'
                WHERE merchant_id = \(shop.merchant.number) AND checkout_id = \(identifier.uuid)
                """)
        }
        let figures = try await shop.ask("GET", "/v1/figures")
        #expect(figures.count("fieldErrors") == 2, "\(figures.text)")
        #expect(figures.string("fieldErrors.0.contactField") == "phoneNumber")
        #expect(figures.number("fieldErrors.0.checkouts") == 5)
        #expect(figures.number("fieldErrors.0.lost") == 2)
        #expect(figures.string("fieldErrors.1.contactField") == "postalCode")
        #expect(figures.number("fieldErrors.1.lost") == 1)
        #expect(
            figures.number("checkouts.lostAtField") == 2,
            "a checkout lost at two fields counts once")
    }

    /// The stored decline names the address field, and the figures do not.
    @Test func `declines because of the address count as one reason`() async throws {
        let shop = try await Shop.open()
        for _ in 0..<2 {
            let checkout = try await shop.checkout(
                Self.toast + #","requiredBillingContactFields":["postalAddress"]"#)
            _ = try await checkout.pay(
                sandbox: #""outcome":"billing_postal_code_mismatch""#, contact: Self.ada)
        }
        let database = try await TestServer.shared.value.database
        _ = try await database.run(
            """
            UPDATE attempts SET decline = replace(decline, 'postalCode', 'locality')
            WHERE merchant_id = \(shop.merchant.number) AND attempt_id = (
                SELECT attempt_id FROM attempts WHERE merchant_id = \(shop.merchant.number)
                ORDER BY attempt_id LIMIT 1)
            """)
        let figures = try await shop.ask("GET", "/v1/figures")
        #expect(figures.count("declines") == 1, "\(figures.text)")
        #expect(figures.string("declines.0.code") == "billing_address")
        #expect(figures.number("declines.0.count") == 2)
    }

    @Test func `the range and the time zone come from the request`() async throws {
        let shop = try await Shop.open()
        _ = try await shop.checkout(Self.toast).pay()
        let ahead = try await shop.ask(
            "GET", "/v1/figures?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z")
        #expect(ahead.count("volume") == 0)
        #expect(ahead.string("step") == "hour")
        // Kiritimati's midnight is ten o'clock in UTC.
        let there = try await shop.ask("GET", "/v1/figures?timeZone=Pacific/Kiritimati")
        #expect(there.string("volume.0.at")?.contains("T10:00:00") == true, "\(there.text)")
        #expect(there.string("step") == "day")
    }

    @Test(arguments: [
        ("timeZone=Mars/Olympus", "?timeZone"), ("timeZone='", "?timeZone"),
        ("timeZone=-3", "?timeZone"), ("from=yesterday", "?from"),
        ("from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "?from"),
        ("from=2026-01-01T00:00:00Z&to=2026-12-01T00:00:00Z", "?from"), ("days=3", "?days"),
    ])
    func `an invalid range or time zone is refused`(query: String, pointer: String) async throws {
        let refused = try await Shop.open().ask("GET", "/v1/figures?\(query)")
        #expect(refused.status == 400, "\(refused.text)")
        #expect(refused.string("errors.0.pointer") == pointer, "\(refused.text)")
    }

    @Test func `checkouts can be filtered by a payment attempt and by the card's last digits`()
        async throws
    {
        let shop = try await Shop.open()
        let paid = try await shop.checkout(Self.toast)
        _ = try await paid.pay()
        let declined = try await shop.checkout(Self.toast)
        _ = try await declined.pay(sandbox: #""outcome":"insufficient_funds""#)
        _ = try await shop.checkout(Self.toast)
        let tried = try await shop.ask("GET", "/v1/checkouts?tried=true")
        #expect(tried.count("data") == 2)
        #expect(tried.string("data.0.id") == declined.id)
        #expect(tried.string("data.0.decline.code") == "insufficient_funds")
        #expect(tried.string("data.1.id") == paid.id)
        #expect(tried["data.1.decline"] == nil)
        let database = try await TestServer.shared.value.database
        _ = try await database.run(
            """
            UPDATE attempts SET network = 'Visa', last_four = '4242'
            WHERE merchant_id = \(shop.merchant.number) AND state = 'authorized'
            """)
        let found = try await shop.ask("GET", "/v1/checkouts?lastFour=4242")
        #expect(found.count("data") == 1)
        #expect(found.string("data.0.card.lastFour") == "4242")
        #expect(try await shop.ask("GET", "/v1/checkouts?lastFour=42").status == 400)
    }

    private enum AnyCheckout: Identified {
        static let identifierPrefix = "chk"
    }
}
