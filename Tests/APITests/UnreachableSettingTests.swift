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
        // No Estonian code is Tallinn's alone among the regions of ISO 3166-2.
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

    @Test func `a setting that was accepted earlier does not block another change`() async throws {
        let shop = try await Shop.open(settings: #"{"excludedRegions":["US-XX"]}"#)
        let name = try await shop.ask("PATCH", "/v1/merchant", #"{"statementName":"SHOP"}"#)
        #expect(name.status == 200)
        let more = try await shop.ask(
            "PATCH", "/v1/merchant", #"{"excludedRegions":["US-XX","US-HI"]}"#)
        #expect(more.string("errors.0.pointer") == "/excludedRegions/0")
    }
}
