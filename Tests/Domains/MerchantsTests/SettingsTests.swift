import JSON
import Testing
import Vocabulary

@testable import Merchants

/// One codec reads, changes and stores a merchant's settings.
@Suite struct SettingsTests {
    static func read(
        _ text: String, changing old: MerchantSettings = MerchantSettings()
    ) throws -> (settings: MerchantSettings, problems: [String]) {
        let problems = Problems()
        let root = try Document.parse(Array(text.utf8)).root
        let fields = try #require(ObjectReader(root, problems: problems))
        let settings = MerchantSettings(reading: fields, changing: old)
        return (settings, problems.all.map { "\($0.pointer) \($0.code)" })
    }

    static let whole = """
        {"statementName":"SHOP","countryCode":"US","domains":["shop.example.com"],\
        "allowedShippingCountries":["US","CA"],"excludedRegions":["US-HI"],\
        "deliversToPostOfficeBoxes":false,\
        "phoneFormat":"digits","emailFormat":"plain","shippingZones":[{"name":"Bay","currencyCode":"USD","areas":\
        [{"countryCode":"US","regions":["US-CA"],"postalCodes":[{"prefix":"94"},{"from":"95000",\
        "to":"95199"}]},{"countryCode":"CA"}],"methods":[{"identifier":"post","label":"Post",\
        "detail":"Slow","prices":[{"from":"0.00","amount":"5.00"},{"from":"50.00",\
        "amount":"0.00"}],"deliveryWindow":{"earliestDays":2,"latestDays":4}}]}],"taxRates":\
        [{"label":"Sales tax","countryCode":"US","region":"US-CA",\
        "postalCodes":[{"prefix":"95"},{"from":"94000","to":"94199"}],"excludedRegions":["US-HI"],\
        "excludedPostalCodes":[{"prefix":"95014"}],"percent":"7.25",\
        "inclusion":"added","taxesDelivery":true,"taxCodes":["toy"]}],"taxRounding":"down",\
        "lateSuccess":"keep","unknownIssuingCountry":"refuse","messages":[{"code":\
        "coupon.expired","language":"de","text":"Vorbei."}]}
        """

    @Test func `settings are written as they were read`() throws {
        let (settings, problems) = try Self.read(Self.whole)
        #expect(problems == [])
        let bytes = settings.bytes
        #expect(String(decoding: bytes, as: UTF8.self) == Self.whole)
        #expect(try MerchantSettings(stored: bytes) == settings)
    }

