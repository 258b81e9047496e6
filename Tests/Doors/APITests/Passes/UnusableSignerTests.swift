import API
import Credentials
import Crypto
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// A starting server checks the certificates that sign passes.
@Suite(.timeLimit(.minutes(5))) struct UnusableSignerTests {
    private func unfit(
        _ shop: Shop, after days: Int64 = 0,
        by authorities: [String] = ["root.pem", "relations.pem"]
    ) async throws -> [UnusableSigner] {
        let server = try await TestServer.shared.value
        let own = try authorities.flatMap { try server.forge.read($0) }
        return try await server.services.credentials.keychain.unusableSigners(
            of: shop.merchant.number,
            by: AppleAuthorities(.none, besides: Certificate.all(pem: own)),
            at: TestServer.now().adding(seconds: days * 86_400))
    }

    @Test func `an expired certificate, or one of an unknown issuer, is reported`()
        async throws
    {
        let shop = try await Shop.open()
        let type = try await PassScene.storeCertificate(of: shop)
        #expect(try await unfit(shop) == [])
        let later = try await unfit(shop, after: 61)
        #expect(later.map(\.typeIdentifier) == [type])
        #expect(
            later.first?.faults.contains {
                if case .expired = $0 { true } else { false }
            } == true)
        let strange = try await unfit(shop, by: ["root.pem"])
        #expect(strange.map(\.typeIdentifier) == [type])
        #expect(strange.first?.faults.map { "\($0.word)" } == ["no_intermediate"])
    }

    @Test func `a certificate of another team than its type is reported`() async throws {
        let scene = try await PassScene.open()
        let server = try await TestServer.shared.value
        #expect(try await unfit(scene.shop) == [])
        // The state of a type that was stored before this check existed.
        _ = try await server.database.run(
            """
            UPDATE pass_types SET team_identifier = 'OTHERTEAM1'
            WHERE merchant_id = \(scene.shop.merchant.number)
            """)
        let found = try await unfit(scene.shop)
        #expect(found.map(\.typeIdentifier) == [scene.typeIdentifier])
        #expect(found.first?.faults.map { "\($0.word)" } == ["other_team"])
    }

    @Test func `all merchants are checked, and one valid certificate of a type is enough`()
        async throws
    {
        let shop = try await Shop.open()
        let type = try await PassScene.storeCertificate(of: shop, days: 10)
        let server = try await TestServer.shared.value
        var reported: [MerchantNumber] = []
        try await server.services.credentials.examineSigners(
            on: server.database, at: TestServer.now().adding(seconds: 25 * 86_400),
            merchant: { try await server.services.registry.merchant($0) },
            report: { number, _ in reported.append(number) })
        #expect(reported.contains(shop.merchant.number))
        let next = "\(type)-next"
        try server.forge.issuePassType(next, for: type)
        let stored = try await shop.storeCertificate(
            kind: "passType", certificate: server.forge.certificates.text("\(next).pem"),
            key: server.forge.certificates.text("\(next).key"))
        #expect(stored.status == 201, "\(stored.text)")
        #expect(try await unfit(shop, after: 25) == [])
    }
}
