import Testing

/// A setting for a place that no address can match is refused, with the reason at its pointer.
@Suite struct UnreachableSettingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let settings: String
        /// nil if the setting is accepted.
        let pointer: String?
        var testDescription: String { settings }
    }

    private static func zone(_ area: String) -> String {
        """
        {"shippingZones":[{"name":"a","currencyCode":"USD","areas":[{"countryCode":"FR"},{\(area)}],\
        "methods":[{"identifier":"a","label":"a","prices":[{"amount":"1"}]}]}]}
        """
    }

    private static func rate(_ members: String) -> String {
        "{\"taxRates\":[{\"label\":\"a\",\"percent\":\"1\",\(members)}]}"
    }

    static let rows: [Row] = [
        Row(settings: #"{"excludedRegions":["US-HI","US-XX"]}"#, pointer: "/excludedRegions/1"),
        Row(settings: #"{"excludedRegions":["US-HI","US-AE","US-PR"]}"#, pointer: nil),
        Row(
            settings: zone(#""countryCode":"CA","regions":["CA-ON","CA-ZZ"]"#),
            pointer: "/shippingZones/0/areas/1/regions/1"),
        Row(settings: zone(#""countryCode":"CA","regions":["CA-ON"]"#), pointer: nil),
        // Hong Kong has no postal codes (Universal Postal Union).
        Row(
            settings: zone(#""countryCode":"HK","postalCodes":[{"prefix":"999"}]"#),
            pointer: "/shippingZones/0/areas/1/postalCodes"),
        Row(
            settings: zone(#""countryCode":"PR","postalCodes":[{"prefix":"009"}]"#), pointer: nil),
        Row(settings: rate(#""countryCode":"US","region":"US-ZZ""#), pointer: "/taxRates/0/region"),
        Row(settings: #"{"excludedRegions":["US-PW"]}"#, pointer: "/excludedRegions/0"),
        Row(settings: #"{"excludedRegions":["CN-HK"]}"#, pointer: "/excludedRegions/0"),
        // Gibraltar has no subdivisions (ISO 3166-2).
        Row(settings: #"{"excludedRegions":["GI-01"]}"#, pointer: "/excludedRegions/0"),
        // No address resolves to Tallinn (EE-784): its postal codes belong to Harju (EE-37).
        Row(settings: #"{"excludedRegions":["EE-37","EE-784"]}"#, pointer: "/excludedRegions/1"),
        Row(
            settings: rate(#""countryCode":"AE","postalCodes":[{"prefix":"0"}]"#),
            pointer: "/taxRates/0/postalCodes"),
        Row(
            settings: rate(#""countryCode":"CA","excludedRegions":["CA-QC","CA-ZZ"]"#),
            pointer: "/taxRates/0/excludedRegions/1"),
        Row(
            settings: rate(#""countryCode":"AE","excludedPostalCodes":[{"prefix":"0"}]"#),
            pointer: "/taxRates/0/excludedPostalCodes"),
        Row(
            settings: rate(#""countryCode":"CA","region":"CA-QC","excludedRegions":["CA-QC"]"#),
            pointer: "/taxRates/0/excludedRegions/0"),
        Row(
            settings: rate(#""countryCode":"ES","excludedPostalCodes":[{"prefix":"35"}]"#),
            pointer: nil),
        // Berlin has 10 to 14 (Deutsche Post), Massachusetts 01 and 02 (USPS).
        Row(
            settings: zone(
                #""countryCode":"DE","regions":["DE-BY"],"postalCodes":[{"prefix":"80"},{"from":"10000","to":"10999"}]"#
            ), pointer: "/shippingZones/0/areas/1/postalCodes/1"),
        Row(
            settings: zone(
                #""countryCode":"DE","regions":["DE-BY","DE-BE"],"postalCodes":[{"prefix":"10"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"US","region":"US-CA","postalCodes":[{"prefix":"009"}]"#),
            pointer: "/taxRates/0/postalCodes/0"),
        Row(
            settings: rate(#""countryCode":"US","region":"US-MA","postalCodes":[{"prefix":"0"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"FR","region":"FR-IDF","postalCodes":[{"prefix":"75"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"FR","region":"FR-974","postalCodes":[{"prefix":"974"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"DE","region":"DE-HE","postalCodes":[{"prefix":"69434"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"GB","region":"GB-NIR","postalCodes":[{"prefix":"BT"}]"#),
            pointer: nil),
        Row(
            settings: rate(#""countryCode":"GB","postalCodes":[{"prefix":"N1"},{"prefix":"QQ"}]"#),
            pointer: "/taxRates/0/postalCodes/1"),
        // CH6 5 is Flint in Wales; CH65 is Ellesmere Port in England (Royal Mail).
        Row(
            settings: rate(
                #""countryCode":"GB","region":"GB-WLS","postalCodes":[{"prefix":"CH6 5"}]"#),
            pointer: nil),
        Row(
            settings: rate(
                #""countryCode":"GB","region":"GB-WLS","postalCodes":[{"prefix":"CH65"}]"#),
            pointer: "/taxRates/0/postalCodes/0"),
        // In China the region that the buyer wrote decides, not the postal code.
        Row(
            settings: rate(
                #""countryCode":"CN","region":"CN-NM","postalCodes":[{"prefix":"1374"}]"#),
            pointer: nil),
        // Texarkana lies in Texas and in Arkansas.
        Row(
            settings: rate(
                #""countryCode":"US","region":"US-AR","postalCodes":[{"prefix":"75501"}]"#),
            pointer: nil),
        Row(
            settings: rate(#""countryCode":"US","postalCodes":[{"prefix":"941033"}]"#),
            pointer: "/taxRates/0/postalCodes/0"),
        Row(
            settings: rate(#""countryCode":"US","postalCodes":[{"prefix":"9410A"}]"#),
            pointer: "/taxRates/0/postalCodes/0"),
        Row(
            settings: rate(#""countryCode":"DE","excludedPostalCodes":[{"prefix":"101155"}]"#),
            pointer: "/taxRates/0/excludedPostalCodes/0"),
        Row(
            settings: rate(
                #""countryCode":"LV","postalCodes":[{"prefix":"48"},{"prefix":"LV-10"}]"#),
            pointer: nil),
    ]

    @Test(arguments: rows)
    func `a setting that can never apply is refused`(row: Row) async throws {
        let shop = try await Shop.open()
        let reply = try await shop.ask("PATCH", "/v1/merchant", row.settings)
        if let pointer = row.pointer {
            #expect(reply.status == 400)
            #expect(reply.count("errors") == 1)
            #expect(reply.string("errors.0.pointer") == pointer)
            #expect(reply.string("errors.0.code") == "never_applies")
        } else {
            #expect(reply.status == 200)
        }
    }

    @Test func `all errors of the settings are in one answer`() async throws {
        let shop = try await Shop.open()
        let reply = try await shop.ask(
            "PATCH", "/v1/merchant",
            #"""
            {"excludedRegions":["DE-ZZ"],"allowedShippingCountries":["XX"],
            "taxRates":[{"label":"x","percent":"1","countryCode":"DE","region":"DE-YY"}]}
            """#)
        #expect(reply.status == 400)
        let pointers = (0..<3).map { reply.string("errors.\($0).pointer") ?? "" }
        #expect(
            pointers.sorted() == [
                "/allowedShippingCountries/0", "/excludedRegions/0", "/taxRates/0/region",
            ])
    }

    @Test func `a setting that was accepted earlier does not block another change`() async throws {
        let shop = try await Shop.open(settings: #"{"excludedRegions":["US-XX"]}"#)
        let name = try await shop.ask("PATCH", "/v1/merchant", #"{"statementName":"SHOP"}"#)
        #expect(name.status == 200)
        let more = try await shop.ask(
            "PATCH", "/v1/merchant", #"{"excludedRegions":["US-XX","US-HI"]}"#)
        #expect(more.string("errors.0.pointer") == "/excludedRegions/0")
    }
}
