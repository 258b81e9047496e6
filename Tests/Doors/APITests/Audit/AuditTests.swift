import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// `paysheet audit` on consistent books, and on books that a test damaged by bypassing the
/// constraints of the tables.
@Suite(.timeLimit(.minutes(5)))
struct AuditTests {
    @Test func `consistent books pass, with one line and a duration for each rule`() async throws {
        try await AuditScene.play { books in
            let proof = try await books.audit()
            #expect(proof.status == 0)
            #expect(proof.lines == ["0 violations of \(proof.progress.count) rules"])
            #expect(proof.progress.count >= 18)
            #expect(
                proof.progress.allSatisfy {
                    $0.hasPrefix("paysheet: audit: ") && $0.hasSuffix(" ms")
                })
            try await expectCleanAudit(books.database)
        }
    }

    @Test func `real payments leave consistent books`() async throws {
        try await AuditScene.play { books in
            let server = try await books.scene.start()
            let shop = books.scene.shop(at: server)
            #expect(try await shop.checkout().pay().number("status") == 0)
            let declined = try await shop.checkout()
            #expect(try await declined.pay(sandbox: #""outcome":"decline""#).number("status") == 1)
            #expect(try await declined.pay().number("status") == 0)
            let held = try await shop.checkout(
                #""captureMethod":"manual","items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#
            )
            #expect(try await held.pay().number("status") == 0)
            _ = try await shop.checkout()
            #expect(try await server.stop() == 0)
            let proof = try await books.audit()
            #expect(proof.lines == ["0 violations of \(proof.progress.count) rules"])
            let captured = try await books.database.run(
                "SELECT 1 AS one FROM transfers WHERE from_system = 'processor' AND amount = 1000")
            #expect(captured.count == 2)
        }
    }

    @Test(arguments: Breakage.all)
    func `the audit reports exactly the rules that are broken`(breakage: Breakage) async throws {
        try await AuditScene.play { books in
            try await books.run(books.script(breakage.statements))
            let proof = try await books.audit()
            #expect(proof.status == 1)
            #expect(proof.lines.dropLast() == breakage.lines(in: books)[...])
            #expect(proof.lines.last?.hasPrefix("\(breakage.broken.count) violations of ") == true)
        }
    }

    @Test func `the test data break each rule at least once`() async throws {
        try await AuditScene.play { books in
            let rules = try await books.audit().progress.map {
                String($0.dropFirst("paysheet: audit: ".count).prefix { $0 != ":" })
            }
            let broken = Set(Breakage.all.flatMap { $0.broken.map(\.rule) })
            #expect(rules.filter { !broken.contains($0) } == [])
        }
    }

    @Test func `--json prints one line for each violation, and one with the counts`()
        async throws
    {
        try await AuditScene.play { books in
            try await books.run(
                books.script("UPDATE balances SET amount = 701 WHERE balance_id = #2"))
            let proof = try await books.audit("--json")
            #expect(proof.status == 1)
            #expect(
                proof.lines == [
                    #"{"rule":"balance_is_its_entries","merchant":"mer_1","#
                        + #""object":"\#(books.identifier("bal", 2))","is":"USD 701","#
                        + #""shouldBe":"USD 700"}"#,
                    #"{"violations":1,"rules":\#(proof.progress.count)}"#,
                ])
        }
    }

    @Test func `the audit of one merchant leaves out other merchants' violations`() async throws {
        try await AuditScene.play { books in
            let other = try await CrashScene.open("{}", in: books.database).merchant
            try await books.run(
                books.script("UPDATE balances SET amount = 701 WHERE balance_id = #2"))
            #expect(try await books.audit("--merchant", other.identifier).status == 0)
            #expect(try await books.audit("--merchant", String(other.number.value)).status == 0)
            #expect(try await books.audit("--merchant", "mer_1").status == 1)
            // An unknown merchant is an error: finding nothing would look like a clean audit.
            #expect(try await books.audit("--merchant", "mer_99").status == 3)
        }
    }

    @Test(arguments: [["--merchant"], ["--merchant", "Toast"], ["--merchant", "0"], ["now"]])
    func `wrong arguments print one line and exit with status 2`(words: [String]) async throws {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: ["audit"] + words, on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 2)
            #expect(ended.lines.count == 1)
        }
    }

    @Test func `an audit that cannot connect exits with status 3, not with a violation`()
        async throws
    {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: ["audit"], on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 3)
            #expect(ended.lines.count == 1)
        }
    }
}
