import JSON
import Passes
import Testing

/// More rules of pass.json.
extension PassRulesTests {
    /// Apple, PassFields.AdditionalInfoFields (poster event tickets) and "Creating a poster generic
    /// pass" (footerFields).
    private static let groups = [
        Case(
            #""eventTicket":{"additionalInfoFields":[{"key":"a","value":1}]}"#,
            warned: ["/eventTicket/additionalInfoFields not_shown"]),
        Case(
            #""eventTicket":{"additionalInfoFields":[{"key":"a","value":1}]},"preferredStyleSchemes":["posterEventTicket"],"semantics":{"eventName":"e","venueName":"v","venueRegionName":"r","venueRoom":"1"}"#
        ),
        Case(
            #""storeCard":{"additionalInfoFields":[{"key":"a","value":1}],"footerFields":[{"key":"b","value":1}]}"#,
            warned: [
                "/storeCard/additionalInfoFields not_shown", "/storeCard/footerFields not_shown",
            ]),
        Case(#""storeCard":{"additionalInfoFields":[],"footerFields":[]}"#),
    ]

    @Test(arguments: [
        ("https://", false), ("https:", false), ("http://exa mple", false), ("http://é", false),
        ("https:///a", false), ("https://:80", false), ("https://me@shop.example", false),
        ("https://shop.example:99999", false), ("https://[::1", false), ("https://a%zz", false),
        ("https://a:b:80", false),
        ("https://shop.example/é", false), ("https://?a", false), ("1a:b", false),
        ("shop.example", false), ("https://[::1]:8080/a", true), ("https://a.example:/", true),
        ("a+b-c.d:e", true),
        ("https://shop.example/a?b=c#d", true), ("HTTPS://shop.example", true),
        ("http://shop.example:8080", true), ("tel:+15551234", true), ("shop://", true),
    ])
    func `a URL of the web has a host and only the characters of a URL`(
        url: String, isWhole: Bool
    ) throws {
        let check = try Self.examine(#""eventTicket":{},"accessibilityURL":"\#(url)""#)
        #expect(
            check.warnings.all.map { "\($0.pointer) \($0.code)" }
                == (isWhole ? [] : ["/accessibilityURL no_address"]))
    }

    /// RFC 3986 allows any registered name; RFC 1123, 2.1, restricts the names of hosts.
    @Test(arguments: [
        "https://a_b.example", "HTTPS://shop.example./a", "https://-a.example",
        "https://a..example",
        "https://a%41.example",
    ])
    func `a URL with an unusual host is a URL`(url: String) throws {
        let check = try Self.examine(#""eventTicket":{},"accessibilityURL":"\#(url)""#)
        #expect(check.problems.all == [])
        #expect(
            check.warnings.all.map { "\($0.pointer) \($0.code)" } == [
                "/accessibilityURL unusual_host"
            ])
    }

    private static let event =
        #""eventTicket":{},"preferredStyleSchemes":["posterEventTicket"],"semantics":"#
        + #"{"eventName":"e","venueName":"v","venueRegionName":"r","venueRoom":"1","#

    /// Apple, SemanticTags.
    private static let tags = [
        Case(
            #""generic":{},"semantics":{"airplay":[{"a":"b"}],"eventLiveMessage":"now","eventType":"PKEventTypeMovie"}"#
        ),
        Case(
            #""generic":{},"semantics":{"airplay":"x","eventLiveMessage":1,"eventType":"PKEventTypeParty"}"#,
            warned: [
                "/semantics/airplay not_read", "/semantics/eventLiveMessage not_read",
                "/semantics/eventType not_read",
            ]),
        Case(
            #""generic":{},"semantics":{"venueLocation":{"latitude":90,"longitude":-180},"balance":{"amount":"1.50","currencyCode":"EUR"}}"#
        ),
        Case(
            #""generic":{},"semantics":{"venueLocation":{"latitude":90.1,"longitude":-181},"destinationLocation":{"latitude":-91,"longitude":1e999},"totalPrice":{"amount":"1","currencyCode":"eur"}}"#,
            warned: [
                "/semantics/venueLocation/latitude not_read",
                "/semantics/venueLocation/longitude not_read",
                "/semantics/destinationLocation/latitude not_read",
                "/semantics/destinationLocation/longitude not_read",
                "/semantics/totalPrice/currencyCode not_read",
            ]),
        Case(
            #""generic":{"backFields":[{"key":"a","value":1,"semantics":{"departureLocation":{"latitude":0,"longitude":200}}}]}"#,
            warned: [
                "/generic/backFields/0/semantics/departureLocation/longitude not_read"
            ]),
        Case(
            #""generic":{},"semantics":{"venueLocation":{},"departureLocation":{"latitude":1},"destinationLocation":{"longitude":1,"latitude":null},"wifiAccess":[{"ssid":"Hall","password":"x"},{}],"balance":{},"seats":[{}]}"#,
            warned: [
                "/semantics/venueLocation/latitude not_read",
                "/semantics/venueLocation/longitude not_read",
                "/semantics/departureLocation/longitude not_read",
                "/semantics/destinationLocation/latitude not_read",
                "/semantics/wifiAccess/1/ssid not_read",
                "/semantics/wifiAccess/1/password not_read",
            ]),
        Case(#""generic":{},"semantics":{"balance":{"amount":"1","currencyCode":"XDR"}}"#),
        Case(event + #""eventType":"PKEventTypeLivePerformance","performerNames":["p"]}"#),
        Case(
            event + #""eventType":"PKEventTypeLivePerformance","performerNames":[]}"#,
            warned: ["/semantics falls_back"]),
    ]

    @Test(arguments: tags)
    func `a semantic tag that phones do not read is a warning`(rule: Case) throws {
        try expect(rule)
    }

    private static let beacon = #""proximityUUID":"F8F589E9-C07E-58B0-AEAB-A36BE4D48FAC""#

    /// Apple, Pass.Locations, Pass.Beacons and maxDistance.
    private static let places = [
        Case(
            #""generic":{},"locations":[{"latitude":-90,"longitude":180,"altitude":-5.5}],"beacons":[{\#(beacon),"major":0,"minor":65535}],"maxDistance":0"#
        ),
        Case(
            #""generic":{},"locations":[{"latitude":-90.5,"longitude":180.5,"altitude":1e999},{"latitude":"1","longitude":true}]"#,
            refused: [
                "/locations/0/latitude invalid_value", "/locations/0/longitude invalid_value",
                "/locations/0/altitude invalid_value", "/locations/1/latitude invalid_value",
                "/locations/1/longitude invalid_value",
            ]),
        Case(
            #""generic":{},"locations":[{"latitude":0,"longitude":0}],"beacons":[{\#(beacon),"major":-1,"minor":65536},{"proximityUUID":"F8F589E9C07E58B0AEABA36BE4D48FAC"}]"#,
            refused: [
                "/beacons/0/major out_of_range", "/beacons/0/minor out_of_range",
                "/beacons/1/proximityUUID invalid_value",
            ]),
        Case(#""generic":{},"maxDistance":-1"#, refused: ["/maxDistance invalid_value"]),
        Case(#""generic":{},"maxDistance":1e999"#, refused: ["/maxDistance invalid_value"]),
        Case(#""generic":{},"maxDistance":"5""#, refused: ["/maxDistance invalid_value"]),
    ]

    @Test(arguments: places)
    func `a location's and a beacon's numbers are within their ranges`(rule: Case) throws {
        try expect(rule)
    }

    @Test(arguments: groups)
    func `fields that the style does not show are a warning`(rule: Case) throws {
        try expect(rule)
    }
}
