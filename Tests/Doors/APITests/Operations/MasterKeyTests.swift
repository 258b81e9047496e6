import Foundation
import Merchants
import Postgres
import TestSupport
import Testing

/// The master key file: the right one, a missing one, and one with other keys.
@Suite(.timeLimit(.minutes(5)))
struct MasterKeyTests {
    private static let commands = [["serve"], ["work"]]

    @Test func `the first start creates the key file with mode 0600, the second reads it`()
        async throws
    {
        try await CrashScene.play { scene in
            let file = scene.folder + "/keys"
            try await scene.sell()
            let made = try Data(contentsOf: URL(fileURLWithPath: file))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            try await scene.sell()
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == made)
        }
    }

    @Test(arguments: commands)
    func `a missing key file is refused, and not created, if data are sealed`(command: [String])
        async throws
    {
        try await CrashScene.play { scene in
            try await scene.sell()
            let missing = scene.folder + "/mistyped"
            let ended = try await scene.end(command, keys: missing)
            #expect(ended.status == 1)
            #expect(
                ended.lines == [
                    "paysheet: \(missing): there is no such file, and the database holds data "
                        + "sealed under another key; set PAYSHEET_MASTER_KEY_FILE to the file of "
                        + "that key, or use an empty database"
                ])
            #expect(!FileManager.default.fileExists(atPath: missing))
        }
    }

    @Test(arguments: commands)
    func `a key file that cannot open the sealed data is refused without showing keys`(
        command: [String]
    ) async throws {
        try await CrashScene.play { scene in
            try await scene.sell()
            // Another key with the same number, and one with another number.
            for number in [1, 2] {
                let other = scene.folder + "/other\(number)"
                let hex = String(repeating: "a5", count: 31) + "0\(number)"
                #expect(
                    FileManager.default.createFile(
                        atPath: other, contents: Data("\(number) \(hex)\n".utf8),
                        attributes: [.posixPermissions: 0o600]))
                let ended = try await scene.end(command, keys: other)
                #expect(ended.status == 1)
                #expect(
                    ended.lines == [
                        "paysheet: \(other): the database holds data sealed under a key that is "
                            + "not in it; set PAYSHEET_MASTER_KEY_FILE to the file of that key, "
                            + "or use an empty database"
                    ])
            }
        }
    }

    @Test func `an old copy of the key file is refused if newer data need the newer key`()
        async throws
    {
        try await CrashScene.play { scene in
            let file = URL(fileURLWithPath: scene.folder + "/keys")
            let later = CrashScene(
                settings: scene.settings, database: scene.database, folder: scene.folder,
                merchant: try await CrashScene.open("{}", in: scene.database))
            try await later.sell()
            let old = try Data(contentsOf: file)
            // The key is rotated; then the older merchant seals data under the new key.
            try (old + Data("2 \(String(repeating: "5a", count: 31))01\n".utf8)).write(to: file)
            try await scene.sell()
            try old.write(to: file)
            let ended = try await scene.end(["serve"], keys: file.path)
            #expect(ended.status == 1)
            #expect(ended.text.contains("sealed under a key that is not in it"))
        }
    }

    @Test func `a webhook endpoint's secret is enough to refuse a missing key file`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start()
            let made = try await scene.shop(at: server).ask(
                "POST", "/v1/webhook-endpoints", #"{"url":"https://shop.example"}"#)
            #expect(made.status == 201)
            #expect(try await server.stop() == 0)
            let ended = try await scene.end(["serve"], keys: scene.folder + "/mistyped")
            #expect(ended.status == 1)
            #expect(ended.text.contains("the database holds data sealed under another key"))
        }
    }

    @Test func `a merchant's data key is enough to refuse a missing key file`() async throws {
        try await CrashScene.play { scene in
            try await scene.database.run(
                """
                INSERT INTO merchant_data_keys (merchant_id, data_key, master_number)
                VALUES (\(scene.merchant.merchant.number), 'sealed', 1)
                """)
            let ended = try await scene.end(["serve"], keys: scene.folder + "/mistyped")
            #expect(ended.status == 1)
            #expect(ended.text.contains("the database holds data sealed under another key"))
        }
    }

    @Test(arguments: [["serve"], ["work"], ["merchants", "create", "Toast", "--live"]])
    func `a live merchant is not served with a generated key`(command: [String])
        async throws
    {
        try await CrashScene.play { scene in
            if command.count == 1 {
                try await scene.database.run(
                    "UPDATE merchants SET live = true, processor = 'stripe'")
            }
            let missing = scene.folder + "/missing"
            let ended = try await scene.end(command, keys: missing)
            #expect(ended.status == 1)
            #expect(
                ended.text.contains("live merchants require a key that you have created")
            )
            #expect(!FileManager.default.fileExists(atPath: missing))
            let rows = try await scene.database.run("SELECT count(*) AS merchants FROM merchants")
            #expect(try rows[0].get("merchants", as: Int64.self) == 1)
        }
    }

    @Test func `the keys may come from the environment, but not together with a file`() async throws
    {
        try await CrashScene.play { scene in
            try await scene.sell()
            let keys = try String(contentsOfFile: scene.folder + "/keys", encoding: .utf8)
                .replacing("\n", with: ",")
            let server = try await scene.start([
                "PAYSHEET_MASTER_KEY_FILE=", "PAYSHEET_MASTER_KEY=\(keys)",
            ])
            #expect(try await scene.shop(at: server).ask("GET", "/v1/checkouts").status == 200)
            #expect(try await server.stop() == 0)
            let both = try await offPool {
                RunningServer.end(
                    of: ["serve"], on: scene.settings.connection, in: scene.folder,
                    ["PAYSHEET_MASTER_KEY=\(keys)"])
            }
            #expect(both.status == 2)
            #expect(!both.text.contains(keys.dropFirst(2).prefix(16)))
            let other = try await offPool {
                RunningServer.end(
                    of: ["serve"], on: scene.settings.connection, in: scene.folder,
                    [
                        "PAYSHEET_MASTER_KEY_FILE=",
                        "PAYSHEET_MASTER_KEY=1 \(String(repeating: "a5", count: 31))01",
                    ])
            }
            #expect(other.status == 1)
            #expect(other.text.contains("PAYSHEET_MASTER_KEY: the database holds data sealed"))
        }
    }

    @Test func `an unreachable database leaves no key file behind`() async throws {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: ["serve"], on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 1)
            #expect(!FileManager.default.fileExists(atPath: folder + "/keys"))
        }
    }
}

extension CrashScene {
    /// Starts a server, opens a checkout, and stops the server.
    fileprivate func sell() async throws {
        let server = try await start()
        _ = try await shop(at: server).checkout()
        #expect(try await server.stop() == 0)
    }

    fileprivate func end(
        _ command: [String], keys: String
    ) async throws -> RunningServer.Ended {
        try await offPool {
            RunningServer.end(
                of: command, on: settings.connection, in: folder,
                ["PAYSHEET_MASTER_KEY_FILE=\(keys)"])
        }
    }
}
