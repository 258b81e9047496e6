import Crypto
import Foundation
import Testing
import Vocabulary

@testable import Processors

@Suite struct StripeFormTests {
    private func text(_ form: StripeForm?) throws -> String {
        String(decoding: try #require(form).bytes, as: UTF8.self)
    }

    private func parameters(_ form: StripeForm?) throws -> [String] {
        try text(form).split(separator: "&").map { String($0).removingPercentEncoding ?? "" }
    }

    private func request(
        minorUnits: Int64 = 1000, currency: String = "USD", payment: PaymentInstrument? = nil,
        captureNow: Bool = false, savesCard: Bool = false, name: String = "Toast & Jam"
    ) throws -> AuthorizationRequest {
        AuthorizationRequest(
            key: AttemptKey(merchant: MerchantNumber(7), text: "att_1"),
            amount: Money(minorUnits: minorUnits, currency: try #require(Currency(currency))),
            statementName: name, payment: try payment ?? StripeFixture.token(),
            captureNow: captureNow, savesCard: savesCard)
    }

    @Test func `names and values are written as a form, in their order`() throws {
        var form: StripeForm = ["a[b]": "1 & 2", "c": "é=?"]
        form["nothing"] = nil
        form.add("d", Secret(Array("+/".utf8)))
        #expect(try text(form) == "a%5Bb%5D=1%20%26%202&c=%C3%A9%3D%3F&d=%2B%2F")
    }

    @Test func `a payment is created without a card`() throws {
        #expect(
            try parameters(StripeForm(creating: request(), customer: nil)) == [
                "amount=1000", "currency=usd", "capture_method=manual",
                "statement_descriptor_suffix=Toast & Ja",
                "payment_method_options[card][request_multicapture]=if_available",
                "payment_method_options[card][request_incremental_authorization]=if_available",
                "payment_method_types[]=card", "metadata[paysheet_attempt]=att_1",
                "metadata[paysheet_merchant]=7",
            ])
        let savedCard = try parameters(
            StripeForm(creating: request(captureNow: true, savesCard: true), customer: "cus_1"))
        #expect(savedCard.contains("capture_method=automatic"))
        #expect(savedCard.contains("setup_future_usage=off_session"))
        #expect(savedCard.contains("customer=cus_1"))
        #expect(!savedCard.contains { $0.hasPrefix("payment_method_options") })
    }

    @Test func `a verification has no amount`() throws {
        for (savesCard, usage) in [(true, "off_session"), (false, "on_session")] {
            let parameters = try parameters(
                StripeForm(
                    creating: request(minorUnits: 0, currency: "IQD", savesCard: savesCard),
                    customer: nil))
            #expect(parameters.first == "usage=" + usage)
            #expect(!parameters.contains { $0.hasPrefix("amount") || $0.hasPrefix("currency") })
        }
    }

    @Test func `an amount that Stripe cannot represent makes no form`() throws {
        #expect(
            StripeForm(creating: try request(minorUnits: 5, currency: "KWD"), customer: nil) == nil)
    }

    @Test func `an opened token is sent as an Apple Pay network token`() throws {
        let card = try #require(StripeCard(StripeFixture.token()))
        let billing = BillingAddress(postalCode: "95014", hasAddressLines: true)
        #expect(
            try parameters(StripeForm(confirming: card, billing, "pi_1")) == [
                "expand[]=latest_charge", "payment_method_data[type]=card",
                "payment_method_data[card][exp_month]=12",
                "payment_method_data[card][exp_year]=2031",
                "payment_method_data[card][network_token][exp_month]=12",
                "payment_method_data[card][network_token][exp_year]=2031",
                "payment_method_data[card][last4]=4242",
                "payment_method_data[card][network_token][number]=\(StripeFixture.approved)",
                "payment_method_data[card][network_token][tokenization_method]=apple_pay",
                "payment_method_data[billing_details][address][postal_code]=95014",
                "payment_method_options[card][network_token][cryptogram]="
                    + "AAECAwQFBgcICQoLDA0ODxAREhM=",
                "payment_method_options[card][network_token][electronic_commerce_indicator]=07",
            ])
    }

    @Test func `a two-digit indicator stays, and a missing one is not invented`() throws {
        let name = "payment_method_options[card][network_token][electronic_commerce_indicator]"
        for (indicator, written) in [("05", "05"), (nil, nil)] as [(String?, String?)] {
            let card = try #require(StripeCard(StripeFixture.token(indicator: indicator)))
            let parameters = try parameters(StripeForm(confirming: card, .absent, "pi_1"))
            #expect(
                parameters.first { $0.hasPrefix(name) }?.dropFirst(name.count + 1)
                    == written.map { $0[...] })
        }
    }

    @Test(arguments: [(MerchantInitiatedKind.recurring, "recurring"), (.unscheduled, "one_off")])
    func `a saved card is charged off-session`(later: MerchantInitiatedKind, word: String) throws {
        let savedCard = SavedCardReference(
            reference: "cus_1/pm_2", networkTransaction: nil, merchantToken: nil)
        let card = try #require(StripeCard(.savedCard(savedCard, card: .unknown, later)))
        #expect(
            try parameters(StripeForm(confirming: card, .absent, "pi_1")) == [
                "expand[]=latest_charge", "payment_method=pm_2", "off_session=" + word,
            ])
        #expect(
            try parameters(StripeForm(confirming: card, .absent, "seti_1")) == [
                "expand[]=latest_attempt", "payment_method=pm_2",
            ])
    }

    @Test(arguments: ["", "cus_1", "cus_1/", "/pm_1", "cus_1/pm_1/x"])
    func `a reference that is not from Stripe names no card`(reference: String) {
        let savedCard = SavedCardReference(
            reference: reference, networkTransaction: nil, merchantToken: nil)
        #expect(StripeCard(.savedCard(savedCard, card: .unknown, .recurring)) == nil)
    }

    @Test(
        arguments: [
            ("Toast", "Toast"), ("  Café <\"Österreich\">*'", "Caf sterre"), ("12345", nil),
            ("", nil),
            ("食堂", nil), ("A. & B.-C", "A. & B.-C"), ("Breakfast  of it", "Breakfast"),
        ] as [(String, String?)])
    func `a statement has the part of a name that Stripe accepts`(name: String, suffix: String?) {
        #expect(StripeForm.suffix(name) == suffix)
    }
}
