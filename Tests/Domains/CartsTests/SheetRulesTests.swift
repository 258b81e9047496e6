import CartSupport
import JSON
import Testing
import Vocabulary

@testable import Carts

/// `SheetRules` refuses the requests and updates that the sheet refuses.
@Suite struct SheetRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        /// The text to replace in a valid request, and its replacement.
        let from: String
        let to: String
        var version = 14
        /// The beginning of the broken rule; empty if the request breaks no rule.
        let rule: String
        var testDescription: String { what }
    }

    static let good = """
        {"countryCode":"US","currencyCode":"USD","merchantCapabilities":["supports3DS"],\
        "supportedNetworks":["visa"],"total":{"label":"SHOP","amount":"9.00","type":"final"},\
        "lineItems":[{"label":"Goods","amount":"9.00"}],"shippingMethods":[{"label":"Post",\
        "detail":"","amount":"1.00","identifier":"p"}]}
        """
    static let terms = #""paymentDescription":"Club","managementURL":"https://shop.example""#

    static let rows: [Row] = [
        Row(what: "a good request", from: "", to: "", rule: ""),
        Row(what: "lower-case country", from: "\"US\"", to: "\"us\"", rule: "countryCode"),
        Row(what: "unknown currency", from: "\"USD\"", to: "\"USX\"", rule: "currencyCode"),
        Row(
            what: "no capability", from: "[\"supports3DS\"]", to: "[]",
            rule: "merchantCapabilities: not empty"),
        Row(
            what: "unknown capability", from: "supports3DS", to: "supports4DS",
            rule: "merchantCapabilities: known"),
        Row(what: "no network", from: "[\"visa\"]", to: "[]", rule: "supportedNetworks: not empty"),
        Row(what: "upper-case network", from: "\"visa\"", to: "\"VISA\"", rule: ""),
        Row(
            what: "a network of a later version", from: "\"visa\"", to: "\"mada\"", version: 4,
            rule: "supportedNetworks: mada"),
        Row(what: "negative total", from: "\"9.00\",", to: "\"-9.00\",", rule: "total.amount: at"),
        Row(what: "zero total", from: "\"9.00\",", to: "\"0.00\",", rule: ""),
        Row(
            what: "zero total for an old client", from: "\"9.00\",", to: "\"0.00\",", version: 3,
            rule: "total.amount: zero"),
        Row(what: "total 1.", from: "\"9.00\",", to: "\"1.\",", rule: "total.amount: a decimal"),
        Row(what: "total .5", from: "\"9.00\",", to: "\".5\",", rule: "total.amount: a decimal"),
        Row(what: "total +1", from: "\"9.00\",", to: "\"+1\",", rule: "total.amount: a decimal"),
        Row(what: "total 1,0", from: "\"9.00\",", to: "\"1,0\",", rule: "total.amount: a decimal"),
        Row(what: "total 007", from: "\"9.00\",", to: "\"007\",", rule: ""),
        Row(what: "a number", from: "\"9.00\",", to: "9.00,", rule: "total.amount: a decimal"),
        Row(what: "no label", from: "\"SHOP\"", to: "\"\"", rule: "total.label"),
        Row(what: "garbage line", from: "\"9.00\"}", to: "\"x\"}", rule: "lineItems/0.amount"),
        Row(
            what: "garbage in a pending line", from: "\"9.00\"}",
            to: "\"x\",\"type\":\"pending\"}", rule: ""),
        Row(what: "negative line", from: "\"9.00\"}", to: "\"-9.00\"}", rule: ""),
        Row(
            what: "empty lines", from: "[{\"label\":\"Goods\",\"amount\":\"9.00\"}]", to: "[]",
            rule: "lineItems: present and empty"),
        Row(
            what: "negative method", from: "\"1.00\"", to: "\"-0.50\"",
            rule: "shippingMethods/0.amount"),
        Row(
            what: "method without detail", from: "\"detail\":\"\",", to: "",
            rule: "shippingMethods/0.detail"),
        Row(
            what: "phonetic name for version 2", from: "\"US\"",
            to: "\"US\",\"requiredShippingContactFields\":[\"phoneticName\"]", version: 2,
            rule: "requiredShippingContactFields: phoneticName"),
        Row(
            what: "billing contact without its field", from: "\"US\"",
            to: "\"US\",\"billingContact\":{}", rule: "billingContact"),
        Row(
            what: "issuing countries for version 2", from: "\"US\"",
            to: "\"US\",\"supportedCountries\":[\"US\"]", version: 2, rule: "supportedCountries"),
        Row(
            what: "lower-case issuing country", from: "\"US\"",
            to: "\"US\",\"supportedCountries\":[\"us\"]", rule: "supportedCountries"),
        Row(
            what: "coupon for version 11", from: "\"US\"", to: "\"US\",\"couponCode\":\"\"",
            version: 11, rule: "couponCode"),
        Row(
            what: "recurring without its timing", from: "\"US\"",
            to: "\"US\",\"recurringPaymentRequest\":{\(terms),"
                + "\"regularBilling\":{\"label\":\"a\",\"amount\":\"1\"}}",
            rule: "regularBilling.paymentTiming"),
        Row(
            what: "recurring with a relative address", from: "\"US\"",
            to: "\"US\",\"recurringPaymentRequest\":{\"paymentDescription\":\"a\","
                + "\"managementURL\":\"/manage\",\"regularBilling\":{\"label\":\"a\","
                + "\"amount\":\"1\",\"paymentTiming\":\"recurring\"}}",
            rule: "recurringPaymentRequest.managementURL"),
        Row(
            what: "reload without a threshold", from: "\"US\"",
            to: "\"US\",\"automaticReloadPaymentRequest\":{\(terms),"
                + "\"automaticReloadBilling\":{\"label\":\"a\",\"amount\":\"1\","
                + "\"paymentTiming\":\"automaticReload\"}}",
            rule: "automaticReloadPaymentThresholdAmount"),
        Row(
            what: "a cancellation date without its zone", from: "\"US\"",
            to: "\"US\",\"deferredPaymentRequest\":{\(terms),\"freeCancellationDate\":"
                + "\"2027-01-01T00:00:00Z\",\"deferredBilling\":{\"label\":\"a\","
                + "\"amount\":\"1\",\"paymentTiming\":\"deferred\"}}",
            rule: "freeCancellationDate"),
        Row(
            what: "shares above the total", from: "\"US\"",
            to: "\"US\",\"multiTokenContexts\":[{\"merchantIdentifier\":\"m\","
                + "\"externalIdentifier\":\"e\",\"merchantName\":\"n\",\"amount\":\"9.01\"}]",
            rule: "multiTokenContexts: together"),
    ]

    @Test("each request breaks its rule, or none", arguments: rows) func refusal(row: Row) throws {
        let text = row.from.isEmpty ? Self.good : Self.good.replacing(row.from, with: row.to)
        #expect(row.from.isEmpty || text != Self.good)
        let violations = SheetRules.violations(of: try parse(text), version: row.version)
        #expect(violations.isEmpty == row.rule.isEmpty, "\(violations)")
        #expect(violations.allSatisfy { $0.hasPrefix(row.rule) }, "\(violations)")
    }

    @Test(
        "each update breaks its rule, or none",
        arguments: [
            ("{}", SheetUpdate.Kind.paymentMethod, 14, "newTotal.amount"),
            ("{\"newTotal\":%T}", .paymentMethod, 14, "newLineItems"),
            ("{\"newTotal\":%T,\"newLineItems\":[]}", .paymentMethod, 14, "newShippingMethods"),
            ("{%B,\"errors\":[]}", .shippingMethod, 14, "errors: not for methods"),
            ("{%B,\"status\":1}", .shippingMethod, 2, "status: others cancel"),
            ("{%B}", .shippingContact, 2, "status: known"),
            ("{%B,\"status\":0}", .shippingContact, 14, "status: only"),
            ("{%B,\"errors\":[{\"code\":\"odd\"}]}", .couponCode, 14, "errors.code"),
            (
                "{%B,\"errors\":[{\"code\":\"unknown\",\"contactField\":\"name\"}]}", .couponCode,
                14,
                "errors.contactField: only"
            ),
            (
                "{%B,\"errors\":[{\"code\":\"shippingContactInvalid\",\"contactField\":"
                    + "\"addressLines\"}]}", .shippingContact, 14,
                "errors.contactField: addressLines"
            ),
        ]) func update(text: String, kind: SheetUpdate.Kind, version: Int, rule: String) throws
    {
        let body = "\"newTotal\":%T,\"newLineItems\":[],\"newShippingMethods\":[]"
        let whole = text.replacing("%B", with: body)
            .replacing("%T", with: "{\"label\":\"SHOP\",\"amount\":\"1.00\"}")
        let violations = SheetRules.violations(
            ofUpdate: try parse(whole), kind, version: version)
        #expect(violations.contains { $0.hasPrefix(rule) }, "\(violations)")
    }
}