    @Test
    func `an absent member of a settings change keeps its value, and null restores the default`()
        throws
    {
        let old = try Self.read(Self.whole).settings
        #expect(try Self.read("{}", changing: old).settings == old)
        let nulls = """
            {"statementName":null,"countryCode":null,"domains":null,\
            "allowedShippingCountries":null,"excludedRegions":null,\
            "deliversToPostOfficeBoxes":null,"phoneFormat":null,"emailFormat":null,\
            "shippingZones":null,"taxRates":null,"taxRounding":null,"lateSuccess":null,\
            "unknownIssuingCountry":null,"messages":null}
            """
        #expect(try Self.read(nulls, changing: old).settings == MerchantSettings())
        let changed = try Self.read(#"{"lateSuccess":"void"}"#, changing: old).settings
        #expect(changed.lateSuccess == .void)
        #expect(changed.statementName == "SHOP")
    }

    @Test(
        "invalid settings are refused",
        arguments: [
            (#"{"odd":1}"#, "/odd unknown_field"),
            (#"{"domains":["Shop.example"]}"#, "/domains/0 invalid_value"),
            (#"{"domains":["localhost"]}"#, "/domains/0 invalid_value"),
            (#"{"domains":["10.0.0.1"]}"#, "/domains/0 invalid_value"),
            (#"{"domains":["shop.example:80"]}"#, "/domains/0 invalid_value"),
            (#"{"allowedShippingCountries":["us"]}"#, "/allowedShippingCountries/0 invalid_value"),
            (#"{"allowedShippingCountries":[]}"#, "/allowedShippingCountries too_few"),
            (#"{"excludedRegions":["HI"]}"#, "/excludedRegions/0 invalid_value"),
            (#"{"excludedRegions":["XX-HI"]}"#, "/excludedRegions/0 invalid_value"),
            (#"{"phoneFormat":"E164"}"#, "/phoneFormat invalid_value"),
            (#"{"emailFormat":"rfc"}"#, "/emailFormat invalid_value"),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","percent":"7.12345"}]}"#,
                "/taxRates/0/percent out_of_range"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","percent":"100.01"}]}"#,
                "/taxRates/0/percent out_of_range"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","percent":7}]}"#,
                "/taxRates/0/percent wrong_type"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","region":"CA-ON","percent":"7"}]}"#,
                "/taxRates/0/region invalid_value"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","excludedRegions":["CA-ON"],"#
                    + #""percent":"7"}]}"#,
                "/taxRates/0/excludedRegions/0 invalid_value"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"ES","excludedPostalCodes":"#
                    + #"[{"from":"35"}],"percent":"7"}]}"#,
                "/taxRates/0/excludedPostalCodes/0/prefix required"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"ES","postalCodes":"#
                    + #"[{"prefix":"a"}],"percent":"7"}]}"#,
                "/taxRates/0/postalCodes/0/prefix invalid_value"
            ),
            (
                #"{"taxRates":[{"label":"a","countryCode":"US","percent":"7"},"#
                    + #"{"label":"b","countryCode":"US","percent":"7","inclusion":"included"}]}"#,
                "/taxRates/1 invalid_value"
            ),
            (#"{"shippingZones":[{"name":"a"}]}"#, "/shippingZones/0/currencyCode required"),
            (
                #"{"messages":[{"code":"no.such","language":"de","text":"a"}]}"#,
                "/messages/0/code invalid_value"
            ),
            (
                #"{"messages":[{"code":"coupon.expired","language":"sv","text":"a"}]}"#,
                "/messages/0/language invalid_value"
            ),
        ])
    func refused(text: String, problem: String) throws {
        let problems = try Self.read(text).problems
        #expect(problems.first == problem)
    }

    /// A zone with one member replaced.
    static func zone(_ area: String, _ method: String) -> String {
        """
        {"shippingZones":[{"name":"a","currencyCode":"USD","areas":[{"countryCode":"US"\(area)}],\
        "methods":[{"identifier":"a","label":"a"\(method)}]}]}
        """
    }

    @Test(
        "an invalid zone is refused",
        arguments: [
            ("", #","prices":[]"#, "/methods/0/prices too_few"),
            ("", #","prices":[{"amount":"-1"}]"#, "/methods/0/prices/0/amount out_of_range"),
            ("", #","prices":[{"amount":"1.001"}]"#, "/methods/0/prices/0/amount invalid_value"),
            (
                "", #","prices":[{"from":"5","amount":"1"},{"from":"5","amount":"0"}]"#,
                "/methods/0/prices/1 invalid_value"
            ),
            (
                "",
                #","prices":[{"amount":"1"}],"deliveryWindow":{"earliestDays":3,"latestDays":2}"#,
                "/methods/0/deliveryWindow/latestDays out_of_range"
            ),
            (
                #","regions":["CA"]"#, #","prices":[{"amount":"1"}]"#,
                "/areas/0/regions/0 invalid_value"
            ),
            (
                #","postalCodes":[{}]"#, #","prices":[{"amount":"1"}]"#,
                "/areas/0/postalCodes/0/prefix required"
            ),
            (
                #","postalCodes":[{"prefix":" - "}]"#, #","prices":[{"amount":"1"}]"#,
                "/areas/0/postalCodes/0/prefix invalid_value"
            ),
            (
                #","postalCodes":[{"from":"100","to":"99"}]"#, #","prices":[{"amount":"1"}]"#,
                "/areas/0/postalCodes/0/to invalid_value"
            ),
            (
                #","postalCodes":[{"from":"A1","to":"A2"}]"#, #","prices":[{"amount":"1"}]"#,
                "/areas/0/postalCodes/0/to invalid_value"
            ),
        ])
    func refusedInZone(area: String, method: String, problem: String) throws {
        let problems = try Self.read(Self.zone(area, method)).problems
        #expect(problems.first == "/shippingZones/0" + problem)
    }

    @Test func `two methods of a zone with the same identifier are refused`() throws {
        let text = Self.zone("", #","prices":[{"amount":"1"}]"#)
            .replacing(
                "[{\"identifier\"",
                with: """
                    [{"identifier":"a","label":"b","prices":[{"amount":"2"}]},{"identifier"
                    """)
        #expect(try Self.read(text).problems == ["/shippingZones/0/methods/1 duplicate"])
    }

    @Test(
        "percentages are millionths",
        arguments: [
            ("0", 0), ("20", 200_000), ("8.875", 88_750), ("0.0001", 1), ("100", 1_000_000),
            ("7.25", 72_500), ("007", 70_000), ("", nil), (".5", nil), ("5.", nil), ("-1", nil),
            ("1.23456", nil), ("100.0001", nil), ("99999999999999999999", nil), ("1.2.3", nil),
        ] as [(String, Int64?)])
    func percent(text: String, millionths: Int64?) {
        let rate = Rate(percent: text)
        #expect(rate?.millionths == millionths)
        if let rate, text.utf8.first != UInt8(ascii: "0") || text.utf8.count < 3 {
            #expect(rate.percent == text)
        }
    }

    @Test(
        "a quotient is rounded by the merchant's rule",
        arguments: [
            (5, 10, 1, 0), (4, 10, 0, 0), (-5, 10, -1, 0), (-4, 10, 0, 0), (15, 10, 2, 1),
            (
                9_007_199_254_740_991_000_000, 1_000_000, 9_007_199_254_740_991,
                9_007_199_254_740_991
            ),
        ] as [(Int128, Int128, Int128, Int128)])
    func rounding(dividend: Int128, divisor: Int128, half: Int128, down: Int128) {
        #expect(Rounding.halfAwayFromZero.divide(dividend, by: divisor) == half)
        #expect(Rounding.down.divide(dividend, by: divisor) == down)
    }
}
