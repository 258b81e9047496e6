import Archive
import Crypto
import Foundation
import Merchants
import Postgres
import TestSupport
import Testing

/// A pass whose template asks for its holder's data, and a phone whose buyer fills in the form.
struct PersonalizeScene {
    let held: HeldByPhone

    static let form = """
        {"requiredPersonalizationFields":["PKPassPersonalizationFieldName","PKPassPersonalizationFieldEmailAddress"],
         "description":"Join for a free toast","termsAndConditions":"One a week"}
        """

    static func files(_ form: String = form) -> [Zip.File] {
        [
            Zip.File("personalization.json", Array(form.utf8)),
            Zip.File("personalizationLogo@2x.png", [0x89]),
        ]
    }

    static func open(_ members: String = "", by shop: Shop? = nil) async throws -> PersonalizeScene
    {
        let scene = try await PassScene.open(PassScene.document, files(), by: shop)
        return PersonalizeScene(held: try await scene.held(members))
    }

    static let ada = #""fullName":"Ada Lovelace","emailAddress":"ada@example.com""#
    static let byron = #""fullName":"George Byron","emailAddress":"byron@example.com""#

    func personalize(
        _ reported: String = ada, token: String = "dGhlIHRva2Vu", as shown: String? = nil
    ) async throws -> Reply {
        try await ask(
            #"{"personalizationToken":"\#(token)","requiredPersonalizationInfo":{\#(reported)}}"#,
            as: shown)
    }

    func ask(_ body: String, as shown: String? = nil) async throws -> Reply {
        try await held.call("POST", held.path + "/personalize", body, token: shown)
    }

    /// The pass as its merchant reads it.
    func pass() async throws -> Reply {
        try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)")
    }

    /// The paths of the files in the package that a phone gets.
    func paths() async throws -> [String] {
        let reply = try await held.fetch()
        #expect(reply.status == 200, "\(reply.text)")
        return try Zip.read(reply.http.body, Zip.Limits(filesMax: 99, bytesMax: 1 << 20))
            .map(\.path)
    }

    /// The types and bodies of the pass's events.
    func emitted() async throws -> [String] {
        let database = try await TestServer.shared.value.database
        return try await database.run(
            """
            SELECT type || ' ' || data::text AS news FROM events
            WHERE merchant_id = \(held.scene.shop.merchant.number) AND object = \(held.id)
            ORDER BY sequence
            """
        ).map { try $0.get("news") }
    }
}
