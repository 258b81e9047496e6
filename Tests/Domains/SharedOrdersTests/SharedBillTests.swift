import JSON
import Merchants
import Testing
import Vocabulary

@testable import SharedOrders

/// The total of a shared order, and its division among the participants.
struct SharedBillTests {
    private func terms(_ more: String) throws -> SharedOrderTerms {
        let json = """
            {"title":"T","currencyCode":"USD","menu":[{"id":"a","name":"A","price":"1"}],
             "deadlineAt":"2026-01-01T00:00:00Z"\(more)}
            """
        return try SharedOrderTerms(stored: Array(json.utf8))
    }

    @Test func `the parts add up to exactly the total in any split`() throws {
        let terms = try terms(
            #","fees":[{"label":"F","amount":"1.01"},{"label":"G","amount":"0.99"}],"tax":{"label":"T","percentage":"8.875"}"#
        )
        var random = SplitMix(state: 11)
        for people in 1...40 {
            let items = Dictionary(
                uniqueKeysWithValues: (1...people).map { ($0, Int64(random.next() % 5_000)) })
            let bill = try #require(
                SharedBill(
                    items: items, terms, tip: Int64(random.next() % 999),
                    rounding: .halfAwayFromZero))
            #expect(bill.parts.reduce(0) { $0 + $1.total } == bill.total)
            #expect(bill.parts.reduce(0) { $0 + $1.tax } == bill.tax)
            #expect(bill.parts.reduce(0) { $0 + $1.fees } == 200)
            #expect(bill.parts.allSatisfy { $0.fees >= 0 && $0.tax >= 0 && $0.tip >= 0 })
        }
    }

    @Test(arguments: [
        ("10", "false", 60), ("10", "true", 0), ("0", "false", 0), ("100", "false", 600),
    ])
    func `tax is added once, unless prices include it`(
        percentage: String, included: String, tax: Int
    ) throws {
        let terms = try terms(
            #","fees":[{"label":"F","amount":"1.00"}],"tax":{"label":"T","percentage":"\#(percentage)","included":\#(included)}"#
        )
        let bill = SharedBill(items: [1: 500], terms, tip: 0, rounding: .down)
        #expect(bill?.tax == Int64(tax))
        #expect(bill?.total == 600 + Int64(tax))
    }

    @Test func `if everything is free all share the fees equally`() throws {
        let terms = try terms(#","fees":[{"label":"F","amount":"3.01"}]"#)
        let bill = try #require(
            SharedBill(items: [1: 0, 2: 0, 5: 0], terms, tip: 0, rounding: .down))
        #expect(bill.parts.map(\.total) == [101, 100, 100])
        let one = try #require(
            SharedBill(items: [1: 0, 2: 7], terms, tip: 0, rounding: .down))
        #expect(one.parts.map(\.fees) == [0, 301], "fees follow the chosen amounts")
    }

    @Test func `a total out of range gives no bill`() throws {
        let terms = try terms("")
        #expect(
            SharedBill(
                items: [1: Money.minorUnitsMax], terms, tip: 1, rounding: .down) == nil)
    }
}

/// The same numbers in each run.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
