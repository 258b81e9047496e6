import Foundation
import JSON
import Merchants
import Postgres
import TestSupport
import Testing

/// Events about the log lines that phones send.
@Suite(.timeLimit(.minutes(5))) struct WalletLogEventTests {
    @Test func `a kind of log line emits one event, without personal data`() async throws {
        let held = try await PassScene.open().held()
        let line = "Get serial #\(held.serial) of Ada on \(held.phone) for pass type"
        for _ in 0..<3 { try await write([line + " TYPE"], of: held.scene) }
        let emitted = try await emitted(of: held.scene)
        #expect(emitted.map(\.type) == ["pass_type.log_kind"])
        let data = try Document.parse(emitted[0].data).root
        #expect(
            Set(data.members.map { $0.0 }) == ["id", "passTypeIdentifier", "message", "firstAt"])
        #expect(data["id"]?.string == held.scene.type)
        #expect(data["passTypeIdentifier"]?.string == held.scene.typeIdentifier)
        #expect(data["message"]?.string == "Get serial … of … on … for pass type …")
        let text = String(decoding: emitted[0].data, as: UTF8.self)
        for name in [held.serial, held.phone, held.token, "Ada"] { #expect(!text.contains(name)) }
    }

    @Test func `each kind emits an event of its own, numbered within its type`() async throws {
        let scene = try await PassScene.open()
        try await write(["slow TYPE", "lost TYPE"], of: scene)
        try await write(["lost TYPE", "gone TYPE"], of: scene)
        #expect(try await emitted(of: scene).map(\.sequence) == [1, 2, 3])
    }

    @Test func `a stranger's log lines emit at most a hundred and one events`()
        async throws
    {
        let scene = try await PassScene.open()
        let letters = Array("abcdefghijklmno")
        for first in letters {
            try await write(letters.prefix(10).map { "\(first)\($0) TYPE" }, of: scene)
        }
        let emitted = try await emitted(of: scene)
        #expect(emitted.count == 101)
        #expect(Set(emitted.map(\.sequence)) == Set(1...101))
        let messages = try emitted.map { try Document.parse($0.data).root["message"]?.string }
        #expect(messages.filter { $0 == "" }.count == 1)
    }

    @Test func `phones that send the same lines at once emit one event`() async throws {
        let scene = try await PassScene.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { try await write(["slow TYPE", "lost TYPE"], of: scene) }
            }
            try await group.waitForAll()
        }
        #expect(try await emitted(of: scene).map(\.sequence) == [1, 2])
    }

    @Test func `log lines about a deleted pass type are dropped`() async throws {
        let scene = try await PassScene.open()
        try await write(["slow TYPE"], of: scene)
        let taken = try await scene.shop.ask("DELETE", "/v1/pass-types/\(scene.type)")
        #expect(taken.status == 204)
        try await write(["slow TYPE", "lost TYPE"], of: scene)
        #expect(try await emitted(of: scene).count == 1)
    }

    /// `TYPE` stands for the pass type identifier.
    private func write(_ lines: [String], of scene: PassScene) async throws {
        let texts = lines.map {
            "\"\($0.replacingOccurrences(of: "TYPE", with: scene.typeIdentifier))\""
        }
        let reply = try await scene.shop.ask(
            as: nil, "POST", "/passkit/v1/log", #"{"logs":[\#(texts.joined(separator: ","))]}"#)
        #expect(reply.status == 200, "\(reply.text)")
    }

    private func emitted(of scene: PassScene) async throws -> [(
        type: String, sequence: Int, data: [UInt8]
    )] {
        let database = try await TestServer.shared.value.database
        return try await database.run(
            """
            SELECT type, sequence, data::text AS data FROM events
            WHERE merchant_id = \(scene.shop.merchant.number) AND object = \(scene.type)
            ORDER BY sequence
            """
        ).map {
            let data: String = try $0.get("data")
            return (
                try $0.get("type"), Int(try $0.get("sequence", as: Int32.self)), Array(data.utf8)
            )
        }
    }
}
