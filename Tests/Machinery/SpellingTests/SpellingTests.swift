import Spelling
import Testing

@Suite struct SpellingTests {
    private let members = [
        "items", "unitPrice", "currencyCode", "countryCode", "couponCode", "taxRate", "tax", "id",
        "shippingMethods", "reference", "clientVersion",
    ]

    @Test(arguments: [
        ("couponcode", "couponCode"), ("unit_price", "unitPrice"), ("unit-price", "unitPrice"),
        ("UnitPrice", "unitPrice"), ("item", "items"), ("itmes", "items"), ("itens", "items"),
        ("iitems", "items"), ("refernce", "reference"), ("refrence", "reference"),
        ("shipingMethod", "shippingMethods"), ("taxrate", "taxRate"), ("tac", "tax"),
        // A beginning.
        ("currency", "currencyCode"), ("country", "countryCode"),
        ("shipping", "shippingMethods"),
    ])
    func `a misspelled name finds the known one`(name: String, known: String) {
        #expect(Spelling(name.utf8).nearest(among: members) == known)
    }

    @Test(arguments: [
        "", "i", "is", "price", "quantity", "nonsense", "referrers", "cur", "itemsList",
        "shippingMethodsOfThisCheckout", String(repeating: "items", count: 100),
    ])
    func `a name that resembles none finds none`(name: String) {
        #expect(Spelling(name.utf8).nearest(among: members) == nil)
    }

    @Test(arguments: [
        ("maximum", "minimum"), ("barcode", "taxCode"), ("account", "amount"), ("region", "reason"),
    ])
    func `another word is not near`(name: String, other: String) {
        #expect(Spelling(name.utf8).nearest(among: [other]) == nil)
    }

    @Test func `a name of two letters is found if it differs by case alone`() {
        #expect(Spelling("To".utf8).nearest(among: ["at", "to"]) == "to")
        #expect(Spelling("Tu".utf8).nearest(among: ["at", "to"]) == nil)
    }

    @Test func `the nearest name is found, and the first of two that are equally near`() {
        #expect(Spelling("taxes".utf8).nearest(among: ["taxing", "taxed", "taxes_"]) == "taxes_")
        #expect(Spelling("cart".utf8).nearest(among: ["card", "care"]) == "card")
        #expect(Spelling("code".utf8).nearest(among: ["codeOfCoupon", "coded"]) == "coded")
    }

    @Test func `a long name is compared with long names up to the limit only`() {
        let most = String(repeating: "a", count: Spelling.bytesMax)
        #expect(Spelling((most.dropLast() + "b").utf8).nearest(among: [most]) == most)
        #expect(Spelling((most + "a").utf8).nearest(among: [most]) == nil)
        #expect(Spelling(most.utf8).nearest(among: [most + "a"]) == nil)
        #expect(Spelling((most + "b").utf8).nearest(among: [most + "a"]) == nil)
    }
}
