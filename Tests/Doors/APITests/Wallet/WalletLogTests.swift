import TestSupport
import Testing

/// Log lines that phones send about errors.
@Suite(.timeLimit(.minutes(5))) struct WalletLogTests {
    @Test func `phones' log lines are counted by kind and shown to their merchant`()
        async throws
    {
        let held = try await PassScene.open().held()
        let shop = held.scene.shop
        let line =
            "Get serial #\(held.serial) task (for pass type \(held.scene.typeIdentifier)) encountered error: Unexpected response code 401"
        let log = { (body: String) in
            try await shop.ask(as: nil, "POST", "/passkit/v1/log", body)
        }
        for _ in 0..<3 {
            #expect(
                try await log(#"{"logs":["\#(line)","of pass type pass.nobody.knows"]}"#).status
                    == 200)
        }
        let shown = try await shop.ask("GET", "/v1/pass-types/\(held.scene.type)/log")
        #expect(shown.count("data") == 1)
        #expect(shown.number("data.0.lines") == 3)
        #expect(shown.string("data.0.message")?.hasSuffix("Unexpected response code 401") == true)
        #expect(!shown.text.contains(held.serial))
        let other = try await Shop.open()
        #expect(try await other.ask("GET", "/v1/pass-types/\(held.scene.type)/log").status == 404)
        for bad in ["", "[]", #"["a"]"#, "{}", #"{"logs":"a"}"#, #"{"logs":[1]}"#] {
            #expect(try await log(bad).status == 400, "\(bad)")
        }
        // A phone cannot act on an error, so the server cuts off lines that are too long or too
        // many.
        let long = line + String(repeating: " more", count: 1_000)
        let many = Array(repeating: "\"\(long)\"", count: 150).joined(separator: ",")
        #expect(try await log(#"{"logs":[\#(many)]}"#).status == 200)
        let all = try await shop.ask("GET", "/v1/pass-types/\(held.scene.type)/log")
        let counts = (0..<all.count("data")).compactMap { all.number("data.\($0).lines") }
        #expect(counts.sorted() == [3, 100])
    }

    @Test func `a hundred kinds of log lines are kept apart, and the rest is counted`() async throws
    {
        let held = try await PassScene.open().held()
        let letters = Array("abcdefghij")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in letters {
                group.addTask {
                    let lines = letters.flatMap { second in
                        ["x", "y"].map {
                            "\"\(first)\(second)\($0) pass type \(held.scene.typeIdentifier)\""
                        }
                    }
                    let body = #"{"logs":[\#(lines.joined(separator: ","))]}"#
                    let reply = try await held.scene.shop.ask(
                        as: nil, "POST", "/passkit/v1/log", body)
                    #expect(reply.status == 200)
                }
            }
            try await group.waitForAll()
        }
        let shown = try await held.scene.shop.ask("GET", "/v1/pass-types/\(held.scene.type)/log")
        let kinds = shown["data"] as? [[String: Any]] ?? []
        #expect(kinds.count == 101)
        #expect(kinds.reduce(0) { $0 + ($1["lines"] as? Int ?? 0) } == 200)
    }
}
