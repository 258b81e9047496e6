import Checkouts
import Foundation
import Merchants
import Operations
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

/// `paysheet reconcile` after real payments, with the processor's records unchanged and changed.
@Suite(.timeLimit(.minutes(5)))
struct ReconcileTests {
    private static let manual =
        #""captureMethod":"manual","items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#

    private static func paid(
        _ shop: Shop, _ members: String? = nil, sandbox: String = "", status: Int = 0
    ) async throws -> OpenedCheckout {
        let checkout =
            if let members { try await shop.checkout(members) } else { try await shop.checkout() }
        #expect(try await checkout.pay(sandbox: sandbox).number("status") == status)
        return checkout
    }

    private static func post(
        _ checkout: OpenedCheckout, _ path: String, _ json: String? = nil
    ) async throws {
        let reply = try await checkout.shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/\(path)", json)
        #expect((200..<300).contains(reply.status), "\(reply.text)")
    }

    /// Payments in each state, none of them in progress.
    private struct Sold {
        var taken, held, part, refunded, credited, voided, declined, other: OpenedCheckout
    }

    private static func sell(_ shop: Shop) async throws -> Sold {
        let part = try await paid(shop, manual)
        try await post(part, "capture", #"{"amount":"4.00"}"#)
        let refunded = try await paid(shop)
        try await post(refunded, "refunds", #"{"amount":"3.00"}"#)
        let balance = try await shop.ask(
            "POST", "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD"}"#)
        let credited = try await paid(shop)
        try await post(
            credited, "refunds",
            #"{"amount":"2.00","to":"balance","balance":"\#(try #require(balance.string("id")))"}"#)
        let voided = try await paid(shop, manual)
        try await post(voided, "void")
        return Sold(
            taken: try await paid(shop), held: try await paid(shop, manual), part: part,
            refunded: refunded, credited: credited, voided: voided,
            declined: try await paid(shop, sandbox: #""outcome":"decline""#, status: 1),
            other: try await paid(shop))
    }

    @Test func `each kind of discrepancy is printed, and emits one event while it is open`()
        async throws
    {
        try await ReconcileScene.play { books in
            var sold: Sold?
            try await books.sell { sold = try await Self.sell($0) }
            let shop = try #require(sold)
            let sound = try await books.reconcile()
            #expect(sound.status == 0, "\(sound.ended.text)")
            #expect(
                sound.sum == "0 discrepancies; 8 payments of ours and 8 of processors compared, "
                    + "0 not final yet, 0 without our key; 1 merchants, 0 of them not or only "
                    + "partly compared"
            )
            #expect(try await books.events() == [])
            let lines = try await plant(shop, in: books)
            for _ in 0..<2 {
                let said = try await books.reconcile()
                #expect(said.status == 1)
                #expect(said.lines == lines)
                #expect(said.sum.hasPrefix("6 discrepancies; 8 payments of ours and 9 of"))
                let kinds = ["amount", "doubled", "missing", "state", "unexpected", "unexpected"]
                #expect(try await books.events().sorted() == kinds.map { "\($0) 1 true" })
                #expect(try await books.kept() == [6, 0])
            }
            let refunded = try await books.attempt(of: shop.refunded)
            try await books.change(refunded, "refunded = 300")
            #expect(try await books.reconcile().lines == lines.filter { !$0.hasPrefix("amount") })
            #expect(try await books.kept() == [5, 1])
            try await books.change(refunded, "refunded = 400")
            #expect(try await books.reconcile().lines == lines)
            #expect(try await books.kept() == [6, 0])
            #expect(try await books.events().last == "amount 2 true")
            try await expectCleanAudit(books.database)
        }
    }

    /// Plants one discrepancy of each kind, and returns the lines to expect.
    private func plant(_ shop: Sold, in books: ReconcileScene) async throws -> [String] {
        let taken = try await books.attempt(of: shop.taken)
        let held = try await books.attempt(of: shop.held)
        let refunded = try await books.attempt(of: shop.refunded)
        let declined = try await books.attempt(of: shop.declined)
        let other = try await books.attempt(of: shop.other)
        try await books.change(refunded, "refunded = 400")
        try await books.change(
            held, "state = 'voided', voided_at = now(), released = held, released_at = now()")
        try await books.change(
            declined, "state = 'charged', decline = NULL, approved = amount, held = amount")
        let unknown = Attempt.ID(merchant: other.merchant, uuid: UUID128(high: 7, low: 7)).text
        try await books.copy(other, as: unknown)
        try await books.database.run(
            """
            DELETE FROM sandbox.charges
            WHERE merchant_id = \(other.merchant) AND key = \(other.text)
            """)
        try await books.database.run(
            "ALTER TABLE sandbox.charges DROP CONSTRAINT charges_are_made_once_per_key")
        try await books.copy(taken, secondsLater: 1)
        let full = "taken, USD 10.00 authorized, 10.00 captured, 0.00 refunded"
        return [
            line(
                "amount", shop.refunded, refunded.text,
                "taken, USD 10.00 authorized, 10.00 captured, 3.00 refunded",
                "taken, USD 10.00 authorized, 10.00 captured, 4.00 refunded"),
            line("doubled", shop.taken, taken.text, full, full),
            line("missing", shop.other, other.text, full, "nothing"),
            line(
                "state", shop.held, held.text,
                "held, USD 10.00 authorized, 0.00 captured, 0.00 refunded", "voided"),
            line("unexpected", nil, unknown, "nothing", full),
            line(
                "unexpected", shop.declined, declined.text, "declined",
                "held, USD 10.00 authorized, 0.00 captured, 0.00 refunded"),
        ].sorted()
    }

    private func line(
        _ kind: String, _ checkout: OpenedCheckout?, _ key: String, _ ours: String,
        _ theirs: String
    ) -> String {
        let reference = kind == "missing" ? "-" : "sandbox_" + key.dropFirst("att_".count)
        return "\(kind)  mer_1  \(checkout?.id ?? "-")  \(key)  \(reference)  ours: \(ours)  "
            + "theirs: \(theirs)"
    }

    @Test func `--json prints one line for each discrepancy, and one with the counts`() async throws
    {
        try await ReconcileScene.play { books in
            var sold: OpenedCheckout?
            try await books.sell { sold = try await Self.paid($0) }
            let attempt = try await books.attempt(of: try #require(sold))
            try await books.change(attempt, "taken = 900, held = 900, approved = 900, amount = 900")
            let said = try await books.reconcile("--json", "--merchant", "mer_1")
            #expect(said.status == 1)
            let line = try #require(said.lines.first)
            let found = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(found["kind"] as? String == "amount")
            #expect(found["key"] as? String == attempt.text)
            #expect((found["ours"] as? [String: Any])?["capturedAmount"] as? String == "10.00")
            #expect((found["theirs"] as? [String: Any])?["capturedAmount"] as? String == "9.00")
            #expect(
                said.sum == #"{"discrepancies":1,"payments":1,"processorPayments":1,"#
                    + #""unsettled":0,"others":0,"merchants":1,"notCompared":0}"#)
        }
    }

    @Test func `an unreachable processor is reported and does not delay other merchants`()
        async throws
    {
        try await ReconcileScene.play { books in
            let other = try await CrashScene.open("{}", in: books.database)
            try await books.sell { shop in
                _ = try await Self.paid(shop)
                _ = try await Self.paid(
                    Shop(
                        merchant: other.merchant, secretKey: other.secret.text.text,
                        publishableKey: other.publishable.text.text, client: shop.client))
            }
            let name = "mer_\(other.merchant.number.text)"
            try await books.database.run(
                "UPDATE merchants SET processor = 'stripe' WHERE merchant_id = \(other.merchant.number)"
            )
            let said = try await books.reconcile()
            #expect(said.status == 3)
            #expect(said.lines == ["not compared  \(name)  no processor is connected"])
            #expect(said.sum.hasPrefix("0 discrepancies; 1 payments"))
            #expect(said.sum.hasSuffix("; 2 merchants, 1 of them not or only partly compared"))
            try await books.database.run("ALTER TABLE sandbox.charges RENAME TO away")
            let away = try await books.reconcile("--merchant", "mer_1")
            #expect(away.status == 3)
            #expect(away.lines == ["not compared  mer_1  sandbox: it does not respond"])
            #expect(try await books.reconcile("--merchant", "mer_99").status == 3)
        }
    }

    @Test func `a payment at another processor is reported, but not as missing`() async throws {
        try await ReconcileScene.play { books in
            try await books.sell { _ = try await Self.paid($0) }
            try await books.database.run("UPDATE attempts SET processor = 'stripe'")
            try await books.database.run("DELETE FROM sandbox.charges")
            let said = try await books.reconcile()
            #expect(said.status == 3)
            #expect(
                said.lines == [
                    "not compared  mer_1  1 payments belong to another processor than sandbox"
                ])
        }
    }

    @Test(arguments: [
        ["--from", "2026-02-30"], ["--from", "2026-11-2"], ["--to"], ["--to", "2999-01-01"],
        ["--from", "2026-02-02", "--to", "2026-02-01"], ["--merchant", "Toast"], ["now"],
        ["--from", "2026-01-01", "--to", "2026-04-03"],
    ])
    func `wrong arguments print one line and exit with status 2`(words: [String]) async throws {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: ["reconcile"] + words, on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 2)
            #expect(ended.lines.count == 1)
        }
    }

    /// Payments of every kind go on while the command runs repeatedly.
    @Test func `payments during the comparison are not discrepancies`() async throws {
        try await ReconcileScene.play { books in
            try await books.sell { shop in
                let sold = Counter()
                let selling = Task {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for clerk in 0..<6 {
                            group.addTask { try await Self.sellOn(shop, clerk, sold) }
                        }
                        try await group.waitForAll()
                    }
                    sold.close()
                }
                var runs = 0
                while !sold.isClosed && runs < 60 {
                    let said = try await books.reconcile()
                    #expect(said.status == 0, "\(said.ended.text)")
                    #expect(said.lines == [])
                    runs += 1
                }
                try await selling.value
                #expect(runs > 2)
                #expect(sold.count == 6 * Self.salesEach)
            }
            let said = try await books.reconcile()
            #expect((said.status, said.lines) == (0, []), "\(said.ended.text)")
            #expect(said.sum.hasPrefix("0 discrepancies; \(6 * Self.salesEach) payments of ours"))
            #expect(try await books.events() == [])
        }
    }

