import Foundation
import Postgres
import TestSupport
import Testing

/// `paysheet operator`: keys that are shown once, listed by identifier, and revoked.
@Suite(.timeLimit(.minutes(5)))
struct OperatorKeyTests {
    @Test func `a key is listed by its identifier and not shown again`() async throws {
        try await CrashScene.play { scene in
            #expect(
                try await scene.run("list").text
                    == "there is no operator key; see paysheet operator create\n")
            let key = try await scene.run("create").lines[0]
            let made = try await scene.json("create", "--json")
            #expect(key.hasPrefix("op_"))
            let list = try await scene.run("list")
            #expect(list.lines.count == 2)
            #expect(list.lines.allSatisfy { $0.hasPrefix("opk_") && $0.hasSuffix("  works") })
            #expect(list.lines[1].hasPrefix(try #require(made["id"] as? String) + "  created 20"))
            #expect(!list.text.contains(key.dropFirst(3)))
            let data = try #require(
                try await scene.json("list", "--json")["data"] as? [[String: Any]])
            #expect(data.map { $0["id"] as? String } == list.lines.map { String($0.prefix(20)) })
            #expect(data.allSatisfy { $0.keys.sorted() == ["createdAt", "id"] })
        }
    }

    @Test func `a running server refuses a revoked key at once, and other keys work on`()
        async throws
    {
        try await CrashScene.play { scene in
            let server = try await scene.start()
            let (old, new) = (
                try await scene.json("create", "--json"), try await scene.json("create", "--json")
            )
            let shop = scene.shop(at: server)
            func status(_ made: [String: Any]) async throws -> Int {
                try await shop.ask(as: made["key"] as? String, "GET", "/v1/merchants").status
            }
            #expect(try await status(old) == 200)
            let id = try #require(old["id"] as? String)
            let first = try await scene.run("revoke", id)
            #expect(first.status == 0)
            #expect(first.text.contains("  revoked 20"))
            #expect(try await status(old) == 401)
            #expect(try await status(new) == 200)
            // A repeated call prints the first revocation time.
            #expect(try await scene.run("revoke", id).text == first.text)
            #expect(try await scene.run("list").lines[0] + "\n" == first.text)
            #expect(try await scene.json("revoke", id, "--json")["revokedAt"] is String)
            try await server.stop()
        }
    }

    /// Each guess costs a query.
    @Test func `an address may try a limited number of unknown credentials`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start()
            let made = try await scene.json("create", "--json")
            let guess = String(repeating: "k", count: 32)
            let signIn = "{\"key\":\"sk_1_\(guess)\"}"
            let requests = [
                "GET /v1/merchants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer op_\(guess)\r\n\r\n",
                "GET /v1/merchant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk_1_\(guess)\r\n\r\n",
                "POST /dashboard/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(signIn.utf8.count)\r\n\r\n"
                    + signIn,
            ]
            for (number, request) in requests.enumerated() {
                let statuses = try await offPool {
                    let sockets = try (0..<8).map { _ in
                        try RawSocket(port: server.port, from: UInt8(70 + number))
                    }
                    for socket in sockets {
                        try socket.send(String(repeating: request, count: 50))
                    }
                    return try sockets.flatMap { socket in
                        try (0..<50).map { _ in try socket.reply().status }
                    }
                }
                #expect(Set(statuses) == [401, 429], "\(request)")
            }
            // Another address may use a key.
            let shop = scene.shop(at: server)
            let key = try #require(made["key"] as? String)
            #expect(try await shop.ask(as: key, "GET", "/v1/merchants").status == 200)
            try await server.stop()
        }
    }

    @Test(arguments: [
        (
            ["revoke", "opk_0123456789abcdef"], 1,
            "there is no operator key opk_0123456789abcdef; see paysheet operator list"
        ),
        (
            ["revoke", "op_secret"], 2,
            "the id of an operator key is opk_ and 16 hexadecimal digits; see paysheet operator "
                + "list"
        ),
        (
            ["revoke"], 2,
            "usage: paysheet operator create [--json], or paysheet operator list [--json], "
                + "or paysheet operator revoke ID [--json]"
        ),
    ])
    func `an invalid revocation prints one line`(words: [String], status: CInt, said: String)
        async throws
    {
        try await CrashScene.play { scene in
            let ended = try await scene.run(words)
            #expect(ended.status == status)
            #expect(ended.lines == ["paysheet: " + said])
        }
    }

    @Test(arguments: [
        ("operator", ["operator create", "operator list", "operator revoke ID", "--json  one"]),
        ("merchants", ["--live    create a live", "--json    one line of JSON: id, secretKey"]),
        (
            "seed-demo",
            ["--pass-certificate  a pass type certificate", "--url               the server's URL"]
        ),
    ])
    func `a command's help explains its options`(command: String, said: [String])
        async throws
    {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: [command, "--help"], on: "", in: folder)
            }
            #expect(ended.status == 0)
            for words in said { #expect(ended.text.contains(words), "\(ended.text)") }
        }
    }
}

extension CrashScene {
    fileprivate func run(_ words: String...) async throws -> RunningServer.Ended {
        try await run(words)
    }

    fileprivate func run(_ words: [String]) async throws -> RunningServer.Ended {
        try await offPool {
            RunningServer.end(of: ["operator"] + words, on: settings.connection, in: folder)
        }
    }

    fileprivate func json(_ words: String...) async throws -> [String: Any] {
        let text = try await run(words).text
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
}
