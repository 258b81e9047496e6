import JSON
import Vocabulary

@testable import Carts

/// The rules by which WebKit and PassKit refuse a payment request or an update
/// (docs/rules/apple.md#1.2, #1.3, #2.1, #2.2).
///
/// A second implementation of these rules, applied to the JSON that the server sends. It shares no
/// rules with the code that writes this JSON, only the tables of countries, currencies, networks
/// and time zones, and the parsers of dates.
struct SheetRules {
    /// The version of Apple Pay JS that the client speaks.
    let version: Int
    /// Each broken rule with its place; empty if the sheet would open or stay open.
    private(set) var violations: [String] = []

    init(version: Int) { self.version = version }

    /// The violations in an `ApplePayPaymentRequest`, in WebKit's order of evaluation.
    static func violations(of request: Node, version: Int) -> [String] {
        var rules = SheetRules(version: version)
        rules.checkRequest(request)
        return rules.violations
    }

    mutating func expect(_ holds: Bool, _ rule: String) {
        if !holds { violations.append(rule) }
    }
}

extension SheetRules {
    private mutating func checkRequest(_ request: Node) {
        expect(version > 0, "version: not zero")
        checkCapabilities(request)
        checkNetworks(request)
        checkContactFields(request)
        checkTotal(request["total"], "total")
        if let lines = request["lineItems"] {
            expect(lines.count > 0, "lineItems: present and empty")
            checkLines(lines, "lineItems")
        }
        if let methods = request["shippingMethods"] { checkMethods(methods, "shippingMethods") }
        checkLater(request, prefix: "", total: request["total"])
        checkPlaces(request)
        checkFeatures(request)
    }

    private mutating func checkCapabilities(_ request: Node) {
        let known = ["supports3DS", "supportsEMV", "supportsCredit", "supportsDebit"]
        let given = request["merchantCapabilities"]?.strings
        expect(given?.isEmpty == false, "merchantCapabilities: not empty")
        expect(given?.allSatisfy(known.contains) == true, "merchantCapabilities: known")
    }

    private mutating func checkNetworks(_ request: Node) {
        let given = request["supportedNetworks"]?.strings
        expect(given?.isEmpty == false, "supportedNetworks: not empty")
        for name in given ?? [] {
            let since = Network.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
            expect(since.map { $0.since <= version } == true, "supportedNetworks: \(name) known")
        }
    }

    private mutating func checkContactFields(_ request: Node) {
        let known = ["email", "name", "phone", "postalAddress", "phoneticName"]
        for key in ["requiredShippingContactFields", "requiredBillingContactFields"] {
            guard let fields = request[key] else { continue }
            let given = fields.strings
            expect(given?.allSatisfy(known.contains) == true, "\(key): known")
            expect(
                version >= 3 || given?.contains("phoneticName") != true,
                "\(key): phoneticName needs version 3")
        }
        if request["billingContact"] != nil {
            expect(
                request["requiredBillingContactFields"]?.strings?.contains("postalAddress") == true,
                "billingContact: needs postalAddress")
        }
    }

    /// WebKit compares the codes with ICU's lists, exactly and in upper case.
    private mutating func checkPlaces(_ request: Node) {
        expect(
            request["countryCode"]?.string.flatMap(Country.init) != nil, "countryCode: ISO 3166-1")
        expect(
            request["currencyCode"]?.string.flatMap(Currency.init) != nil, "currencyCode: ISO 4217")
        if let countries = request["supportedCountries"] {
            expect(
                countries.strings?.allSatisfy { Country($0) != nil } == true,
                "supportedCountries: ISO 3166-1")
        }
        if let type = request["shippingType"]?.string {
            expect(
                ["shipping", "delivery", "storePickup", "servicePickup"].contains(type),
                "shippingType: known")
        }
        if let mode = request["shippingContactEditingMode"]?.string {
            expect(
                ["available", "enabled", "storePickup"].contains(mode),
                "shippingContactEditingMode: known")
        }
    }

    /// A version ignores unknown members, or gives them another meaning.
    private mutating func checkFeatures(_ request: Node) {
        let since: [(String, Int)] = [
            ("supportedCountries", 3), ("supportsCouponCode", 12), ("couponCode", 12),
            ("shippingContactEditingMode", 12), ("recurringPaymentRequest", 14),
            ("automaticReloadPaymentRequest", 14), ("deferredPaymentRequest", 14),
            ("multiTokenContexts", 14), ("merchantCategoryCode", 14),
        ]
        for (member, first) in since where request[member] != nil {
            expect(version >= first, "\(member): needs version \(first)")
        }
        for method in (request["shippingMethods"] ?? request).elements
        where method["dateComponentsRange"] != nil {
            expect(version >= 12, "dateComponentsRange: needs version 12")
        }
        for line in (request["lineItems"] ?? request).elements
        where (line["paymentTiming"]?.string ?? "immediate") != "immediate" {
            expect(version >= 14, "paymentTiming: needs version 14")
        }
    }
}
