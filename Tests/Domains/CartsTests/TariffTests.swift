import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// A tariff replaces an erased place and gives the same price.
struct TariffTests {
    private static let settings = CartSupport.settings(
        rates: [
            rate("20", in: germany, .included), rate("7.25", region: "US-CA", delivery: true),
            rate("1", label: "Federal"), rate("2", region: "US-HI"),
        ],
        zones: [
            zone("euro", [ShippingArea(country: germany)], in: euros),
            zone(
                "bay",
                [ShippingArea(country: america, postalCodes: [.prefix("9501"), .prefix("941")])],
                700),
            zone(
                "hawaii", [ShippingArea(country: america, regions: ["US-HI"])]),
            zone("states", [ShippingArea(country: america)], 300),
        ])

    private static let places: [Destination] = [
        place("US", "US-CA", "95014"),
        place("US", "US-CA", "94103"),
        place("US", "US-CA", "950", cut: true),
        place("US", "US-HI", "96795"),
        place("US", "US-NY"), place("US"),
    ]

    private static func price(
        _ request: CheckoutRequest, _ place: Destination?, _ tariff: Tariff?, _ method: String?
    ) throws -> Price {
        try Pricing(
            request, settings: settings, destination: place, tariff: tariff, method: method,
            today: today
        ).price()
    }

    @Test(arguments: places)
    func `a stored tariff gives the price of its place`(place: Destination) throws {
        var picked = cart(item("30.00"))
        picked.shippingType = .storePickup
        var own = delivered(cart(item("30.00"), item("2.00", 3)))
        own.shippingMethods = [method("van", "4.00")]
        let lines = CheckoutRequest(
            countryCode: america, currency: dollars, cartContent: .lines([line("All", "9.00")]))
        for request in [
            delivered(cart(item("30.00", taxCode: "food"), item("0.10", 3))), cart(item("30.00")),
            picked, own, delivered(lines), lines,
        ] {
            let tariff = try Tariff(
                stored: Tariff(Places(shipping: place), of: request, Self.settings).bytes)
            for method in [nil, "bay-air", "states-air"] {
                let there = try Self.price(request, place, nil, method)
                #expect(try Self.price(request, nil, tariff, method) == there)
            }
        }
    }

    @Test func `a tariff has the zone and the rates, and no address`() {
        let request = delivered(cart(item("30.00")))
        let tariff = Tariff(Places(shipping: Self.places[0]), of: request, Self.settings)
        #expect(String(decoding: tariff.bytes, as: UTF8.self) == #"{"zone":1,"rates":[1,2]}"#)
        let nowhere = Tariff(
            Places(shipping: place("FR")), of: request, MerchantSettings())
        #expect(String(decoding: nowhere.bytes, as: UTF8.self) == #"{"rates":[]}"#)
    }

    @Test func `a removed zone serves no place, and a removed rate adds no tax`() throws {
        let gone = Tariff(zone: 9, rates: [1, 9])
        #expect(throws: PricingRefusal.unserviceable) {
            try Self.price(delivered(cart(item("30.00"))), nil, gone, nil)
        }
        #expect(try Self.price(cart(item("100.00")), nil, gone, nil).total == money("107.25"))
    }
}
