import Balances
import CartSupport
import Processors
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Rules that divide amounts, without a database.
struct OperationRuleTests {
    /// The amount, and the amount that each balance can pay → the part of each balance and of the
    /// card.
    @Test(arguments: [
        (Int64(10), [Int64(4), 3], [Int64(4), 3], Int64(3)),
        (10, [40, 3], [10, 0], 0),
        (10, [], [], 10),
        (5, [4, 3], [4, 1], 0),
        (0, [4], [0], 0),
        (10, [0, -2, 5], [0, 0, 5], 5),
    ])
    func `a capture charges balances first, in their order, and the card last`(
        amount: Int64, most: [Int64], holds: [Int64], card: Int64
    ) {
        let parts = TenderSplit.capture(amount, of: most)
        #expect(parts.holds == holds)
        #expect(parts.card == card)
    }

    /// The amount, and the payments of the card and of each balance → the refund to each.
    @Test(arguments: [
        (Int64(10), Int64(3), [Int64(4), 3], Int64(3), [Int64(4), 3]),
        (4, 3, [4, 3], 3, [0, 1]),
        (7, 3, [4, 3], 3, [1, 3]),
        (2, 3, [4, 3], 2, [0, 0]),
        (5, 0, [4, 3], 0, [2, 3]),
    ])
    func `a refund goes to the tenders in reverse order, to each at most its payment`(
        amount: Int64, paid: Int64, most: [Int64], card: Int64, holds: [Int64]
    ) {
        #expect(
            TenderSplit.refund(amount, card: paid, of: most)
                == TenderSplit.Parts(card: card, holds: holds))
    }

    @Test func `a refund above the payment is not divided`() {
        #expect(TenderSplit.refund(11, card: 3, of: [4, 3]) == nil)
    }

    @Test func `any division of an item adds up to exactly its amount`() {
        for whole in Int64(-20)...40 {
            for quantity in Int64(1)...9 {
                for step in 1...quantity {
                    var sum: Int64 = 0
                    var count: Int64 = 0
                    while count < quantity {
                        let next = min(quantity, count + step)
                        let part =
                            ItemShares.cost(of: next, of: quantity, costing: whole)
                            - ItemShares.cost(of: count, of: quantity, costing: whole)
                        #expect(whole >= 0 ? part >= 0 : part <= 0)
                        sum += part
                        count = next
                    }
                    #expect(sum == whole)
                }
            }
        }
    }

    private static let cart = [
        ItemShares.Item(quantity: 3, paid: 1000), ItemShares.Item(quantity: 1, paid: 501),
    ]

    @Test func `the delivery price goes with the last item, and no item is captured twice`() throws
    {
        let fresh = ItemShares(Self.cart, delivery: 99)
        let first = try fresh.share(of: [(0, 2)])
        #expect(first.amount == 667 && !first.isAll)
        let next = ItemShares(Self.cart, delivery: 99, processed: [first.items])
        #expect(throws: ItemShares.Refusal.tooMany(index: 0, remaining: 1)) {
            try next.share(of: [(0, 2)])
        }
        let rest = try next.share(of: [(0, nil), (1, nil)])
        #expect(rest.isAll)
        #expect(first.amount + rest.amount == 1000 + 501 + 99)
    }

    @Test func `an unknown item and an item named twice are refused`() {
        let shares = ItemShares(Self.cart, delivery: 0)
        #expect(throws: ItemShares.Refusal.unknown(index: 2)) { try shares.share(of: [(2, 1)]) }
        #expect(throws: ItemShares.Refusal.unknown(index: -1)) { try shares.share(of: [(-1, 1)]) }
        #expect(throws: ItemShares.Refusal.tooMany(index: 1, remaining: 0)) {
            try shares.share(of: [(1, 1), (1, 1)])
        }
        #expect(throws: ItemShares.Refusal.tooMany(index: 0, remaining: 3)) {
            try shares.share(of: [(0, 0)])
        }
    }

    @Test func `payers and recipients are paired in their order`() {
        let pairs = Flow.pair([("a", 4), ("b", 0), ("c", 6)], [("x", 3), ("y", 7)])
        #expect(pairs.map { "\($0.from)\($0.to)\($0.amount)" } == ["ax3", "ay1", "cy6"])
    }

    private static let one = Balance.ID(merchant: MerchantNumber(1), uuid: .zero)

    /// A total of 10, of which 4 are a credit, captured in steps → the credit of each step.
    @Test(arguments: [
        ([Int64(10)], [Int64(4)]), ([6, 4], [0, 4]), ([5, 5], [0, 4]), ([8, 1, 1], [2, 1, 1]),
        ([3, 3, 3], [0, 0, 3]),
    ])
    func `a top-up is credited after everything else is captured`(
        steps: [Int64], credits: [Int64]
    ) {
        let owed = [BalancePart(balance: Self.one, amount: 4)]
        var before: [BalancePart] = []
        var remaining: Int64 = 10
        for (step, credit) in zip(steps, credits) {
            remaining -= step
            let parts = TopUp.credits(owed: owed, before: before, remaining: remaining, named: [])
            #expect(parts.reduce(0) { $0 + $1.amount } == credit)
            before += parts
        }
    }

    /// The processor's answers to increment and capture → the decision.
    @Test(arguments: [
        (
            CaptureResults(capture: .success(.captured(reference: "x"))),
            CaptureResults.CaptureDecision.captured(reference: "x")
        ),
        (CaptureResults(capture: .success(.refused(.expired))), .failed("expired")),
        (CaptureResults(capture: .success(.pending)), .unknown),
        (CaptureResults(capture: .failure(.timeout)), .unknown),
        (CaptureResults(capture: .failure(.garbage)), .unknown),
        (CaptureResults(capture: .failure(.unreachable)), .unknown),
        (
            CaptureResults(increment: .success(.declined(.insufficientFunds))),
            .failed("insufficient_funds")
        ),
        (CaptureResults(increment: .success(.refused(.unsupported))), .failed("unsupported")),
        (CaptureResults(increment: .failure(.answerLost)), .unknown),
        (
            CaptureResults(
                increment: .success(.approved(captureBefore: now)),
                capture: .success(.refused(.exceeds))), .failed("exceeds")
        ),
    ])
    func `only a definite answer of the processor ends a capture`(
        results: CaptureResults, decision: CaptureResults.CaptureDecision
    ) {
        #expect(results.decision == decision)
    }
}
