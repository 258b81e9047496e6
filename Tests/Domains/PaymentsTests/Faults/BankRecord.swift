import CartSupport
import Merchants
import Outbox
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

// Compares the bank's own record with our books: each operation once, and the same sums.
extension SimulatedWorld {
    private struct Charge: Equatable {
        var state = "none"
        var taken: Int64 = 0
        var refunded: Int64 = 0
        /// Still held, and neither captured nor released.
        var held: Int64 = 0
    }

    func expectBankAgrees(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var differences: [String] = []
        var charges: [String: Charge] = [:]
        for row in try await archive.run(
            """
            SELECT key, state, taken, refunded, held - taken - taking - released AS held,
                taking + refunding AS moving
            FROM sandbox.charges
            """)
        {
            let key: String = try row.get("key")
            charges[key] = Charge(
                state: try row.get("state"), taken: try row.get("taken"),
                refunded: try row.get("refunded"), held: try row.get("held"))
            let moving: Int64 = try row.get("moving")
            if moving != 0 { differences.append("\(key) moves \(moving)") }
        }
        for row in try await archive.run(
            """
            SELECT a.attempt_id, a.checkout_id, a.state, a.captured, a.refunded,
                CASE WHEN a.state = 'authorized' AND c.state = 'authorized'
                THEN a.approved - a.captured ELSE 0 END AS held
            FROM attempts a JOIN checkouts c USING (merchant_id, checkout_id)
            """)
        {
            let id = Attempt.ID(merchant: till.merchant.number, uuid: try row.get("attempt_id"))
            let state: String = try row.get("state")
            let bank = charges.removeValue(forKey: id.text) ?? Charge()
            let ours = Charge(
                state: bank.state, taken: try row.get("captured"),
                refunded: try row.get("refunded"), held: try row.get("held"))
            // A capture that was voided is refunded at the bank; it was never in the books.
            let isVoided =
                bank.state == "voided" && ours.taken == 0 && bank.held == 0
                && bank.taken == bank.refunded
            let isRight =
                switch state {
                case "authorized": bank == ours && bank.state == "charged"
                case "voided": isVoided
                case "declined": ["none", "declined", "closed"].contains(bank.state) || isVoided
                default: false
                }
            if !isRight { differences.append("\(id.text) \(state): \(ours) there \(bank)") }
        }
        for (key, charge) in charges where charge.state == "charged" {
            differences.append("\(key) belongs to no attempt: \(charge)")
        }
        differences += try await settlementDifferences()
        #expect(differences == [], sourceLocation: sourceLocation)
    }

    /// Captures and refunds by their keys.
    private func settlementDifferences() async throws -> [String] {
        var done: [String: Int64] = [:]
        for row in try await archive.run(
            """
            SELECT kind || ' ' || key AS key, amount FROM sandbox.settlements
            WHERE state = 'done' AND kind <> 'increment'
            """)
        {
            done[try row.get("key")] = try row.get("amount")
        }
        var differences: [String] = []
        let merchant = till.merchant.number
        for row in try await archive.run(
            "SELECT capture_id, card FROM captures WHERE state = 'succeeded' AND attempt_id IS NOT NULL"
        ) {
            let id = Capture.ID(merchant: merchant, uuid: try row.get("capture_id"))
            let card: Int64 = try row.get("card")
            // A capture at authorization has no request of its own.
            if let there = done.removeValue(forKey: "capture " + id.text), there != card {
                differences.append("\(id.text) took \(card), there \(there)")
            }
        }
        for row in try await archive.run(
            "SELECT refund_id, card, credit_balance IS NOT NULL AS is_credit FROM refunds WHERE state = 'succeeded' AND card > 0"
        ) {
            let id = Refund.ID(merchant: merchant, uuid: try row.get("refund_id"))
            let card: Int64 = try row.get("card")
            let isCredit: Bool = try row.get("is_credit")
            let there = done.removeValue(forKey: "refund " + id.text)
            if !isCredit, there != card {
                differences.append("\(id.text) gave \(card), there \(there ?? 0)")
            }
        }
        return differences
            + done.filter { $0.value != 0 }.keys.map { "\($0) belongs to no operation" }
    }

    /// Checks books, bank and events at the end of a test.
    func expectAllIsWell(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectCleanAudit(archive, at: clock.now, sourceLocation: sourceLocation)
        try await expectBankAgrees(sourceLocation: sourceLocation)
        try await deliverAll()
        let heard = Set(heard.all)
        let deaf = try await archive.run("SELECT event_id FROM events").filter { row in
            !heard.contains(
                Event.ID(merchant: till.merchant.number, uuid: try row.get("event_id")).text)
        }
        #expect(deaf.count == 0, "events that no endpoint received", sourceLocation: sourceLocation)
    }
}
