import Archive
import Crypto
import TestSupport
import Testing

/// The template's form that Wallet shows a buyer, validated when the template is stored.
@Suite(.timeLimit(.minutes(5))) struct PersonalizationFormTests {
    private static let logo = Zip.File("personalizationLogo@2x.png", [0x89])

    private static func form(_ text: String) -> Zip.File {
        Zip.File("personalization.json", Array(text.utf8))
    }

    /// Files of a template, and their faults.
    private static let bad: [(files: [Zip.File], faults: [String])] = [
        ([form("{"), logo], ["/archive/personalization.json invalid_json"]),
        ([form("[]"), logo], ["/archive/personalization.json wrong_type"]),
        (
            [form("{}")],
            [
                "/archive/personalization.json/requiredPersonalizationFields required",
                "/archive/personalization.json/description required",
                "/archive/personalizationLogo@2x.png required",
            ]
        ),
        (
            [
                form(
                    #"{"requiredPersonalizationFields":["PKPassPersonalizationFieldName","age"],"description":""}"#
                ), logo,
            ],
            [
                "/archive/personalization.json/requiredPersonalizationFields/1 invalid_value",
                "/archive/personalization.json/description too_short",
            ]
        ),
        (
            [
                form(
                    #"{"requiredPersonalizationFields":[],"description":"Join","termsAndConditions":7}"#
                ),
                logo,
            ],
            [
                "/archive/personalization.json/requiredPersonalizationFields too_few",
                "/archive/personalization.json/termsAndConditions wrong_type",
            ]
        ),
        (
            PersonalizeScene.files() + [Zip.File("fr.lproj/personalization.json", [])],
            ["/archive/fr.lproj~1personalization.json invalid_files"]
        ),
    ]

    @Test func `each fault of a form is reported at its pointer, and nothing is stored`()
        async throws
    {
        let scene = try await PassScene.open()
        for (files, faults) in Self.bad {
            let reply = try await scene.put(PassScene.document, files)
            #expect(reply.status == 400, "\(reply.text)")
            let errors = reply["errors"] as? [[String: Any]] ?? []
            #expect(
                errors.map { "\($0["pointer"] as? String ?? "") \($0["code"] as? String ?? "")" }
                    == faults)
        }
        let type = try await scene.shop.ask("GET", "/v1/pass-types/\(scene.type)")
        #expect(type.number("templateVersion") == 1)
    }

    @Test func `a form that Wallet does not show gets a warning`() async throws {
        let scene = try await PassScene.open()
        func warnings(_ document: String, _ files: [Zip.File]) async throws -> [String] {
            let reply = try await scene.put(document, files)
            #expect(reply.status == 200, "\(reply.text)")
            let all = reply["template.warnings"] as? [[String: Any]] ?? []
            return all.filter { $0["code"] as? String == "not_shown" }.map {
                $0["pointer"] as? String ?? ""
            }
        }
        #expect(try await warnings(PassScene.document, PersonalizeScene.files()) == ["/nfc"])
        #expect(try await warnings(PassScene.document, [Self.logo]) == [""])
        let nfc = PassScene.document.replacing(
            #""storeCard""#,
            with: #""nfc":{"message":"1","encryptionPublicKey":"\#(Self.key)"},"storeCard""#)
        #expect(try await warnings(nfc, PersonalizeScene.files()).isEmpty)
    }

    /// A public key on P-256 from the example of RFC 5903.
    private static let key = Base64.standard.encode(
        Hex.decode(
            "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
                + "dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
                + "5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3")!)
}
