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
        Case(event + #""eventType":"PKEventTypeLivePerformance","performerNames":["p"]}"#),
        Case(
            event + #""eventType":"PKEventTypeLivePerformance","performerNames":[]}"#,
            warned: ["/semantics falls_back"]),
    ]

    @Test(arguments: tags)
    func `a semantic tag that phones do not read is a warning`(rule: Case) throws {
        try expect(rule)
    }

    @Test(arguments: groups)
    func `fields that the style does not show are a warning`(rule: Case) throws {
        try expect(rule)
    }
}
