import Foundation
import TestSupport
import Testing

/// Members of a request that break a rule only together with the template, or with an earlier
/// change.
@Suite(.timeLimit(.minutes(5))) struct PassCauseTests {
    private static func template(_ members: String) -> String {
        #"{"formatVersion":1,"organizationName":"Toast","description":"A card",\#(members)}"#
    }

    private static func codes(_ list: String, of reply: Reply) -> [String] {
        let problems = reply[list] as? [[String: Any]] ?? []
        return problems.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" }
    }

    /// A point on P-256, from the example of RFC 5903.
    private static let key =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2tC2U5QiHPmwUeH+yleH0Jjf5jf8kLnvlF0MN3JYEYBS"
        + "caBGHNuCUtYfHEVvo+WasfRbM6zPX1g4ngV3uJkLsw=="

    @Test(
        arguments: [
            (
                #""generic":{},"appLaunchURL":"x://a","associatedStoreIdentifiers":[1]"#,
                #""associatedStoreIdentifiers":[]"#,
                ["/members/associatedStoreIdentifiers conflict"], []
            ),
            (
                #""eventTicket":{},"semantics":{"eventName":"e"}"#,
                #""preferredStyleSchemes":["posterEventTicket"]"#, [],
                ["/members/preferredStyleSchemes falls_back"]
            ),
            (
                #""generic":{}"#, #""relevantDates":[{"date":"2031-05-04T10:00Z"}]"#, [],
                ["/members/relevantDates not_shown"]
            ),
            (
                #""generic":{}"#,
                #""nfc":{"message":"m","encryptionPublicKey":"\#(key)","requiresAuthentication":true}"#,
                [], ["/members/nfc shareable"]
            ),
            // The template alone has the warning too.
            (
                #""generic":{},"relevantDate":"2031-05-04T10:00Z""#,
                #""relevantDates":[{"date":"2031-05-04T10:00Z"}]"#, [], []
            ),
        ] as [(String, String, [String], [String])])
    func `a finding at a member of the template is reported at the request's member`(
        template: String, members: String, problems: [String], warnings: [String]
    ) async throws {
        let scene = try await PassScene.open(Self.template(template))
        let issued = try await scene.issue(#""members":{\#(members)}"#)
        #expect(issued.status == (problems.isEmpty ? 201 : 400), "\(issued.text)")
        #expect(Self.codes("errors", of: issued) == problems, "\(issued.text)")
        #expect(Self.codes("warnings", of: issued) == warnings, "\(issued.text)")
    }

    @Test func `a member that another one requires cannot be removed`() async throws {
        let scene = try await PassScene.open(Self.template(#""generic":{}"#))
        let held = try await scene.held(
            #""members":{"appLaunchURL":"x://a","associatedStoreIdentifiers":[1]}"#)
        let refused = try await held.change(#""members":{"associatedStoreIdentifiers":null}"#)
        #expect(refused.status == 400, "\(refused.text)")
        #expect(
            Self.codes("errors", of: refused) == ["/members/associatedStoreIdentifiers conflict"])
        let pass = try HeldByPhone.document(try await held.fetch())
        #expect(pass["appLaunchURL"] as? String == "x://a")
        let both = #""members":{"associatedStoreIdentifiers":null,"appLaunchURL":null}"#
        #expect(try await held.change(both).status == 200)
    }
}
