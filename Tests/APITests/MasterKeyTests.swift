import Foundation
import Merchants
import Postgres
import TestSupport
import Testing

/// The file of master keys as an operator meets it: the right one, none, and somebody else's.
@Suite(.timeLimit(.minutes(5)))
struct MasterKeyTests {
    private static let commands = [["serve"], ["work"]]

    @Test func `the first start makes the file for its owner alone, and the second one reads it`()
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
    func `where something is sealed a missing file is refused and not made`(command: [String])
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
    func `a file whose keys do not open what is sealed is refused, and shows no key`(
        command: [String]
    ) async throws {
        try await CrashScene.play { scene in
            try await scene.sell()
            // Of the same number, and of another.
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

    @Test func `an old copy of the file is refused by what is newest, whoever's it is`()
        async throws
    {
        try await CrashScene.play { scene in
            let file = URL(fileURLWithPath: scene.folder + "/keys")
            let later = CrashScene(
                settings: scene.settings, database: scene.database, folder: scene.folder,
                merchant: try await CrashScene.open("{}", in: scene.database))
            try await later.sell()
            let old = try Data(contentsOf: file)
            // The key is changed, and then the merchant who came first sells something.
            try (old + Data("2 \(String(repeating: "5a", count: 31))01\n".utf8)).write(to: file)
            try await scene.sell()
            try old.write(to: file)
            let ended = try await scene.end(["serve"], keys: file.path)
            #expect(ended.status == 1)
            #expect(ended.text.contains("sealed under a key that is not in it"))
        }
    }

    @Test func `an endpoint's secret alone is enough to refuse a missing file`() async throws {
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

    @Test func `a certificate's key alone is enough to refuse a missing file`() async throws {
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
    func `live merchants are not served with a key that nobody has made`(command: [String])
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
                ended.text.contains("live merchants are not served with a key that nobody has made")
            )
            #expect(!FileManager.default.fileExists(atPath: missing))
            let rows = try await scene.database.run("SELECT count(*) AS merchants FROM merchants")
            #expect(try rows[0].get("merchants", as: Int64.self) == 1)
        }
    }

    @Test func `the keys may stand in the environment, and never beside a file`() async throws {
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

    @Test func `a database that cannot be reached leaves no file of keys behind`() async throws {
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
    /// Starts, opens a checkout, and stops.
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
