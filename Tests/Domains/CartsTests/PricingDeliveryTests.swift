import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// Zones, methods and prices of delivery.
@Suite struct PricingDeliveryTests {
    static let zones: MerchantSettings = settings(zones: [
        zone("hawaii", [ShippingArea(country: america, regions: ["US-HI"])], 900),
        zone("states", [ShippingArea(country: america)]),
        zone("euro", [ShippingArea(country: germany)], in: euros),
    ])

    @Test(
        arguments: [
            (place("US", "US-HI"), "hawaii-post"), (place("US", "US-CA"), "states-post"),
            (place("US"), "states-post"), (place("DE"), nil), (place("FR"), nil),
        ] as [(Destination, String?)])
    func `the first matching zone decides`(
        place: Destination, chosen: String?
    ) throws {
        let request = delivered(cart(item("50.00")))
        if let chosen {
            #expect(try price(request, Self.zones, to: place).chosen?.identifier == chosen)
        } else {
            #expect(throws: PricingRefusal.unserviceable) {
                try price(request, Self.zones, to: place)
            }
        }
    }

    @Test func `an unknown place has no delivery methods`() throws {
        let price = try price(delivered(cart(item("50.00"))), Self.zones)
        #expect(price.methods.isEmpty)
        #expect(text(price) == "Subtotal 50.00 = 50.00")
    }

    @Test(
        "a method's price depends on the goods' value after the discount",
        arguments: [
            ("10.00", nil, ["5.00"]), ("50.00", nil, ["5.00", "15.00"]),
            ("100.00", nil, ["0.00", "15.00"]), ("100.00", "0.01", ["5.00", "15.00"]),
        ] as [(String, String?, [String])])
    func steps(goods: String, off: String?, amounts: [String]) throws {
        let coupon = off.map { CouponTerms(reduction: .amount(money($0))) }
        let price = try price(
            delivered(cart(item(goods))), Self.zones, to: place("US"), coupon: coupon)
        #expect(price.methods.map(\.amount.decimal) == amounts)
    }

    @Test func `the chosen method is kept and listed first while it is available`() throws {
        let request = delivered(cart(item("50.00")))
        let kept = try price(request, Self.zones, to: place("US"), method: "states-air")
        #expect(kept.methods.map(\.identifier) == ["states-air", "states-post"])
        #expect(text(kept) == "Subtotal 50.00, Shipping 15.00 = 65.00")
        let moved = try price(
            request, Self.zones, to: place("US", "US-HI"), method: "states-air")
        #expect(moved.chosen?.identifier == "hawaii-post")
        #expect(text(moved) == "Subtotal 50.00, Shipping 9.00 = 59.00")
    }

    @Test func `a delivery window is given in calendar days`() throws {
        let price = try price(delivered(cart(item("50.00"))), Self.zones, to: place("US"))
        let dates = price.methods.first?.dates
        #expect(dates?.start.date == CivilDate(year: 2026, month: 11, day: 24))
        #expect(dates?.end.date == CivilDate(year: 2027, month: 1, day: 1))
    }

    @Test func `a request's own methods apply everywhere, and an empty list means none`() throws {
        var request = delivered(cart(item("50.00")))
        request.shippingMethods = [method("own", "1.00")]
        let own = try price(request, Self.zones, to: place("FR"))
        #expect(own.chosen?.identifier == "own")
        request.shippingMethods = []
        #expect(try price(request, Self.zones, to: place("FR")).methods.isEmpty)
    }

    @Test func `a zone whose methods all need a higher cart value does not deliver`() throws {
        let zone = ShippingZone(
            name: "bulk", areas: [ShippingArea(country: america)], currency: dollars,
            methods: [
                ZoneMethod(
                    identifier: "truck", label: "Truck", detail: "",
                    prices: [.init(from: 10_000, amount: 0)])
            ])
        let bulk = settings(zones: [zone])
        let enough = try price(delivered(cart(item("100.00"))), bulk, to: place("US"))
        #expect(enough.chosen?.identifier == "truck")
        #expect(throws: PricingRefusal.unserviceable) {
            try price(delivered(cart(item("99.99"))), bulk, to: place("US"))
        }
    }

    @Test func `a cart that needs no shipping gets no methods`() throws {
        let request = delivered(cart(item("50.00", requiresShipping: false)))
        #expect(try price(request, Self.zones, to: place("FR")).methods.isEmpty)
    }

    @Test func `countries and regions that are not served are refused`() throws {
        var request = delivered(cart(item("50.00")))
        request.shippingMethods = []
        var settings = MerchantSettings()
        settings.allowedShippingCountries = [america]
        settings.excludedRegions = ["US-AK"]
        let refused = { (place: Destination) in
            do throws(PricingRefusal) {
                _ = try Pricing(
                    request, settings: settings, destination: place, today: today
                ).price()
                return false
            } catch {
                return error == .unserviceable
            }
        }
        #expect(!refused(place("US", "US-CA")))
        #expect(refused(place("US", "US-AK")))
        #expect(refused(place("FR")))
        request.allowedShippingCountries = [Country("FR")!]
        #expect(!refused(place("FR")))
        #expect(refused(place("US", "US-CA")))
        request.shippingType = .storePickup
        #expect(!refused(place("US", "US-CA")))
    }

    @Test func `a territory is served by its own code and by its country's`() {
        let island = Destination(
            country: america, territory: Country("PR"), region: "US-PR", postalCode: nil)
        #expect(ShippingArea(country: Country("PR")!).match(island) == .yes)
        #expect(ShippingArea(country: america).match(island) == .yes)
        #expect(ShippingArea(country: germany).match(island) == .no)
    }

    struct Match: Sendable, CustomTestStringConvertible {
        let country: String
        let span: PostalSpan
        let code: String
        var cut = false
        let expected: PlaceMatch
        var testDescription: String { "\(span) \(code)\(cut ? "…" : "") \(expected)" }
    }

    static let matches: [Match] = [
        Match(country: "CA", span: .prefix("K1A"), code: "K1A", cut: true, expected: .yes),
        Match(country: "CA", span: .prefix("K"), code: "K1A", cut: true, expected: .yes),
        Match(country: "CA", span: .prefix("K1A 0"), code: "K1A", cut: true, expected: .maybe),
        Match(country: "CA", span: .prefix("K1A 0"), code: "K1A 0B6", expected: .yes),
        Match(country: "CA", span: .prefix("K1A0"), code: "K1A 1B6", expected: .no),
        Match(country: "CA", span: .prefix("M5V"), code: "K1A", cut: true, expected: .no),
        Match(country: "GB", span: .prefix("WC2H"), code: "WC2H", cut: true, expected: .yes),
        Match(country: "GB", span: .prefix("WC2H"), code: "WC2H 7LT", expected: .yes),
        Match(country: "GB", span: .prefix("N1"), code: "N1", cut: true, expected: .yes),
        Match(country: "GB", span: .prefix("N1"), code: "N10", cut: true, expected: .no),
        Match(country: "GB", span: .prefix("N10"), code: "N1", cut: true, expected: .no),
        Match(country: "GB", span: .prefix("N1"), code: "N10 1AA", expected: .no),
        Match(country: "GB", span: .prefix("N10"), code: "N1 0AA", expected: .no),
        Match(country: "GB", span: .prefix("N1"), code: "N1 0AA", expected: .yes),
        Match(country: "GB", span: .prefix("N"), code: "N1 0AA", expected: .yes),
        Match(country: "GB", span: .prefix("N"), code: "NW1 0AA", expected: .no),
        Match(country: "GB", span: .prefix("W1"), code: "W1A", cut: true, expected: .yes),
        Match(country: "GB", span: .prefix("W"), code: "WC2H", cut: true, expected: .no),
        Match(country: "GB", span: .prefix("WC2H 7"), code: "WC2H", cut: true, expected: .maybe),
        Match(country: "GB", span: .prefix("WC2H 7"), code: "WC2H 7LT", expected: .yes),
        Match(country: "GB", span: .prefix("WC2H 7"), code: "WC2H 9LT", expected: .no),
        Match(country: "GB", span: .prefix("WC2H 7"), code: "WC1A 7LT", expected: .no),
        Match(country: "GB", span: .prefix("BN10"), code: "BN1", cut: true, expected: .maybe),
        Match(country: "GB", span: .prefix("BN10"), code: "BN1 ", cut: true, expected: .no),
        Match(country: "GB", span: .prefix("BN1"), code: "BN1 ", cut: true, expected: .yes),
        Match(country: "US", span: .prefix("9"), code: "95014", expected: .yes),
        Match(country: "US", span: .range("90000", "96699"), code: "95014", expected: .yes),
        Match(country: "US", span: .range("90000", "96699"), code: "96700", expected: .no),
        Match(country: "US", span: .range("900", "966"), code: "95014", expected: .yes),
        Match(country: "DE", span: .range("10000", "14199"), code: "10", cut: true, expected: .yes),
        Match(
            country: "DE", span: .range("10000", "14199"), code: "14", cut: true, expected: .maybe),
        Match(country: "DE", span: .range("10000", "14199"), code: "15", cut: true, expected: .no),
        Match(country: "DE", span: .range("10000", "14199"), code: "101", expected: .no),
        Match(country: "PT", span: .prefix("1000-2"), code: "1000-205", expected: .yes),
    ]

    @Test("postal codes match by prefix, also when redacted", arguments: matches)
    func postal(row: Match) {
        let match = row.span.match(
            PostalCode(text: row.code, isRedacted: row.cut), in: Country(row.country)!)
        #expect(match == row.expected)
    }

    @Test func `a redacted code gets no offer that the full code may not get`() throws {
        let canada = Country("CA")!
        let narrow = ShippingArea(country: canada, postalCodes: [.prefix("K1A 0")])
        let wide = ShippingArea(country: canada)
        let both = settings(zones: [
            zone("parliament", [narrow], 100), zone("canada", [wide], 700),
        ])
        let request = delivered(cart(item("10.00")))
        let chosen = { (place: Destination, settings: MerchantSettings) in
            try price(request, settings, to: place).chosen?.identifier
        }
        let cut = place("CA", nil, "K1A", cut: true)
        #expect(try chosen(cut, both) == "canada-post")
        #expect(try chosen(place("CA", nil, "K1A 0B6"), both) == "parliament-post")
        // Without another zone, the narrow zone applies: the sheet does not refuse the address.
        let only = settings(zones: [zone("parliament", [narrow], 100)])
        #expect(try chosen(cut, only) == "parliament-post")
    }
}
