import JSON
import Passes
import Testing

/// Rules of pass.json, each with the members that break or keep it.
struct PassRulesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let members: String
        let problems: [String]
        let warnings: [String]

        init(_ members: String, refused problems: [String] = [], warned warnings: [String] = []) {
            (self.members, self.problems, self.warnings) = (members, problems, warnings)
        }

        var testDescription: String { String(members.prefix(120)) }
    }

    static func examine(_ members: String, isIssued: Bool = true) throws -> CheckPass {
        let text = """
            {"formatVersion":1,"passTypeIdentifier":"pass.example.toast","teamIdentifier":"TOAST12345",
             "serialNumber":"0001","organizationName":"Toast","description":"A card",\(members)}
            """
        let check = CheckPass(
            besides: ["icon.png", "icon@2x.png", "icon@3x.png"], isIssued: isIssued)
        _ = check(try Document.parse(Array(text.utf8), takesNUL: true).root)
        return check
    }

    func expect(_ rule: Case) throws {
        let check = try Self.examine(rule.members)
        #expect(check.problems.all.map { "\($0.pointer) \($0.code)" } == rule.problems)
        #expect(check.warnings.all.map { "\($0.pointer) \($0.code)" } == rule.warnings)
    }

    /// A store card with one back field.
    private static func field(
        _ members: String, refused: [String] = [], warned: [String] = []
    ) -> Case {
        let place = { (problem: String) in "/storeCard/backFields/0" + problem }
        return Case(
            #""storeCard":{"backFields":[{"key":"a",\#(members)}]}"#, refused: refused.map(place),
            warned: warned.map(place))
    }

    /// Apple, Field Dictionary: number style keys, "Only one of these keys is allowed per field"
    /// (devartis/passbook#38, drallgood/jpasskit#599); date style keys, "the value of the field is
    /// treated as a date. Either specify both a date style and a time style, or neither."
    private static let fields = [
        field(#""value":1,"currencyCode":"USD""#),
        field(#""value":1,"numberStyle":"PKNumberStylePercent""#),
        field(#""value":1,"currencyCode":"XAU""#),
        field(#""value":1,"currencyCode":"XXX""#),
        field(#""value":1,"currencyCode":"XXY""#, refused: ["/currencyCode invalid_value"]),
        field(
            #""value":1,"currencyCode":"USD","numberStyle":"PKNumberStyleDecimal""#,
            refused: ["/currencyCode conflict"]),
        field(
            #""value":1,"currencyCode":"EUR","numberStyle":"PKNumberStylePercent""#,
            refused: ["/currencyCode conflict"]),
        field(
            #""value":"2026-08-07T10:00Z","dateStyle":"PKDateStyleShort","timeStyle":"PKDateStyleNone""#
        ),
        field(
            #""value":"2026-08-07T10:00Z","dateStyle":"PKDateStyleShort""#,
            warned: ["/timeStyle required"]),
        field(
            #""value":"2026-08-07T10:00Z","timeStyle":"PKDateStyleShort""#,
            warned: ["/dateStyle required"]),
        field(#""value":"2026-08-07T10:00Z","isRelative":true"#),
        field(#""value":"hello","isRelative":true"#, refused: ["/value invalid_value"]),
        field(#""value":"hello","ignoresTimeZone":true"#, refused: ["/value invalid_value"]),
        field(#""value":"hello","isRelative":false"#, warned: ["/value no_date"]),
        field(
            #""value":1565172000,"dateStyle":"PKDateStyleShort","timeStyle":"PKDateStyleShort""#,
            refused: ["/value invalid_value"]),
        field(#""value":5,"isRelative":true"#, refused: ["/value invalid_value"]),
        field(
            #""value":"hello","dateStyle":"PKDateStyleNone","timeStyle":"PKDateStyleNone""#,
            warned: ["/value no_date"]),
        field(#""value":"a","semantics":"x""#, refused: ["/semantics wrong_type"]),
    ]

    /// Apple, Pass: `groupingIdentifier` "optional for event tickets and boarding passes; otherwise
    /// not allowed"; `appLaunchURL`: "If this key is present, the associatedStoreIdentifiers key
    /// must also be present".
    private static let members = [
        Case(#""eventTicket":{},"groupingIdentifier":"g""#),
        Case(#""boardingPass":{"transitType":"PKTransitTypeAir"},"groupingIdentifier":"g""#),
        Case(
            #""storeCard":{},"groupingIdentifier":"g""#, refused: ["/groupingIdentifier conflict"]),
        Case(#""generic":{},"groupingIdentifier":"g""#, refused: ["/groupingIdentifier conflict"]),
        Case(#""coupon":{},"groupingIdentifier":"g""#, refused: ["/groupingIdentifier conflict"]),
        Case(
            #""eventTicket":{},"groupingIdentifier":5"#, refused: ["/groupingIdentifier wrong_type"]
        ),
        Case(#""generic":{},"appLaunchURL":"x://a","associatedStoreIdentifiers":[1]"#),
        Case(#""generic":{},"appLaunchURL":"x://a""#, refused: ["/appLaunchURL conflict"]),
        Case(
            #""generic":{},"appLaunchURL":"x://a","associatedStoreIdentifiers":[]"#,
            refused: ["/appLaunchURL conflict"]),
        Case(
            #""generic":{},"associatedStoreIdentifiers":["1"]"#,
            refused: ["/associatedStoreIdentifiers/0 wrong_type"]),
        Case(#""generic":{},"semantics":"x""#, refused: ["/semantics wrong_type"]),
        Case(
            #""generic":{},"semantics":{"flightNumber":"12"}"#,
            warned: ["/semantics/flightNumber not_read"]),
        Case(
            #""generic":{},"semantics":{"balance":{"amount":12.5,"currencyCode":"EUR"},"venueLocation":{"latitude":"48.1","longitude":11.5}}"#,
            warned: [
                "/semantics/balance/amount not_read", "/semantics/venueLocation/latitude not_read",
            ]),
        Case(
            #""generic":{},"semantics":{"seats":[{"seatRow":"3"},{"seatRow":3,"seatColor":7}],"wifiAccess":[{"ssid":"Hall","password":null}]}"#,
            warned: [
                "/semantics/seats/1/seatRow not_read", "/semantics/wifiAccess/0/password not_read",
            ]),
        Case(#""generic":{},"logoText":1"#, refused: ["/logoText wrong_type"]),
        Case(
            #""generic":{},"useAutomaticColors":"yes""#, refused: ["/useAutomaticColors wrong_type"]
        ),
        Case(#""generic":{},"sellURL":["x"]"#, refused: ["/sellURL wrong_type"]),
        Case(#""generic":{},"sellURL":"shop.example""#, warned: ["/sellURL no_address"]),
        Case(#""generic":{},"userInfo":{"a":[1,{"b":null}]}"#),
        Case(#""generic":{},"userInfo":[1,{"a":null}]"#, refused: ["/userInfo wrong_type"]),
        Case(#""generic":{},"userInfo":"x""#, refused: ["/userInfo wrong_type"]),
    ]

    /// Apple, Pass: `rgb(23, 187, 82)`; apple/pass-builder, PassColor: `#rgb` and `#rrggbb`;
    /// tomasmcguinness/dotnet-passbook#49. W3C NOTE-datetime; RFC 9110, 5.5.
    private static let lexical = [
        Case(##""generic":{},"backgroundColor":"rgb( 23 ,187, 82 )","labelColor":"#17bb52""##),
        Case(
            #""generic":{},"backgroundColor":"rgb(1 2,3,4)""#,
            refused: ["/backgroundColor invalid_value"]),
        Case(
            #""generic":{},"backgroundColor":"rgb(+1,2,3)""#,
            refused: ["/backgroundColor invalid_value"]),
        Case(
            #""generic":{},"backgroundColor":"rgb(,2,3)""#,
            refused: ["/backgroundColor invalid_value"]),
        Case(
            #""generic":{},"labelColor":"rgba(255, 255, 255, 0.75)""#,
            warned: ["/labelColor undocumented"]),
        Case(#""generic":{},"labelColor":"rgba(1,2,3)""#, refused: ["/labelColor invalid_value"]),
        Case(#""generic":{},"labelColor":"rgba(1,2,3,2)""#, refused: ["/labelColor invalid_value"]),
        Case(#""eventTicket":{},"relevantDate":"2026-08-07T10:00:00Z""#),
        Case(
            #""eventTicket":{},"relevantDate":"2026-08-07t10:00:00Z""#,
            refused: ["/relevantDate invalid_value"]),
        Case(
            #""eventTicket":{},"relevantDate":"2026-08-07T10:00z""#,
            refused: ["/relevantDate invalid_value"]),
        Case(#""eventTicket":{},"relevantDate":"2026-12-07T10:06:30.5Z""#),
        Case(#""eventTicket":{},"relevantDate":"2026-12-31T23:59:59.999Z""#),
        Case(
            #""eventTicket":{},"relevantDate":"2026-12-31T23:59:60Z""#,
            refused: ["/relevantDate invalid_value"]),
        Case(
            #""eventTicket":{},"relevantDates":[{"date":"2027-01-01T00:59:60.5+01:00"}]"#,
            refused: ["/relevantDates/0/date invalid_value"]),
        Case(
            #""eventTicket":{},"relevantDate":"2026-12-07T10:06.5Z""#,
            refused: ["/relevantDate invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example/a","authenticationToken":"0123456789abc/ef""#
        ),
        Case(
            #""generic":{},"webServiceURL":"https://x.example/a","authenticationToken":"0123456789abcdef ""#,
            refused: ["/authenticationToken invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example/a","authenticationToken":"0123456789abc ef""#
        ),
        Case(
            #""generic":{},"webServiceURL":"https://x.example/a?x=1","authenticationToken":"0123456789abcdef""#,
            refused: ["/webServiceURL invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example/a#x","authenticationToken":"0123456789abcdef""#,
            refused: ["/webServiceURL invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"HTTPS://X.example","authenticationToken":"0123456789abcdef""#
        ),
        Case(
            #""generic":{},"webServiceURL":"HTTP://X.example","authenticationToken":"0123456789abcdef""#,
            warned: ["/webServiceURL insecure"]),
        Case(
            #""generic":{},"webServiceURL":"https://a_b.example","authenticationToken":"0123456789abcdef""#,
            warned: ["/webServiceURL unusual_host"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example.","authenticationToken":"0123456789abcdef""#,
            warned: ["/webServiceURL unusual_host"]),
        Case(
            #""generic":{},"webServiceURL":"tel:5","authenticationToken":"0123456789abcdef""#,
            refused: ["/webServiceURL invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example","authenticationToken":"0123456789abcde\nX: y""#,
            refused: ["/authenticationToken invalid_value"]),
        Case(
            #""generic":{},"webServiceURL":"https://x.example","authenticationToken":"0123456789abcdé123""#,
            refused: ["/authenticationToken invalid_value"]),
    ]

    private static func twin(
        _ old: (String, String, String), _ list: [(String, String, String)], differs: Bool = false
    ) -> Case {
        let code = { (code: (String, String, String)) in
            #"{"format":"PKBarcodeFormat\#(code.0)","message":"\#(code.1)","messageEncoding":"\#(code.2)"}"#
        }
        let codes = list.map(code).joined(separator: ",")
        return Case(
            #""generic":{},"barcode":\#(code(old)),"barcodes":[\#(codes)]"#,
            warned: differs ? ["/barcode differs"] : [])
    }

    /// ligi/PassAndroid reads the old member first; eymengunay/php-passbook#108;
    /// passkit-generator#205 (24 hours).
    private static let twins = [
        Case(
            #""generic":{},"barcode":{"format":"PKBarcodeFormatQR","message":"A","messageEncoding":"utf-8"},"barcodes":[{"format":"PKBarcodeFormatQR","message":"A","messageEncoding":"utf-8"}]"#
        ),
        Case(
            #""generic":{},"barcode":{"format":"PKBarcodeFormatQR","message":"A","messageEncoding":"utf-8"},"barcodes":[{"format":"PKBarcodeFormatQR","message":"B","messageEncoding":"utf-8"}]"#,
            warned: ["/barcode differs"]),
        twin(("QR", "é", "utf-8"), [("QR", "é", "iso-8859-1")], differs: true),
        twin(("QR", "é", "utf-8"), [("QR", "é", "iso-8859-1"), ("QR", "é", "UTF8")]),
        twin(("QR", "1", "utf-8"), [("QR", "1", "iso-8859-1")]),
        twin(("QR", "\u{E9}", "utf-8"), [("QR", "e\u{301}", "utf-8")], differs: true),
        twin(("Aztec", "1", "utf-8"), [("QR", "1", "utf-8")], differs: true),
        twin(("Aztec", "1", "utf-8"), [("QR", "1", "utf-8"), ("Aztec", "1", "utf-8")]),
        twin(("QR", "1", "utf-8"), [("Code128", "1", "utf-8")]),
        twin(("QR", "1", "utf-8"), [("Code128", "2", "utf-8")], differs: true),
        twin(
            ("QR", "1", "utf-8"), [("Code128", "1", "utf-8"), ("PDF417", "1", "utf-8")],
            differs: true),
        Case(
            #""eventTicket":{},"relevantDate":"2026-08-07T10:00Z","relevantDates":[{"date":"2026-08-07T12:00+02:00"}]"#
        ),
        Case(
            #""eventTicket":{},"relevantDate":"2026-08-07T10:00Z","relevantDates":[{"date":"2026-08-08T10:00Z"}]"#,
            warned: ["/relevantDate differs"]),
        Case(
            #""eventTicket":{},"relevantDates":[{"startDate":"2027-03-06T08:05Z","endDate":"2027-03-07T08:05Z"}]"#
        ),
        Case(
            #""eventTicket":{},"relevantDates":[{"startDate":"2027-03-06T08:05+01:00","endDate":"2027-03-09T18:00+01:00"}]"#,
            warned: ["/relevantDates/0/endDate long_interval"]),
        Case(
            #""eventTicket":{},"relevantDates":[{"date":"2027-03-06T08:05Z","startDate":"2027-03-06T08:05Z","endDate":"2027-03-06T09:05Z"}]"#,
            warned: ["/relevantDates/0 differs"]),
        Case(
            #""eventTicket":{},"relevantDates":[{"date":"2027-03-06T08:05Z","relevantDate":"2027-03-06T09:05+01:00"}]"#
        ),
        Case(
            #""eventTicket":{},"relevantDates":[{"date":"2027-03-06T08:05Z","relevantDate":"2027-03-06T09:05Z"}]"#,
            warned: ["/relevantDates/0 differs"]),
    ]

    @Test(arguments: fields + members + lexical + twins)
    func `a member keeps Apple's rules, or an error names the broken one`(rule: Case) throws {
        try expect(rule)
    }

    private static let poster =
        #""eventName":"Toast","venueName":"Hall","venueRegionName":"Bay","venueRoom":"1""#
    private static let flight = """
        "airlineCode":"EX","flightNumber":123,"departureAirportCode":"SFO","departureCityName":"A",
        "departureLocationTimeZone":"America/Los_Angeles","destinationAirportCode":"LHR","destinationCityName":"B",
        "originalArrivalDate":"2026-08-08T10:00Z","originalBoardingDate":"2026-08-07T10:00Z",
        "originalDepartureDate":"2026-08-07T11:00Z","passengerName":{"givenName":"Ada"}
        """

    /// Apple, "Creating a poster generic pass", "Creating a poster event pass using semantic tags",
    /// "Creating an airline boarding pass using semantic tags", "Defining the metadata of your
    /// Wallet Pass", UpcomingPassInformationEntry.
    private static let styles = [
        Case(
            #""posterGeneric":{"headerFields":[{"key":"a","value":"v"}],"footerFields":[{"key":"b","value":"v"}]}"#,
            warned: ["/posterGeneric needs_ios_27"]),
        Case(
            #""generic":{"primaryFields":[{"key":"a","value":1}]},"posterGeneric":{"primaryFields":[{"key":"a","value":1}]}"#
        ),
        Case(
            #""generic":{},"posterGeneric":{"primaryFields":[{"key":"a","value":true},{"key":"a"}]}"#,
            refused: [
                "/posterGeneric/primaryFields/0/value wrong_type",
                "/posterGeneric/primaryFields/1/value required",
                "/posterGeneric/primaryFields/1/key duplicate",
            ]),
        Case(
            #""generic":{},"posterGeneric":{"secondaryFields":[{"key":"a","value":1}]}"#,
            warned: ["/posterGeneric/secondaryFields not_shown"]),
        Case(#""generic":{},"coupon":{},"posterGeneric":{}"#, refused: [" invalid_value"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket","eventTicket"]"#,
            warned: ["/preferredStyleSchemes falls_back"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket","eventTicket"],"semantics":{\#(poster)}"#
        ),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket"],"semantics":{"eventName":"x"}"#,
            warned: ["/semantics falls_back"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket"],"semantics":{\#(poster),"eventType":"PKEventTypeSports"}"#,
            warned: ["/semantics falls_back"]),
        Case(
            #""storeCard":{},"preferredStyleSchemes":["posterEventTicket"]"#,
            warned: ["/preferredStyleSchemes not_shown"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["poster"]"#,
            refused: ["/preferredStyleSchemes/0 invalid_value"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":"x""#,
            refused: ["/preferredStyleSchemes wrong_type"]),
        Case(
            #""boardingPass":{"transitType":"PKTransitTypeAir"},"preferredStyleSchemes":["semanticBoardingPass","boardingPass"],"semantics":{\#(flight),"destinationAirportTimeZone":"Europe/London"}"#
        ),
        Case(
            #""boardingPass":{"transitType":"PKTransitTypeAir"},"preferredStyleSchemes":["semanticBoardingPass"],"semantics":{\#(flight)}"#,
            warned: ["/semantics falls_back"]),
        Case(
            #""boardingPass":{"transitType":"PKTransitTypeBus"},"preferredStyleSchemes":["semanticBoardingPass"],"semantics":{\#(flight),"destinationLocationTimeZone":"Europe/London"}"#,
            warned: ["/preferredStyleSchemes falls_back"]),
        Case(
            #""generic":{},"featuredActions":[{"identifier":"a","type":"shop","url":"https://x.example"},{"identifier":"b","type":"place","placeIdentifier":"I1"}]"#
        ),
        Case(
            #""generic":{},"featuredActions":[{"type":"dance"},{"identifier":"b","type":"place"},{"identifier":"b","type":"call"}]"#,
            refused: [
                "/featuredActions/0/identifier required", "/featuredActions/0/type invalid_value",
                "/featuredActions/1/placeIdentifier required",
                "/featuredActions/2/identifier duplicate", "/featuredActions/2/url required",
            ], warned: ["/featuredActions not_shown"]),
        Case(#""generic":{},"featuredActions":{}"#, refused: ["/featuredActions wrong_type"]),
        Case(
            #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket"],"semantics":{\#(poster)},"upcomingPassInformation":[{"type":"event","identifier":"1","name":"Game","dateInformation":{"date":"2026-08-07T10:00Z","isAllDay":true},"URLs":{"sellURL":"https://x.example"}}]"#
        ),
        Case(
            #""eventTicket":{},"upcomingPassInformation":[{"type":"match","identifier":"1"},{"type":"event","identifier":"1","name":"x","isActive":1,"images":{"venueMap":{"URLs":[{"URL":"http://x.example","SHA256":"1"}]},"headerImage":{"URLs":[{"URL":"HTTPS://X.example"}]}}}]"#,
            refused: [
                "/upcomingPassInformation/0/type invalid_value",
                "/upcomingPassInformation/0/name required",
                "/upcomingPassInformation/1/identifier duplicate",
                "/upcomingPassInformation/1/isActive wrong_type",
                "/upcomingPassInformation/1/images/headerImage/URLs/0/SHA256 required",
                "/upcomingPassInformation/1/images/venueMap/URLs/0/URL invalid_value",
                "/upcomingPassInformation/1/images/venueMap/URLs/0/SHA256 invalid_value",
            ], warned: ["/upcomingPassInformation not_shown"]),
    ]

    @Test(arguments: styles)
    func `members of iOS 26 and 27 are examined, and a fallback is a warning`(
        rule: Case
    ) throws {
        try expect(rule)
    }
}
