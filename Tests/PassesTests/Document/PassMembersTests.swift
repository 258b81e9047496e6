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

    @Test(arguments: groups)
    func `fields that the style does not show are a warning`(rule: Case) throws {
        try expect(rule)
    }
}
