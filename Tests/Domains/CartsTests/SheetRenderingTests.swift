import CartSupport
import Contacts
import JSON
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// The JSON that the server sends to the browser, byte for byte.
@Suite struct SheetRenderingTests {
    static func request(_ version: Int) -> CheckoutRequest {
        var request = CheckoutRequest(
            countryCode: america, currency: dollars,
            cartContent: .lines([
                line("Goods", "9.00"),
                line("Next month", "3.00", .final, .recurring(LineItem.Recurrence())),
            ]))
        request.clientVersion = version
        request.requiredShippingContactFields = [.postalAddress, .phoneticName]
        request.supportedNetworks = [.mada, .visa]
        request.supportedCountries = [america]
        request.shippingContactEditingMode = .available
        request.supportsCouponCode = true
        request.merchantCategoryCode = "5812"
        let day = DateComponents(CivilDate(year: 2026, month: 12, day: 1)!)
        request.shippingMethods = [
            ShippingMethod(
                label: "Post", detail: "", amount: money("1.00"), identifier: "p",
                dates: DateComponentsRange(start: day, end: day))
        ]
        request.recurring = RecurringPaymentRequest(
            paymentDescription: "Club",
            regularBilling: line("Fee", "3.00", .final, .recurring(LineItem.Recurrence())),
            trialBilling: nil,
            terms: BillingTerms(
                billingAgreement: nil, managementURL: WebAddress("https://shop.example")!,
                tokenNotificationURL: nil))
        return request
    }

    static func rendered(_ version: Int, prefill: Prefill? = nil) throws -> String {
        let request = request(version)
        var writer = Writer()
        PaymentRequest(
            request, price: try price(request), totalLabel: "SHOP", couponCode: "SPRING"
        ).write(to: &writer, prefill: prefill)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a payment request of version 14 has all members, contacts last`() throws {
        let prefill = Prefill(shippingContact: Contact(countryCode: "US"))
        #expect(
            try Self.rendered(14, prefill: prefill) == """
                {"countryCode":"US","currencyCode":"USD","merchantCapabilities":["supports3DS"],\
                "supportedNetworks":["mada","visa"],"total":{"label":"SHOP","amount":"10.00",\
                "type":"final"},"lineItems":[{"label":"Goods","amount":"9.00","type":"final"},\
                {"label":"Next month","amount":"3.00","type":"final","paymentTiming":"recurring",\
                "recurringPaymentIntervalUnit":"month","recurringPaymentIntervalCount":1},\
                {"label":"Shipping","amount":"1.00","type":"final"}],\
                "requiredShippingContactFields":["postalAddress","phoneticName"],\
                "shippingType":"shipping","shippingContactEditingMode":"available",\
                "shippingMethods":[{"label":"Post","detail":"","amount":"1.00","identifier":"p",\
                "dateComponentsRange":{"startDateComponents":{"years":2026,"months":12,"days":1},\
                "endDateComponents":{"years":2026,"months":12,"days":1}}}],\
                "supportedCountries":["US"],"supportsCouponCode":true,"couponCode":"SPRING",\
                "merchantCategoryCode":"5812",\
                "recurringPaymentRequest":{"paymentDescription":"Club","regularBilling":\
                {"label":"Fee","amount":"3.00","type":"final","paymentTiming":"recurring",\
                "recurringPaymentIntervalUnit":"month","recurringPaymentIntervalCount":1},\
                "managementURL":"https://shop.example"},"shippingContact":{"countryCode":"US"}}
                """)
    }

    @Test func `a payment request without lines has no lineItems`() throws {
        let request = cart(item("0.00"))
        var writer = Writer()
        PaymentRequest(request, price: try price(request), totalLabel: "SHOP").write(to: &writer)
        #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("lineItems"))
    }

    @Test func `a payment request of version 2 has only the members of that version`() throws {
        #expect(
            try Self.rendered(2) == """
                {"countryCode":"US","currencyCode":"USD","merchantCapabilities":["supports3DS"],\
                "supportedNetworks":["visa"],"total":{"label":"SHOP","amount":"10.00",\
                "type":"final"},"lineItems":[{"label":"Goods","amount":"9.00","type":"final"},\
                {"label":"Shipping","amount":"1.00","type":"final"}],\
                "requiredShippingContactFields":["postalAddress"],"shippingType":"shipping",\
                "shippingMethods":[{"label":"Post","detail":"","amount":"1.00",\
                "identifier":"p"}]}
                """)
    }

    @Test(
        "a feature appears with its version",
        arguments: [
            ("\"phoneticName\"", 3), ("\"supportedCountries\"", 3), ("\"mada\"", 5),
            ("\"supportsCouponCode\"", 12), ("\"couponCode\"", 12),
            ("\"shippingContactEditingMode\"", 12), ("\"dateComponentsRange\"", 12),
            ("\"Next month\"", 14), ("\"merchantCategoryCode\"", 14),
            ("\"recurringPaymentRequest\"", 14),
        ]) func features(member: String, since: Int) throws
    {
        for version in 1...16 {
            #expect(try Self.rendered(version).contains(member) == (version >= since))
        }
    }

    static func update(
        _ kind: SheetUpdate.Kind, version: Int = 14, errors: [FieldError] = []
    ) throws -> String {
        let request = request(version)
        let update = SheetUpdate(
            kind, request, price: try price(request), totalLabel: "SHOP",
            errors: errors.map { SheetError($0, in: .english) })
        return String(decoding: Writer.write { update.write(membersTo: &$0) }, as: UTF8.self)
    }

    @Test func `a sheet update repeats lines, methods and later payments`() throws {
        #expect(
            try Self.update(
                .couponCode,
                errors: [FieldError(code: .couponCodeExpired, message: .couponExpired)]) == """
                    {"newTotal":{"label":"SHOP","amount":"10.00","type":"final"},"newLineItems":\
                    [{"label":"Goods","amount":"9.00","type":"final"},{"label":"Next month",\
                    "amount":"3.00","type":"final","paymentTiming":"recurring",\
                    "recurringPaymentIntervalUnit":"month","recurringPaymentIntervalCount":1},\
                    {"label":"Shipping","amount":"1.00","type":"final"}],"newShippingMethods":\
                    [{"label":"Post","detail":"","amount":"1.00","identifier":"p",\
                    "dateComponentsRange":{"startDateComponents":{"years":2026,"months":12,\
                    "days":1},"endDateComponents":{"years":2026,"months":12,"days":1}}}],\
                    "newRecurringPaymentRequest":{"paymentDescription":"Club","regularBilling":\
                    {"label":"Fee","amount":"3.00","type":"final","paymentTiming":"recurring",\
                    "recurringPaymentIntervalUnit":"month","recurringPaymentIntervalCount":1},\
                    "managementURL":"https://shop.example"},"errors":[{"code":\
                    "couponCodeExpired","message":"This coupon code has expired.",\
                    "messageCode":"coupon.expired"}]}
                    """)
    }

    @Test func `a shipping method's update has no errors`() throws {
        #expect(try !Self.update(.shippingMethod).contains("\"errors\""))
        #expect(try Self.update(.paymentMethod).hasSuffix("\"errors\":[]}"))
    }

