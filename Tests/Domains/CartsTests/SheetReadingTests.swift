import CartSupport
import Contacts
import JSON
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// A request is read completely: one response names each invalid member with its pointer.
@Suite struct SheetReadingTests {
    /// The problems of a request, as `pointer code`.
    static func problems(
        _ text: String, _ settings: MerchantSettings = MerchantSettings()
    ) throws -> [String] {
        let problems = Problems()
        let fields = try #require(ObjectReader(parse(text), problems: problems))
        var prefill = Prefill()
        let request = CheckoutRequest(
            reading: fields, merchant: settings, now: now, prefill: &prefill)
        #expect((request == nil) == !problems.isEmpty)
        return problems.all.map { "\($0.pointer) \($0.code)" }
    }

    /// A valid request with additional members, which may replace `items`.
    static func request(_ members: String, items: Bool = true) -> String {
        let goods = items ? "\"items\":[{\"name\":\"Thing\",\"unitPrice\":\"5.00\"}]," : ""
        return "{\"currencyCode\":\"USD\",\"countryCode\":\"US\",\(goods)\(members)}"
            .replacing(",}", with: "}")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let members: String
        var items = true
        let expected: [String]
        var testDescription: String { members }
    }

    static let later = #""paymentDescription":"Club","managementURL":"https://shop.example/m""#
    static let regular = #""regularBilling":{"label":"Fee","amount":"1"}"#
    static let context =
        #"{"merchantIdentifier":"m","externalIdentifier":"e","merchantName":"n","amount":"1"}"#

