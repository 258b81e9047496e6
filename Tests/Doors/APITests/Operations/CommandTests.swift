import Foundation
import Postgres
import TestSupport
import Testing

/// A command that cannot run prints one line and exits with a status other than 0.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
    @Test(arguments: [
        (
            "host=/nowhere user=ada password=hush", 1,
            "connection to server on socket \"/nowhere/.s.PGSQL.5432\" failed: "
                + "No such file or directory"
        ),
        ("host=ada password=hu sh", 1, "cannot be read: a word without ="),
        ("postgresql://ada:hu@sh@[::1]/db", 1, "write @ as %40"),
        ("", 2, "set DATABASE_URL"),
    ])
    func `an unreachable database prints one line without the password`(
        connection: String, status: CInt, said: String
    ) async throws {
        try await withFolder { folder in
            for command in [["serve"], ["migrate"], ["operator", "create"]] {
                let ended = try await end(command, on: connection, in: folder)
                #expect(ended.status == status)
                #expect(ended.lines.count == 1)
                #expect(ended.text.contains(said), "\(ended.text)")
                #expect(!ended.text.contains("hu"), "\(ended.text)")
            }
        }
    }

    @Test func `every command on an unmigrated database says to run paysheet migrate`()
        async throws
    {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings(empty: true) { settings in
                let commands = [
                    ["serve"], ["work"], ["operator", "create"], ["merchants", "create", "Toast"],
                    ["seed-demo", "--env-file", folder + "/demo.env"],
                ]
                for command in commands {
                    let ended = try await end(command, on: settings.connection, in: folder)
                    #expect(ended.status == 1)
                    #expect(ended.lines.count == 1)
                    #expect(ended.text.hasSuffix("; run paysheet migrate\n"), "\(ended.text)")
                }
            }
        }
    }

    @Test func `a port in use prints how to choose another`() async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                let port = try await TestServer.shared.value.port
                let ended = try await end(
                    ["serve"], on: settings.connection, in: folder, ["PORT=\(port)"])
                #expect(ended.status == 1)
                #expect(
                    ended.lines == [
                        "paysheet: another process already listens on 127.0.0.1, port \(port); "
                            + "choose another one: PORT=8081"
                    ])
            }
        }
    }

    @Test(arguments: [
        (["PAYSHEET_GATEWAY=gateway"], 2, "PAYSHEET_GATEWAY must be HOST:PORT"),
        (["PAYSHEET_GATEWAY=https://gateway:443"], 2, "PAYSHEET_GATEWAY must be HOST:PORT"),
        (["PAYSHEET_GATEWAY_AUTHORITIES=/nowhere"], 2, "requires PAYSHEET_GATEWAY"),
        (
            ["PAYSHEET_GATEWAY=gateway:443", "PAYSHEET_GATEWAY_AUTHORITIES=/nowhere"], 1,
            "/nowhere: No such file or directory"
        ),
        (
            ["PAYSHEET_GATEWAY=gateway:443", "PAYSHEET_GATEWAY_AUTHORITIES=/dev/null"], 1,
            "/dev/null: contains no certificate in PEM"
        ),
    ])
    func `an invalid gateway setting stops the server at startup`(
        environment: [String], status: CInt, said: String
    ) async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                let ended = try await end(
                    ["serve"], on: settings.connection, in: folder, ["PORT=0"] + environment)
                #expect(ended.status == status)
                #expect(ended.lines.count == 1)
                #expect(ended.text.contains(said), "\(ended.text)")
            }
        }
    }

    private func end(
        _ command: [String], on connection: String, in folder: String,
        _ environment: [String] = []
    ) async throws -> RunningServer.Ended {
        try await offPool {
            RunningServer.end(of: command, on: connection, in: folder, environment)
        }
    }
}
