import CartSupport
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// docs/rules/money.md#2: the total is the sum of the final amounts due today, and at least zero.
@Suite struct PricingRule2Tests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let lines: [LineItem]
        let expected: String
        var testDescription: String { name }
    }

    static let monthly: LineItem.Timing = LineItem.Timing.recurring(LineItem.Recurrence())
    static let rows: [Row] = [
        Row(
            name: "final lines are summed", lines: [line("A", "1.10"), line("B", "2.20")],
            expected: "A 1.10, B 2.20 = 3.30"),
        Row(
            name: "a negative line is a discount of the merchant's own",
            lines: [line("A", "3.00"), line("B", "-1.00")], expected: "A 3.00, B -1.00 = 2.00"),
        Row(
            name: "never below zero", lines: [line("A", "1.00"), line("B", "-3.00")],
            expected: "A 1.00, B -3.00 = 0.00"),
        Row(
            name: "a pending line is not summed and makes the total pending",
            lines: [line("A", "1.00"), line("B", "9.00", .pending)],
            expected: "A 1.00, B pending = 1.00 pending"),
        Row(
            name: "recurring is shown, not summed",
            lines: [line("A", "1.00"), line("B", "9.00", .final, monthly)],
            expected: "A 1.00, B 9.00 = 1.00"),
        Row(
            name: "deferred is shown, not summed",
            lines: [line("A", "1.00"), line("B", "9.00", .final, .deferred(on: now))],
            expected: "A 1.00, B 9.00 = 1.00"),
        Row(
            name: "a reload is shown, not summed",
            lines: [
                line("A", "1.00"),
                line("B", "9.00", .final, .automaticReload(below: money("5.00"))),
            ], expected: "A 1.00, B 9.00 = 1.00"),
        Row(
            name: "a pending line for later leaves today's total final",
            lines: [line("A", "1.00"), line("B", "9.00", .pending, monthly)],
            expected: "A 1.00, B pending = 1.00"),
        Row(
            name: "only later payments: nothing today", lines: [line("B", "9.00", .final, monthly)],
            expected: "B 9.00 = 0.00"),
    ]

    @Test("the total sums final amounts due today", arguments: rows) func total(row: Row) throws {
        let request = CheckoutRequest(
            countryCode: america, currency: dollars, cartContent: .lines(row.lines))
        #expect(try text(price(request)) == row.expected)
    }

    @Test func `a sum out of range is refused without an arithmetic trap`() throws {
        let most = "90071992547409.91"
        for request in [
            cart(item(most), item("0.01")),
            cart(item(most, 2)),
            cart(item(most, 1_000_000), item(most, 1_000_000)),
            CheckoutRequest(
                countryCode: america, currency: dollars,
                cartContent: .lines([line("A", most), line("B", "0.01"), line("C", "-1.00")])),
            CheckoutRequest(
                countryCode: america, currency: dollars,
                cartContent: .lines([line("A", "-" + most), line("B", "-0.01")])),
        ] {
            #expect(throws: PricingRefusal.outOfRange) { try price(request) }
        }
        #expect(try price(cart(item(most))).total.decimal == most)
        #expect(throws: PricingRefusal.outOfRange) {
            try price(cart(item(most)), settings(rates: [rate("100")]))
        }
    }

    @Test func `a total of zero needs a client that can show it`() throws {
        var request = cart(item("0.00"))
        request.clientVersion = 4
        #expect(try price(request).total.minorUnits == 0)
        request.clientVersion = 3
        #expect(throws: PricingRefusal.zeroTotalNeedsNewerClient) { try price(request) }
    }

    @Test func `the authorized amount is the total, or the estimate of a pending one`() throws {
        var final = cart(item("10.00"))
        final.authorizationAmount = money("3.00")
        #expect(try price(final).authorizationAmount == money("10.00"))
        var pending = cart(item("10.00"), item("5.00", pending: true))
        #expect(try price(pending).authorizationAmount == money("10.00"))
        pending.authorizationAmount = money("18.00")
        #expect(try price(pending).authorizationAmount == money("18.00"))
        pending.authorizationAmount = money("0.00")
        #expect(try price(pending).authorizationAmount == money("0.00"))
    }

    @Test func `a total above the maximum is refused`() throws {
        var request = cart(item("10.00"))
        request.maximumAmount = money("10.00")
        #expect(try price(request).total == money("10.00"))
        request.maximumAmount = money("9.99")
        #expect(throws: PricingRefusal.exceedsMaximum) { try price(request) }
    }

    @Test func `the amounts for several merchants are at most the total`() throws {
        var request = cart(item("10.00"))
        let share = { (amount: String) in
            TokenContext(
                merchantIdentifier: "m", externalIdentifier: "e", merchantName: "n",
                merchantDomain: nil, amount: money(amount))
        }
        request.tokenContexts = [share("4.00"), share("6.00")]
        #expect(try price(request).total == money("10.00"))
        request.tokenContexts = [share("4.00"), share("6.01")]
        #expect(throws: PricingRefusal.tokenContextsExceedTotal) { try price(request) }
    }
}