    static let shapes: [Row] = [
        Row(members: "", expected: []),
        Row(members: "", items: false, expected: ["/items required"]),
        Row(members: #""items":[]"#, items: false, expected: ["/items too_few"]),
        Row(
            members: #""lineItems":[{"label":"a","amount":"1"}]"#,
            expected: ["/lineItems conflict"]),
        Row(
            members: #""items":[{"name":" ","unitPrice":"1"}]"#, items: false,
            expected: ["/items/0/name invalid_value"]),
        Row(
            members: #""items":[{"name":"a","unitPrice":5}]"#, items: false,
            expected: ["/items/0/unitPrice wrong_type"]),
        Row(
            members: #""items":[{"name":"a"}]"#, items: false,
            expected: ["/items/0/unitPrice required"]),
        Row(members: #""items":[{"name":"a","pending":true}]"#, items: false, expected: []),
        Row(
            members: #""items":[{"name":"a","unitPrice":"-1"}]"#, items: false,
            expected: ["/items/0/unitPrice out_of_range"]),
        Row(
            members: #""items":[{"name":"a","unitPrice":"1","quantity":0}]"#, items: false,
            expected: ["/items/0/quantity out_of_range"]),
        Row(
            members: #""items":[{"name":"a","unitPrice":"1","imageURL":"http://a.example"}]"#,
            items: false, expected: ["/items/0/imageURL invalid_value"]),
        Row(
            members: #""items":[{"name":"a","unitPrice":"1","colour":"red"}]"#, items: false,
            expected: ["/items/0/colour unknown_field"]),
        Row(members: #""colour":"red""#, expected: ["/colour unknown_field"]),
        Row(members: #""reference":"a\u0007b""#, expected: ["/reference invalid_value"]),
        Row(members: #""metadata":{"a":1}"#, expected: ["/metadata/a wrong_type"]),
        Row(members: #""metadata":{"":"a"}"#, expected: ["/metadata too_short"]),
        Row(members: #""clientVersion":0"#, expected: ["/clientVersion out_of_range"]),
        Row(
            members: #""expiresAt":"2026-11-21T14:03:09Z""#, expected: ["/expiresAt out_of_range"]),
        Row(
            members: #""expiresAt":"2026-12-21T14:03:10Z""#, expected: ["/expiresAt out_of_range"]),
        Row(members: #""expiresAt":"2026-12-21T14:03:09Z""#, expected: []),
        Row(members: #""expiresAt":"tomorrow""#, expected: ["/expiresAt invalid_value"]),
        Row(members: #""applicationData":"abc""#, expected: ["/applicationData invalid_value"]),
        Row(members: #""applicationData":"QQ==""#, expected: []),
        Row(members: #""applicationData":"QR==""#, expected: ["/applicationData invalid_value"]),
        Row(
            members: #""merchantCategoryCode":"58a2""#,
            expected: ["/merchantCategoryCode invalid_value"]),
        Row(
            members: #""supportedCountries":["us"]"#,
            expected: ["/supportedCountries/0 invalid_value"]),
        Row(
            members: #""allowedShippingCountries":[]"#,
            expected: ["/allowedShippingCountries too_few"]),
        Row(
            members: #""supportedNetworks":["visa","wallet"]"#,
            expected: ["/supportedNetworks/1 invalid_value"]),
        Row(
            members: #""requiredShippingContactFields":["address"]"#,
            expected: ["/requiredShippingContactFields/0 invalid_value"]),
        Row(
            members: #""shippingMethods":[{"label":"a","detail":"","amount":"1","identifier":"x"},"#
                + #"{"label":"b","detail":"","amount":"1","identifier":"x"}]"#,
            expected: ["/shippingMethods/1 duplicate"]),
        Row(
            members: #""shippingMethods":[{"label":"a","amount":"-1","identifier":"x"}]"#,
            expected: [
                "/shippingMethods/0/detail required", "/shippingMethods/0/amount out_of_range",
            ]),
        Row(
            members: #""shippingMethods":[{"label":"a","detail":"","amount":"1","identifier":"x","#
                + #""dateComponentsRange":{"startDateComponents":{"years":2026,"months":12,"#
                + #""days":2},"endDateComponents":{"years":2026,"months":12,"days":1}}}]"#,
            expected: ["/shippingMethods/0/dateComponentsRange/endDateComponents out_of_range"]),
        Row(
            members: #""shippingContact":{"countryCode":"US","pet":"cat"}"#, expected: []),
        Row(
            members: #""shippingContact":{"countryCode":5}"#,
            expected: ["/shippingContact/countryCode wrong_type"]),
    ]

    static let rules: [Row] = [
        Row(
            members: #""billingContact":{"countryCode":"US"}"#,
            expected: ["/billingContact conflict"]),
        Row(
            members: #""billingContact":{},"requiredBillingContactFields":["postalAddress"]"#,
            expected: []),
        Row(
            members: #""supportedNetworks":["mada"],"clientVersion":4"#,
            expected: ["/supportedNetworks conflict"]),
        Row(members: #""supportedNetworks":["mada","visa"],"clientVersion":4"#, expected: []),
        Row(
            members: #""merchantCapabilities":["supportsDebit"]"#,
            expected: ["/merchantCapabilities invalid_value"]),
        Row(
            members: #""authorizationAmount":"5","maximumAmount":"4.99""#,
            expected: ["/authorizationAmount conflict", "/authorizationAmount out_of_range"]),
        Row(members: "\"recurringPaymentRequest\":{\(later),\(regular)}", expected: []),
        // A sheet before version 14 omits the agreement. Source: Apple Pay on the Web, version
        // history.
        Row(
            members: "\"clientVersion\":13,\"recurringPaymentRequest\":{\(later),\(regular)}",
            expected: ["/clientVersion conflict"]),
        Row(
            members: "\"clientVersion\":13,\"deferredPaymentRequest\":{\(later),"
                + "\"deferredBilling\":{\"label\":\"a\",\"amount\":\"1\","
                + "\"deferredPaymentDate\":\"2027-01-01T00:00:00Z\"}}",
            expected: ["/clientVersion conflict"]),
        Row(
            members: "\"clientVersion\":13,\"automaticReloadPaymentRequest\":{\(later),"
                + "\"automaticReloadBilling\":{\"label\":\"a\",\"amount\":\"1\","
                + "\"automaticReloadPaymentThresholdAmount\":\"5\"}}",
            expected: ["/clientVersion conflict"]),
        Row(
            members: "\"clientVersion\":13,\"multiTokenContexts\":[\(context)]",
            expected: ["/clientVersion conflict"]),
        Row(members: "\"multiTokenContexts\":[\(context)]", expected: []),
        Row(
            members: "\"recurringPaymentRequest\":{\(later)}",
            expected: ["/recurringPaymentRequest/regularBilling required"]),
        Row(
            members: "\"recurringPaymentRequest\":{\(later),\"regularBilling\":"
                + "{\"label\":\"a\",\"amount\":\"1\",\"paymentTiming\":\"immediate\"}}",
            expected: ["/recurringPaymentRequest/regularBilling/paymentTiming invalid_value"]),
        Row(
            members: "\"recurringPaymentRequest\":{\(regular)}",
            expected: [
                "/recurringPaymentRequest/paymentDescription required",
                "/recurringPaymentRequest/managementURL required",
            ]),
        Row(
            members: "\"recurringPaymentRequest\":{\(later),\(regular)},"
                + "\"multiTokenContexts\":[\(context)]",
            expected: ["/multiTokenContexts conflict"]),
        Row(
            members: "\"recurringPaymentRequest\":{\(later),\(regular)},"
                + "\"automaticReloadPaymentRequest\":{\(later),\"automaticReloadBilling\":"
                + "{\"label\":\"a\",\"amount\":\"1\","
                + "\"automaticReloadPaymentThresholdAmount\":\"5\"}}",
            expected: ["/automaticReloadPaymentRequest conflict"]),
        Row(
            members: "\"automaticReloadPaymentRequest\":{\(later),\"automaticReloadBilling\":"
                + "{\"label\":\"a\",\"amount\":\"1\"}}",
            expected: [
                "/automaticReloadPaymentRequest/automaticReloadBilling/"
                    + "automaticReloadPaymentThresholdAmount required"
            ]),
        Row(
            members: "\"deferredPaymentRequest\":{\(later),\"freeCancellationDate\":"
                + "\"2027-01-01T00:00:00Z\",\"deferredBilling\":{\"label\":\"a\","
                + "\"amount\":\"1\",\"deferredPaymentDate\":\"2027-01-01T00:00:00Z\"}}",
            expected: ["/deferredPaymentRequest/freeCancellationDateTimeZone required"]),
        Row(
            members: "\"deferredPaymentRequest\":{\(later),\"freeCancellationDateTimeZone\":"
                + "\"Europe/Nowhere\",\"deferredBilling\":{\"label\":\"a\",\"amount\":\"1\","
                + "\"deferredPaymentDate\":\"2020-01-01T00:00:00Z\"}}",
            expected: [
                "/deferredPaymentRequest/deferredBilling/deferredPaymentDate out_of_range",
                "/deferredPaymentRequest/freeCancellationDateTimeZone invalid_value",
                "/deferredPaymentRequest/freeCancellationDate required",
            ]),
        Row(
            members: #""lineItems":[{"label":"a","amount":"1","paymentTiming":"recurring","#
                + #""recurringPaymentStartDate":"2027-01-01T00:00:00Z","#
                + #""recurringPaymentEndDate":"2027-01-01T00:00:00Z"}]"#,
            items: false, expected: ["/lineItems/0/recurringPaymentEndDate out_of_range"]),
        Row(
            members: #""lineItems":[{"label":"a","amount":"1","deferredPaymentDate":"#
                + #""2027-01-01T00:00:00Z"}]"#,
            items: false, expected: ["/lineItems/0/deferredPaymentDate unknown_field"]),
        Row(
            members: #""lineItems":[{"label":"a","amount":"-1","paymentTiming":"deferred","#
                + #""deferredPaymentDate":"2027-01-01T00:00:00Z"}]"#,
            items: false, expected: ["/lineItems/0/amount out_of_range"]),
        Row(members: #""lineItems":[{"label":"a","amount":"-1"}]"#, items: false, expected: []),
    ]

    @Test("shape and size are checked", arguments: shapes) func shape(row: Row) throws {
        #expect(try Self.problems(Self.request(row.members, items: row.items)) == row.expected)
    }

    @Test("rules between members are checked", arguments: rules) func rule(row: Row) throws {
        #expect(try Self.problems(Self.request(row.members, items: row.items)) == row.expected)
    }

    @Test func `one answer has all problems, including a wrong currency`() throws {
        let text = """
            {"currencyCode":"usd","items":[{"name":"","unitPrice":"x","quantity":-1}],\
            "shippingMethods":[{"label":"a","detail":"","amount":"1e3","identifier":""}],\
            "maximumAmount":7,"countryCode":"XX","odd":1}
            """
        #expect(
            try Self.problems(text) == [
                "/currencyCode invalid_value", "/countryCode invalid_value",
                "/items/0/name invalid_value", "/items/0/quantity out_of_range",
                "/items/0/unitPrice invalid_value", "/shippingMethods/0/amount invalid_value",
                "/shippingMethods/0/identifier invalid_value", "/maximumAmount wrong_type",
                "/odd unknown_field",
            ])
    }

    @Test func `a checkout without a country gets the merchant's`() throws {
        let text = #"{"currencyCode":"EUR","items":[{"name":"a","unitPrice":"1"}]}"#
        #expect(try Self.problems(text) == ["/countryCode required"])
        var settings = MerchantSettings()
        settings.country = germany
        #expect(try Self.problems(text, settings) == [])
    }

    @Test func `a currency without a shipping zone is refused for a delivery`() throws {
        let zone = ShippingZone(
            name: "Europe", areas: [ShippingArea(country: germany)], currency: euros, methods: [])
        let address = #""requiredShippingContactFields":["postalAddress"]"#
        let zones = settings(zones: [zone])
        #expect(try Self.problems(Self.request(address), zones) == ["/currencyCode conflict"])
        #expect(try Self.problems(Self.request(address + #","shippingMethods":[]"#), zones) == [])
        #expect(try Self.problems(Self.request(""), zones) == [])
    }

    @Test func `an accepted request stays readable after its times have passed`() throws {
        let text = Self.request(
            #""expiresAt":"2026-11-22T00:00:00Z","deferredPaymentRequest":{"#
                + Self.later + #","deferredBilling":{"label":"a","amount":"1","#
                + #""deferredPaymentDate":"2026-11-22T00:00:00Z"}}"#)
        let fields = try #require(ObjectReader(parse(text), problems: Problems()))
        var prefill = Prefill()
        let request = try #require(
            CheckoutRequest(
                reading: fields, merchant: MerchantSettings(), now: now, prefill: &prefill))
        #expect(try CheckoutRequest(stored: request.bytes) == request)
    }

    @Test func `contacts are kept apart from the stored request`() throws {
        let text = Self.request(
            #""shippingContact":{"givenName":"Joël","addressLines":["1 Way"],"countryCode":"US"}"#)
        let fields = try #require(ObjectReader(parse(text), problems: Problems()))
        var prefill = Prefill()
        let request = try #require(
            CheckoutRequest(
                reading: fields, merchant: MerchantSettings(), now: now, prefill: &prefill))
        let contact = Contact(givenName: "Joël", addressLines: ["1 Way"], countryCode: "US")
        #expect(prefill == Prefill(shippingContact: contact))
        #expect(!String(decoding: request.bytes, as: UTF8.self).contains("Jo"))
        let bytes = Writer.write { prefill.write(membersTo: &$0) }
        let again = try #require(ObjectReader(Document.parse(bytes).root, problems: Problems()))
        #expect(Prefill(reading: again) == prefill)
    }

    private static let store = """
        "shippingContact":{"addressLines":["1 Main Street"],"locality":"Honolulu",
        "administrativeArea":"HI","postalCode":"96813","countryCode":"US"}
        """

    // Apple Pay on the Web: a sheet in the mode `storePickup` shows a read-only contact.
    @Test(arguments: [
        (#""shippingType":"storePickup""#, ["/shippingContact required"]),
        (
            #""shippingType":"storePickup","shippingContact":{"givenName":"Ada"}"#,
            ["/shippingContact required"]
        ),
        (
            #""shippingType":"storePickup","shippingContactEditingMode":"storePickup""#,
            ["/shippingContact required"]
        ),
        (
            #""shippingContactEditingMode":"storePickup","# + store,
            ["/shippingContactEditingMode conflict"]
        ),
        (
            #""shippingType":"delivery","shippingContactEditingMode":"storePickup","# + store,
            ["/shippingContactEditingMode conflict"]
        ),
        (
            #""shippingType":"storePickup","shippingContact":{"countryCode":"US"}"#,
            ["/shippingContact required"]
        ),
        (#""shippingType":"storePickup","shippingContactEditingMode":"available""#, []),
        (#""shippingType":"servicePickup""#, []),
    ])
    func `a sheet in store pickup mode needs the store's address`(
        members: String, problems: [String]
    ) throws {
        #expect(try Self.problems(Self.request(members)) == problems)
    }

    @Test(arguments: ["", #","shippingContactEditingMode":"storePickup""#])
    func `a store pickup with an address shows it read-only`(mode: String) throws {
        for asked in ["[]", #"["name"]"#, #"["postalAddress"]"#] {
            let text = Self.request(
                #""shippingType":"storePickup","requiredShippingContactFields":\#(asked),"#
                    + Self.store + mode)
            let fields = try #require(ObjectReader(parse(text), problems: Problems()))
            var prefill = Prefill()
            let request = try #require(
                CheckoutRequest(
                    reading: fields, merchant: MerchantSettings(), now: now, prefill: &prefill))
            #expect(request.shippingContactEditingMode == .storePickup)
            #expect(request.requiredShippingContactFields.contains(.postalAddress))
            #expect(!request.isDelivered)
            #expect(try CheckoutRequest(stored: request.bytes) == request)
        }
    }

    // Apple, "Merchant token notification services": Apple appends the path and an event.
    @Test(arguments: [
        ("https://shop.example/a/notification/merchantToken", "https://shop.example/a"),
        ("https://shop.example/a/notification/merchantToken/", "https://shop.example/a"),
        ("https://shop.example/notification/merchantToken", "https://shop.example"),
        ("https://shop.example/n//notification/merchantToken//", "https://shop.example/n"),
        ("https://shop.example/a", "https://shop.example/a"),
        ("https://shop.example/a/", "https://shop.example/a/"),
        (
            "https://shop.example/notification/merchantTokens",
            "https://shop.example/notification/merchantTokens"
        ),
    ])
    func `a token notification URL excludes the path that Apple appends`(
        given: String, kept: String
    ) throws {
        let request = Self.request(
            #""recurringPaymentRequest":{"paymentDescription":"a","regularBilling":{"label":"a","#
                + #""amount":"1.00"},"managementURL":"https://shop.example/m","#
                + #""tokenNotificationURL":"\#(given)"}"#)
        let fields = try #require(ObjectReader(parse(request), problems: Problems()))
        var prefill = Prefill()
        let read = try #require(
            CheckoutRequest(
                reading: fields, merchant: MerchantSettings(), now: now, prefill: &prefill))
        #expect(read.recurring?.terms.tokenNotificationURL?.text == kept)
    }

    @Test(
        "a web address is an absolute https URL",
        arguments: [
            ("https://shop.example", true), ("https://shop.example:8443/a?b=c#d", true),
            ("https://[2001:db8::1]/", true), ("https://shop.example/%C3%A9", true),
            ("http://shop.example", false), ("https://", false), ("https:///a", false),
            ("/manage", false), ("https://shop.example:0", false),
            ("https://shop.example:70000", false),
            ("https://user@shop.example", false), ("https://shop example", false),
            ("https://shop.example/é", false), ("https://shop.example/%zz", false),
            ("https://-shop.example", false), ("https://shop..example", false),
            ("javascript:alert(1)", false), ("https://[::1", false), ("https://a\\b", false),
        ]) func addresses(text: String, isGood: Bool)
    {
        #expect((WebAddress(text) != nil) == isGood)
    }

    @Test(
        "a time zone has a known name",
        arguments: [
            ("Europe/Berlin", true), ("America/Argentina/Buenos_Aires", true), ("UTC", true),
            ("europe/berlin", false), ("Berlin", false), ("Europe/", false), ("", false),
        ]) func zones(name: String, isKnown: Bool)
    {
        #expect((TimeZoneName(name) != nil) == isKnown)
    }
}
