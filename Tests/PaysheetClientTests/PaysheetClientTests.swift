import Foundation
import PaysheetClient
import Testing

/// The API's answers as PassKit types (docs/rules/apple.md#2.4).
@Suite struct PaysheetClientTests {
    @Test(
        arguments: [
            (
                "shippingContactInvalid", "addressLines",
                PaysheetNativeError.shippingAddress("street")
            ),
            ("shippingContactInvalid", "subLocality", .shippingAddress("subLocality")),
            ("shippingContactInvalid", "locality", .shippingAddress("city")),
            (
                "shippingContactInvalid", "subAdministrativeArea",
                .shippingAddress("subAdministrativeArea")
            ),
            ("shippingContactInvalid", "administrativeArea", .shippingAddress("state")),
            ("shippingContactInvalid", "postalCode", .shippingAddress("postalCode")),
            ("shippingContactInvalid", "country", .shippingAddress("country")),
            ("shippingContactInvalid", "countryCode", .shippingAddress("ISOCountryCode")),
            ("shippingContactInvalid", "phoneNumber", .contact("phoneNumber")),
            ("shippingContactInvalid", "emailAddress", .contact("emailAddress")),
            ("shippingContactInvalid", "name", .contact("name")),
            ("shippingContactInvalid", "phoneticName", .contact("phoneticName")),
            ("shippingContactInvalid", "postalAddress", .contact("postalAddress")),
            ("shippingContactInvalid", nil, .contact("postalAddress")),
            ("billingContactInvalid", "postalCode", .billingAddress("postalCode")),
            ("billingContactInvalid", "addressLines", .billingAddress("street")),
            ("billingContactInvalid", nil, .billingAddress("street")),
            ("addressUnserviceable", nil, .addressUnserviceable),
            ("couponCodeInvalid", nil, .couponCodeInvalid),
            ("couponCodeExpired", nil, .couponCodeExpired), ("unknown", nil, .unknown),
            ("somethingNew", "postalCode", .unknown),
        ] as [(String, String?, PaysheetNativeError)])
    func `each error has its PassKit counterpart`(
        _ code: String, _ field: String?, _ native: PaysheetNativeError
    ) {
        let error = PaysheetError(code: code, contactField: field, message: "…")
        #expect(PaysheetNativeError(error) == native)
    }

    private static let update = #"""
        {"newTotal": {"label": "SHOP", "amount": "104.21", "type": "final"},
         "newLineItems": [{"label": "Fare", "type": "pending"}, {"label": "Gift", "amount": "-0.10", "type": "final"}],
         "newShippingMethods": [{"label": "Standard", "detail": "3 days", "amount": "5.00", "identifier": "std"}],
         "errors": [{"code": "shippingContactInvalid", "contactField": "postalCode", "message": "m", "messageCode": "postalCode.format"}],
         "checkout": {"status": "open", "version": 2, "currencyCode": "USD", "total": "104.21", "totalType": "final"}}
        """#

    @Test(arguments: ["null", "\"\"", "\"12,50\"", "\"ten\"", "\"0x10\""])
    func `an unreadable amount is an error, never zero`(amount: String) {
        let update = Self.update.replacingOccurrences(
            of: "\"104.21\", \"type\"", with: "\(amount), \"type\"")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PaysheetUpdate.self, from: Data(update.utf8))
        }
    }

    @Test(arguments: ["", "cs_1", "sk_1_a_b_c", "cs_../x_1_1_a", "cs_1%2F_1_1_a", "cs__1_1_a_b"])
    func `an invalid secret creates no checkout`(secret: String) {
        #expect(
            PaysheetCheckout(server: URL(string: "https://pay.example")!, clientSecret: secret)
                == nil)
    }

    @Test func `the grand total is the last summary item, and amounts are exact`() throws {
        let update = try JSONDecoder().decode(PaysheetUpdate.self, from: Data(Self.update.utf8))
        #expect(update.summaryItems.map(\.label) == ["Fare", "Gift", "SHOP"])
        #expect(update.summaryItems.map(\.isPending) == [true, false, false])
        #expect(update.summaryItems.map { "\($0.decimal)" } == ["0", "-0.1", "104.21"])
        #expect(update.errors?.map(PaysheetNativeError.init) == [.shippingAddress("postalCode")])
        #expect(update.newShippingMethods?.first?.identifier == "std")
    }

    @Test func `a client secret names its checkout, and any other text names none`() throws {
        let server = try #require(URL(string: "https://pay.example.com"))
        #expect(PaysheetCheckout(server: server, clientSecret: "cs_1abc_1_1_xyz") != nil)
        #expect(PaysheetCheckout(server: server, clientSecret: "sk_1abc") == nil)
    }
}
