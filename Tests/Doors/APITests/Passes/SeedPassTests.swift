import Foundation
import Postgres
import TestSupport
import Testing

/// `paysheet seed-demo --pass-certificate`: prepares the demo's gift card in Wallet.
@Suite(.timeLimit(.minutes(5)))
struct SeedPassTests {
    private let forge: PassForge

    init() throws { forge = try PassForge.shared.get() }

    @Test func `the demo merchant gets a certificate, a pass type and a template, once`()
        async throws
    {
        try await seeding { folder, connection in
            for _ in 1...2 {
                let ended = try await seed(folder, connection, Self.words("pass"))
                #expect(ended.status == 0, "\(ended.text)")
                #expect(ended.text.contains("issues passes of type pass.example.toast\n"))
                #expect(try await rows(connection) == ["pass_type", "pass.example.toast 1"])
            }
        }
    }

    @Test func `a certificate from an untrusted issuer is refused with a message`() async throws {
        try await seeding { folder, connection in
            let foreign = try await seed(
                folder, connection, Self.words("pass"), believing: "others")
            #expect(foreign.status == 1)
            #expect(foreign.text.contains("this certificate cannot sign passes: untrustedIssuer"))
            let untrusted = try await seed(folder, connection, Self.words("pass"), believing: nil)
            #expect(untrusted.status == 1)
            #expect(untrusted.text.contains("PAYSHEET_TEST_CERTIFICATES"))
            // Neither the certificate nor a pass type is stored.
            #expect(try await rows(connection) == [])
        }
    }

    @Test func `--pass-key without --pass-certificate exits with status 2`() async throws {
        try await seeding { folder, connection in
            let words = ["--pass-key", forge.certificates.path("pass.key")]
            let ended = try await seed(folder, connection, words)
            #expect(ended.status == 2)
        }
    }

    @Test func `the doctor reports a pass type whose certificate is of another team`()
        async throws
    {
        try await seeding { folder, connection in
            _ = try await seed(folder, connection, Self.words("pass"))
            let well = try await end(["doctor", "mer_1"], folder, connection)
            #expect(
                well.status == 0 && well.text.contains("pass.example.toast until"), "\(well.text)")
            try await run(
                "UPDATE pass_types SET team_identifier = 'OTHERTEAM1' WHERE merchant_id > 0",
                on: connection)
            let ill = try await end(["doctor", "mer_1"], folder, connection)
            #expect(ill.status == 1, "\(ill.text)")
            #expect(ill.text.contains("the type was created with team OTHERTEAM1"), "\(ill.text)")
        }
    }

    @Test func `an unreachable push service is reported in the log, by the job and the doctor`()
        async throws
    {
        try await seeding { folder, connection in
            _ = try await seed(folder, connection, Self.words("pass"))
            let server = try await RunningServer.start(
                on: connection, in: folder,
                [
                    "PAYSHEET_DEMO=on", "PAYSHEET_PUSH=127.0.0.1:1",
                    "PAYSHEET_TEST_CERTIFICATES=\(folder)/authorities.pem",
                ])
            let shop = HTTPClient(port: server.port)
            let card = try Reply(try await shop.send("POST", "/demo/passes"))
            let link = try #require(card.string("link"), "\(card.text)")
            let base = "http://127.0.0.1:\(server.port)"
            let phone = RunningCommand(
                [
                    "device", "\(base)/wallet/\(link)", "--server", base + "/passkit", "--polls",
                    "60", "--every", "1",
                ], in: folder)
            _ = try await phone.lines(1)
            _ = try await shop.send("POST", "/demo/passes/\(link)/freeze")
            try await eventually("the push was tried twice") {
                try await run(
                    "SELECT true FROM wallet_pushes WHERE merchant_id > 0 AND tries > 1",
                    on: connection
                ).count == 1
            }
            let job = try await run(
                "SELECT error FROM jobs WHERE name = 'push changed passes'", on: connection)
            #expect(try job.first?.get("error", as: String.self) == "PushServiceUnreachable")
            let doctor = try await end(["doctor", "mer_1"], folder, connection)
            #expect(
                doctor.status == 0
                    && doctor.text.contains("1 phones are waiting for a notification, tried up to "),
                "\(doctor.text)")
            try await phone.stop()
            try await server.stop()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            let said = files.filter { $0.hasPrefix("said-") }
                .map { RunningServer.text(of: folder + "/" + $0) }.joined()
            #expect(said.matches(of: /push_service_unreachable.*unreachable/).count == 1, "\(said)")
            #expect(!said.contains("job_failed"))
        }
    }

    private static func words(_ name: String) -> [String] {
        ["--pass-certificate", "\(name).pem", "--pass-key", "\(name).key"]
    }

    private func seeding(_ body: (String, String) async throws -> Void) async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                try await body(folder, settings.connection)
            }
        }
    }

    private func seed(
        _ folder: String, _ connection: String, _ words: [String],
        believing authority: String? = "relations"
    ) async throws -> RunningServer.Ended {
        let shown = words.map { $0.hasSuffix(".pem") || $0 == "pass.key" ? forge.path($0) : $0 }
        return try await end(
            ["seed-demo", "--env-file", folder + "/demo.env"] + shown, folder, connection,
            believing: authority)
    }

    private func end(
        _ words: [String], _ folder: String, _ connection: String,
        believing authority: String? = "relations"
    ) async throws -> RunningServer.Ended {
        var environment = ["PORT=8080"]
        if let authority {
            let text = try forge.text("root.pem") + forge.text("\(authority).pem")
            try text.write(
                toFile: folder + "/authorities.pem", atomically: true, encoding: .utf8)
            environment.append("PAYSHEET_TEST_CERTIFICATES=\(folder)/authorities.pem")
        }
        return try await offPool { [environment] in
            RunningServer.end(of: words, on: connection, in: folder, environment)
        }
    }

    /// The kinds of merchants' certificates, and pass types with their template versions.
    private func rows(_ connection: String) async throws -> [String] {
        try await run(
            """
            SELECT c.kind AS text FROM certificates c WHERE c.merchant_id > 0
            UNION ALL SELECT t.identifier || ' ' || t.version FROM pass_types t
            WHERE t.merchant_id > 0
            """, on: connection
        ).map { try $0.get("text") }
    }

    @discardableResult
    private func run(_ query: Query, on connection: String) async throws -> [Row] {
        var settings = Database.Settings(connection)
        settings.connections = 1
        let database = Database(settings)
        let rows = try await database.run(query)
        await database.close()
        return rows
    }
}

extension PassForge {
    fileprivate func text(_ name: String) throws -> String { try certificates.text(name) }
    fileprivate func path(_ name: String) -> String { certificates.path(name) }
}