    private static let salesEach = 40

    private static func sellOn(_ shop: Shop, _ clerk: Int, _ sold: Counter) async throws {
        for number in 0..<salesEach {
            switch (number + clerk) % 6 {
            case 0: _ = try await paid(shop)
            case 1:
                let checkout = try await paid(shop, manual)
                try await post(checkout, "capture", #"{"amount":"4.00"}"#)
                try await post(checkout, "capture", #"{"amount":"6.00"}"#)
                try await post(checkout, "refunds", #"{"amount":"5.00"}"#)
            case 2: try await post(try await paid(shop, manual), "void")
            case 3: _ = try await paid(shop, sandbox: #""outcome":"decline""#, status: 1)
            case 4: _ = try await paid(shop, sandbox: #""outcome":"unknown""#, status: 1)
            default:
                let checkout = try await paid(
                    shop, manual,
                    sandbox: #""capture":"pending","refund":"pending","settleMilliseconds":200"#)
                _ = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/capture")
            }
            sold.add()
        }
    }

    /// Counts the sales, and notes when all are done.
    private final class Counter: Sendable {
        private let steps = Journal<Bool>()

        var count: Int { steps.all.count { !$0 } }
        var isClosed: Bool { steps.all.contains(true) }
        func add() { steps.add(false) }
        func close() { steps.add(true) }
    }
}
