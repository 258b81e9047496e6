import Foundation
import Postgres
import TestSupport
import Testing

/// `paysheet seed-demo`: creates one demo merchant, and a file with the server's URL and the keys.
@Suite(.timeLimit(.minutes(5)))
struct SeedDemoTests {
    @Test func `the demo file holds the URL and valid keys, readable only by its owner`()
        async throws
    {
        try await seeding { seed in
            #expect(try await seed.make("demo.env").status == 0)
            let file = seed.path("demo.env")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            #expect(
                seed.names(in: "demo.env") == [
                    "PAYSHEET_URL", "PAYSHEET_SECRET_KEY", "PAYSHEET_PUBLISHABLE_KEY",
                    "PAYSHEET_OPERATOR_KEY",
                ])
            #expect(seed.text("demo.env").hasPrefix("PAYSHEET_URL=http://127.0.0.1:8080\n"))
            #expect(try await seed.merchants() == 1)
        }
    }

    @Test func `a second seed-demo with the same file keeps its keys and updates the URL`()
        async throws
    {
        try await seeding { seed in
            _ = try await seed.make("demo.env")
            let before = seed.text("demo.env")
            let ended = try await seed.make("demo.env", ["--url", "http://127.0.0.1:9000"])
            #expect(ended.text.hasPrefix("the demo merchant already exists; its keys are in "))
            #expect(
                seed.text("demo.env")
                    == before.replacing("http://127.0.0.1:8080", with: "http://127.0.0.1:9000"))
            #expect(try await seed.merchants() == 1)
            #expect(seed.files == ["demo.env"])
        }
    }

    @Test func `a second demo file gets additional keys of the same merchant`() async throws {
        try await seeding { seed in
            _ = try await seed.make("one.env")
            let ended = try await seed.make("two.env")
            #expect(ended.text.contains("its old keys still work; new ones are in "))
            #expect(seed.text("one.env") != seed.text("two.env"))
            #expect(try await seed.merchants() == 1)
            // Neither file is mistaken for one of another database.
            for file in ["one.env", "two.env"] { _ = try await seed.make(file) }
            #expect(seed.files == ["one.env", "two.env"])
        }
    }

    @Test func `a demo file for another database is kept under another name`() async throws {
        try await seeding { seed in
            _ = try await seed.make("demo.env")
            let before = seed.text("demo.env")
            try await seeding { other in
                let ended = try await seed.run(["--env-file", seed.path("demo.env")], on: other)
                #expect(ended.status == 0)
                #expect(try await other.merchants() == 1)
            }
            #expect(seed.files == ["demo.env", "demo.env.other"])
            #expect(seed.text("demo.env.other") == before)
        }
    }

    @Test func `a demo file with other content is refused and not changed`() async throws {
        try await seeding { seed in
            try "DATABASE_PASSWORD=hush\n".write(
                toFile: seed.path(".env"), atomically: false, encoding: .utf8)
            let ended = try await seed.make(".env")
            #expect(ended.status == 1)
            #expect(ended.lines.count == 1)
            #expect(seed.text(".env") == "DATABASE_PASSWORD=hush\n")
            #expect(try await seed.merchants() == 0)
        }
    }

    @Test func `seed-demo creates no merchant if its file cannot be written`() async throws {
        try await seeding { seed in
            let ended = try await seed.make("no/demo.env")
            #expect(ended.status == 1)
            #expect(ended.text.hasSuffix("/no/demo.env: No such file or directory\n"))
            #expect(try await seed.merchants() == 0)
        }
    }

    @Test(arguments: ["ftp://x", "http://x y", "http://x;ls", "http://$HOME", "127.0.0.1"])
    func `a URL that a shell would misread is refused`(url: String) async throws {
        try await seeding { seed in
            let ended = try await seed.make("demo.env", ["--url", url])
            #expect(ended.status == 2)
            #expect(seed.files == [])
        }
    }

    private func seeding(_ body: (Seeding) async throws -> Void) async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                try await body(Seeding(connection: settings.connection, folder: folder))
            }
        }
    }
}

/// A folder for key files, and a database without merchants.
private struct Seeding: Sendable {
    let connection: String
    let folder: String

    func make(_ file: String, _ more: [String] = []) async throws -> RunningServer.Ended {
        try await run(["--env-file", path(file)] + more, on: self)
    }

    func run(_ arguments: [String], on other: Seeding) async throws -> RunningServer.Ended {
        try await offPool {
            RunningServer.end(
                of: ["seed-demo"] + arguments, on: other.connection, in: other.folder,
                ["PORT=8080"])
        }
    }

    func path(_ file: String) -> String { folder + "/" + file }

    func text(_ file: String) -> String {
        (try? String(contentsOfFile: path(file), encoding: .utf8)) ?? ""
    }

    func names(in file: String) -> [String] {
        text(file).split(separator: "\n").compactMap {
            $0.split(separator: "=").first.map(String.init)
        }
    }

    /// The files in the folder, except the test's own.
    var files: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { !$0.hasPrefix("said") && $0 != "keys" }.sorted()
    }

    func merchants() async throws -> Int {
        var settings = Database.Settings(connection)
        settings.connections = 1
        let database = Database(settings)
        let count = try await database.count("SELECT FROM merchants")
        await database.close()
        return count
    }
}