    struct Old: Sendable, CustomTestStringConvertible {
        let error: FieldError?
        let status: Int
        var testDescription: String { "\(error?.code.rawValue ?? "none") \(status)" }
    }

    static let old: [Old] = [
        Old(error: nil, status: 0),
        Old(error: FieldError(code: .unknown, message: .cardDeclined), status: 1),
        Old(error: FieldError(.billing, .postalCode, .billingPostalCode), status: 2),
        Old(error: FieldError(.shipping, .postalCode, .postalCodeRequired), status: 3),
        Old(error: FieldError(code: .addressUnserviceable, message: .shippingNoMethod), status: 3),
        Old(error: FieldError(.shipping, .phoneNumber, .phoneRequired), status: 4),
        Old(error: FieldError(.shipping, .name, .nameRequired), status: 4),
    ]

    @Test("versions 1 and 2 get the old status", arguments: old) func status(row: Old) throws {
        let errors = row.error.map { [$0] } ?? []
        for version in [1, 2] {
            let contact = try Self.update(.shippingContact, version: version, errors: errors)
            #expect(contact.hasPrefix("{\"status\":\(row.status),\"newTotal\""))
            #expect(!contact.contains("\"errors\""))
            // Any other status of a shipping method cancels an old sheet.
            let method = try Self.update(.shippingMethod, version: version, errors: errors)
            #expect(method.hasPrefix("{\"status\":0,"))
        }
        #expect(try !Self.update(.shippingContact, version: 3, errors: errors).contains("status"))
    }

    struct Result: Sendable, CustomTestStringConvertible {
        let isSuccess: Bool
        var error: FieldError?
        let version: Int
        let expected: String
        var testDescription: String { "\(version): \(expected)" }
    }

    static let results: [Result] = [
        Result(isSuccess: true, version: 14, expected: #"{"status":0,"errors":[],"#),
        Result(isSuccess: true, version: 13, expected: #"{"status":0,"errors":[]}"#),
        Result(isSuccess: false, version: 14, expected: #"{"status":1,"errors":[]}"#),
        Result(
            isSuccess: false, error: FieldError(.billing, .postalCode, .billingPostalCode),
            version: 3,
            expected: #"{"status":1,"errors":[{"code":"billingContactInvalid","contactField":"#),
        Result(isSuccess: true, version: 2, expected: #"{"status":0}"#),
        Result(isSuccess: false, version: 2, expected: #"{"status":1}"#),
        Result(
            isSuccess: false, error: FieldError(.billing, .postalCode, .billingPostalCode),
            version: 1, expected: #"{"status":2}"#),
        // A sheet with errors stays open under any status, so a success has none.
        Result(
            isSuccess: true, error: FieldError(code: .unknown, message: .cardDeclined), version: 3,
            expected: #"{"status":0,"errors":[]}"#),
    ]

    @Test("an authorization result has the form of its client version", arguments: results)
    func result(row: Result) {
        let result = AuthorizationResult(
            isSuccess: row.isSuccess,
            errors: row.error.map { [SheetError($0, in: .english)] } ?? [],
            orderDetails: AuthorizationResult.OrderDetails(
                orderTypeIdentifier: "order.example", orderIdentifier: "7",
                webServiceURL: "https://shop.example", authenticationToken: "t"))
        let bytes = Writer.write { result.write(membersTo: &$0, clientVersion: row.version) }
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(row.expected))
    }

    @Test func `a merchant's own text of an error wins`() {
        var settings = MerchantSettings()
        settings.messages = [
            .init(code: "coupon.expired", language: "en", text: "Too late!")
        ]
        let error = SheetError(
            FieldError(code: .couponCodeExpired, message: .couponExpired), in: .english,
            overrides: settings.messageOverrides)
        #expect(error.message == "Too late!")
    }
}
