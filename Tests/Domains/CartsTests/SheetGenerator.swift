import CartSupport
import Contacts
import Merchants
import Vocabulary

@testable import Carts

/// Generates random requests, settings and places; most are valid, some are not.
struct SheetGenerator {
    var random: SeededGenerator
    var currency = dollars

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func request() -> String {
        currency = random.pick([dollars, euros, yen, dinars])
        var members = ["\"currencyCode\":\"\(currency.code)\""]
        members.append("\"countryCode\":\"\(random.pick(["US", "DE", "JP", "KW"]))\"")
        members.append("\"clientVersion\":\(Int.random(in: 1...16, using: &random))")
        if random.chance(60) {
            members.append("\"items\":[\(list(1...6) { $0.item() })]")
        } else {
            members.append("\"lineItems\":[\(list(1...6) { $0.line() })]")
        }
        members += delivery() + later() + rest()
        members.shuffle(using: &random)
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func list(
        _ count: ClosedRange<Int>, _ make: (inout SheetGenerator) -> String
    ) -> String {
        let number = Int.random(in: count, using: &random)
        return (0..<number).map { _ in make(&self) }.joined(separator: ",")
    }

    /// Usually has at most the decimals of the currency, sometimes one more.
    mutating func amount(negative: Bool = false) -> String {
        var decimals = Int.random(in: 0...currency.exponent, using: &random)
        if random.chance(1) { decimals = currency.exponent + 1 }
        let whole =
            random.chance(2)
            ? Int64.random(in: 0...9_000_000_000_000, using: &random)
            : Int64.random(in: 0...300, using: &random)
        var text = (negative ? "-" : "") + String(whole)
        if decimals > 0 {
            text += "." + (0..<decimals).map { _ in random.pick(Array("0123456789")) }
        }
        return "\"\(text)\""
    }

    private mutating func item() -> String {
        var members = ["\"name\":\"Thing\"", "\"unitPrice\":\(amount())"]
        if random.chance(50) {
            members.append("\"quantity\":\(Int.random(in: 1...9, using: &random))")
        }
        if random.chance(10) { members.append("\"pending\":true") }
        if random.chance(10) { members.append("\"requiresShipping\":false") }
        if random.chance(30) { members.append("\"taxCode\":\"book\"") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func line() -> String {
        switch random.next() % 10 {
        case 0: "{\"label\":\"Estimate\",\"type\":\"pending\"}"
        case 1: "{\"label\":\"Less\",\"amount\":\(amount(negative: true))}"
        case 2: billing("recurring")
        case 3: billing("deferred")
        case 4: billing("automaticReload")
        default: "{\"label\":\"Goods\",\"amount\":\(amount())}"
        }
    }

    private mutating func billing(_ timing: String) -> String {
        var members = ["\"label\":\"Later\"", "\"paymentTiming\":\"\(timing)\""]
        members.append(random.chance(10) ? "\"type\":\"pending\"" : "\"amount\":\(amount())")
        switch timing {
        case "deferred": members.append("\"deferredPaymentDate\":\"2027-01-01T00:00:00Z\"")
        case "automaticReload":
            members.append("\"automaticReloadPaymentThresholdAmount\":\(amount())")
        default:
            let unit = random.pick(["year", "month", "day", "hour", "minute"])
            members.append("\"recurringPaymentIntervalUnit\":\"\(unit)\"")
            if random.chance(30) {
                members.append("\"recurringPaymentStartDate\":\"2026-12-01T00:00:00+01:00\"")
            }
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func delivery() -> [String] {
        var members: [String] = []
        for key in ["requiredShippingContactFields", "requiredBillingContactFields"]
        where random.chance(70) {
            let fields = RequiredField.allCases.filter { _ in random.chance(50) }
            members.append("\"\(key)\":[\(quoted(fields.map(\.rawValue)))]")
        }
        if random.chance(40) {
            var number = 0
            let methods = list(0...3) {
                number += 1
                return "{\"label\":\"Post\",\"detail\":\"\",\"amount\":\($0.amount()),"
                    + "\"identifier\":\"m\(number)\"\($0.dates())}"
            }
            members.append("\"shippingMethods\":[\(methods)]")
        }
        var isPickup = false
        if random.chance(50) {
            let type = random.pick(["shipping", "delivery", "storePickup", "servicePickup"])
            members.append("\"shippingType\":\"\(type)\"")
            isPickup = type == "storePickup"
        }
        // Other shipping types refuse this mode, and a store pickup needs an address.
        if random.chance(isPickup ? 50 : 3) {
            members.append("\"shippingContactEditingMode\":\"storePickup\"")
        }
        if random.chance(20) { members.append("\"allowedShippingCountries\":[\"US\",\"CA\"]") }
        if random.chance(isPickup ? 90 : 20) {
            members.append(
                "\"shippingContact\":{\"countryCode\":\"US\",\"postalCode\":\"95014\","
                    + "\"addressLines\":[\"1 Park Way\"]}")
        }
        if random.chance(10) { members.append("\"billingContact\":{\"countryCode\":\"US\"}") }
        return members
    }

    private mutating func dates() -> String {
        guard random.chance(50) else { return "" }
        return ",\"dateComponentsRange\":{\"startDateComponents\":{\"years\":2026,\"months\":12,"
            + "\"days\":1},\"endDateComponents\":{\"years\":2026,\"months\":12,\"days\":24,"
            + "\"hours\":18}}"
    }

    private mutating func later() -> [String] {
        var members: [String] = []
        let terms =
            "\"paymentDescription\":\"Club\",\"managementURL\":\"https://shop.example/manage\""
            + (random.chance(50) ? ",\"billingAgreement\":\"Until you cancel.\"" : "")
        if random.chance(20) {
            let trial = random.chance(50) ? ",\"trialBilling\":\(billing("recurring"))" : ""
            members.append(
                "\"recurringPaymentRequest\":{\(terms),\"regularBilling\":\(billing("recurring"))"
                    + "\(trial)}")
        }
        if random.chance(10) {
            members.append(
                "\"automaticReloadPaymentRequest\":{\(terms),\"automaticReloadBilling\":"
                    + "\(billing("automaticReload"))}")
        }
        if random.chance(20) {
            let zone = random.chance(90) ? "Europe/Berlin" : "Europe/Nowhere"
            let cancel =
                ",\"freeCancellationDate\":\"2026-12-24T00:00:00Z\","
                + "\"freeCancellationDateTimeZone\":\"\(zone)\""
            members.append(
                "\"deferredPaymentRequest\":{\(terms),\"deferredBilling\":\(billing("deferred"))"
                    + "\(random.chance(50) ? cancel : "")}")
        }
        if random.chance(10) {
            let contexts = list(1...3) {
                "{\"merchantIdentifier\":\"m\",\"externalIdentifier\":\"e\",\"merchantName\":\"n\","
                    + "\"amount\":\($0.amount())}"
            }
            members.append("\"multiTokenContexts\":[\(contexts)]")
        }
        return members
    }

    private mutating func rest() -> [String] {
        var members: [String] = []
        if random.chance(50) {
            let networks = Network.allCases.filter { _ in random.chance(40) }
            members.append("\"supportedNetworks\":[\(quoted(networks.map(\.rawValue)))]")
        }
        if random.chance(30) { members.append("\"supportedCountries\":[\"US\",\"FR\"]") }
        if random.chance(40) { members.append("\"supportsCouponCode\":true") }
        if random.chance(20) { members.append("\"couponCode\":\"spring\"") }
        if random.chance(20) { members.append("\"applicationData\":\"cGF5c2hlZXQ=\"") }
        if random.chance(20) { members.append("\"merchantCategoryCode\":\"5812\"") }
        if random.chance(20) { members.append("\"metadata\":{\"a\":\"b\",\"c\":\"d\"}") }
        if random.chance(20) { members.append("\"reference\":\"order 7\"") }
        if random.chance(20) { members.append("\"expiresAt\":\"2026-11-22T00:00:00Z\"") }
        if random.chance(20) { members.append("\"captureMethod\":\"manual\"") }
        if random.chance(20) { members.append("\"authorizationAmount\":\(amount())") }
        if random.chance(10) { members.append("\"maximumAmount\":\(amount())") }
        return members
    }

    private func quoted(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: ",")
    }
}

// Input to the price of a request.
extension SheetGenerator {
    mutating func settings() -> MerchantSettings {
        var settings = MerchantSettings()
        settings.taxRounding = random.pick(Rounding.allCases)
        for country in ["US", "DE", "CA", "GB"] {
            let inclusion = random.pick(TaxRate.Inclusion.allCases)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                settings.taxRates.append(
                    TaxRate(
                        label: "Tax", country: Country(country)!,
                        fraction: Rate(millionths: Int64.random(in: 0...250_000, using: &random))!,
                        inclusion: inclusion, taxesDelivery: random.chance(50),
                        taxCodes: random.chance(30) ? ["book"] : []))
            }
        }
        guard random.chance(60) else { return settings }
        for country in ["US", "CA", "GB"] {
            var prices: [ZoneMethod.Step] = []
            for from in [0, 5000] as [Int64] where from == 0 || random.chance(50) {
                prices.append(
                    ZoneMethod.Step(
                        from: from, amount: Int64.random(in: 0...2000, using: &random)))
            }
            settings.shippingZones.append(
                ShippingZone(
                    name: country, areas: [ShippingArea(country: Country(country)!)],
                    currency: currency,
                    methods: ["a", "b"].map {
                        ZoneMethod(
                            identifier: $0, label: $0, detail: "", prices: prices,
                            window: DeliveryWindow(earliestDays: 2, latestDays: 40))
                    }))
        }
        return settings
    }

    mutating func destination() -> Destination? {
        random.pick([
            nil, Destination(country: america, region: "US-CA", postalCode: .init(text: "95014")),
            Destination(
                country: Country("CA")!, region: "CA-ON",
                postalCode: .init(text: "K1A", isRedacted: true)),
            Destination(country: Country("GB")!, postalCode: .init(text: "WC2H", isRedacted: true)),
            Destination(country: germany),
        ])
    }

    mutating func coupon() -> CouponTerms? {
        switch random.next() % 5 {
        case 0: nil
        case 1: CouponTerms(reduction: .freeDelivery)
        case 2:
            CouponTerms(
                reduction: .amount(
                    Money(
                        minorUnits: Int64.random(in: 1...20_000, using: &random), currency: currency
                    )))
        default:
            CouponTerms(
                reduction: .percentage(
                    Rate(millionths: Int64.random(in: 1...1_000_000, using: &random))!))
        }
    }

    mutating func errors(_ kind: SheetUpdate.Kind) -> [SheetError] {
        guard kind != .shippingMethod, random.chance(30) else { return [] }
        let errors: [FieldError] =
            switch kind {
            case .shippingContact:
                [FieldError(.shipping, .postalCode, .postalCodeRequired)]
            case .couponCode: [FieldError(code: .couponCodeExpired, message: .couponExpired)]
            case .paymentMethod, .shippingMethod, .balances:
                [FieldError(code: .unknown, message: .cardDeclined)]
            }
        return errors.map { SheetError($0, in: .english) }
    }
}
