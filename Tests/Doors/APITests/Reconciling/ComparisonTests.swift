import Checkouts
import Operations
import Processors
import Testing
import Vocabulary

/// The table of the rule that compares a processor's payment with ours.
struct ComparisonTests {
    private static let now = Instant(seconds: 1_790_000_000)
    private static let merchant = MerchantNumber(7)
    private static let attempt = Attempt.ID(merchant: merchant, uuid: UUID128(high: 1, low: 2))
    private static let usd = Currency("USD")!

    /// Our side: the attempt's state, and the amounts authorized, captured and refunded.
    struct Ours: Sendable {
        var state = Attempt.State.authorized
        var amounts: [Int64] = [1000, 1000, 0]
        var reference: String? = "ch_1"
        var isChanging = false
        var endedSecondsAgo: Int64 = 3_600

        var payment: OurPayment {
            OurPayment(
                attempt: attempt,
                checkout: CheckoutSession.ID(merchant: merchant, uuid: attempt.uuid),
                processor: "bank", state: state, currency: usd, reference: reference,
                authorized: amounts[0], captured: amounts[1], refunded: amounts[2],
                isChanging: isChanging, startedAt: now,
                endedAt: now.adding(seconds: -endedSecondsAgo))
        }
    }

    /// The processor's side: a state, and the same amounts.
    struct Theirs: Sendable {
        var state = ProcessorRecord.State.captured
        var amounts: [Int64] = [1000, 1000, 0]
        var reference = "ch_1"
        var currency = "USD"

        var record: ProcessorRecord {
            ProcessorRecord(
                key: AttemptKey(attempt), reference: reference, state: state,
                currency: Currency(currency)!, authorized: amounts[0], captured: amounts[1],
                refunded: amounts[2], createdAt: now)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let ours: Ours?
        let theirs: Theirs
        var isRepeated = false
        /// A kind of discrepancy, `same` or `unsettled`.
        let wanted: String

        init(
            _ what: String, _ ours: Ours?, _ theirs: Theirs, isRepeated: Bool = false,
            is wanted: String
        ) {
            self.what = what
            self.ours = ours
            self.theirs = theirs
            self.isRepeated = isRepeated
            self.wanted = wanted
        }

        var testDescription: String { what }
    }

    static let gone = Theirs(state: .voided, amounts: [0, 0, 0])

    static let cases = [
        Case("captured by both", Ours(), Theirs(), is: "same"),
        Case(
            "authorized by both", Ours(amounts: [1000, 0, 0]),
            Theirs(state: .authorized, amounts: [1000, 0, 0]), is: "same"),
        Case(
            "captured in part", Ours(amounts: [1000, 400, 0]),
            Theirs(state: .partiallyCaptured, amounts: [1000, 400, 0]), is: "same"),
        Case(
            "refunded in full", Ours(amounts: [1000, 1000, 1000]),
            Theirs(amounts: [1000, 1000, 1000]), is: "same"),
        Case(
            "more authorized there", Ours(amounts: [1000, 0, 0]),
            Theirs(state: .authorized, amounts: [1001, 0, 0]), is: "amount"),
        Case("less captured there", Ours(), Theirs(amounts: [999, 999, 0]), is: "amount"),
        Case(
            "captured only there", Ours(amounts: [1000, 0, 0]), Theirs(), is: "amount"),
        Case("refunded only there", Ours(), Theirs(amounts: [1000, 1000, 1]), is: "amount"),
        Case(
            "refunded only here", Ours(amounts: [1000, 1000, 1]), Theirs(), is: "amount"),
        Case("another currency", Ours(), Theirs(currency: "EUR"), is: "amount"),
        Case("voided there before the capture", Ours(amounts: [1000, 0, 0]), gone, is: "state"),
        Case(
            "declined there", Ours(), Theirs(state: .declined, amounts: [0, 0, 0]), is: "state"),
        Case(
            "never charged there", Ours(), Theirs(state: .closed, amounts: [0, 0, 0]), is: "state"),
        Case("a charge without an attempt of ours", nil, Theirs(), is: "unexpected"),
        Case("a voided charge without an attempt of ours", nil, gone, is: "same"),
        Case(
            "a refunded charge without an attempt of ours", nil,
            Theirs(amounts: [1000, 1000, 1000]), is: "same"),
        Case(
            "a charge that we know as declined",
            Ours(state: .declined, amounts: [0, 0, 0], reference: nil), Theirs(),
            is: "unexpected"),
        Case(
            "an authorization that we know as voided", Ours(state: .voided, amounts: [1000, 0, 0]),
            Theirs(state: .authorized, amounts: [1000, 0, 0]), is: "unexpected"),
        Case(
            "a partly refunded charge that we know as voided",
            Ours(state: .voided, amounts: [0, 0, 0]), Theirs(amounts: [1000, 1000, 999]),
            is: "unexpected"),
        Case(
            "declined by both", Ours(state: .declined, amounts: [0, 0, 0], reference: nil),
            Theirs(state: .declined, amounts: [0, 0, 0]), is: "same"),
        Case("voided by both", Ours(state: .voided, amounts: [1000, 0, 0]), gone, is: "same"),
        Case(
            "a payment without a card amount", Ours(amounts: [0, 0, 0]), gone, is: "same"),
        Case(
            "ended 59 seconds ago without a charge",
            Ours(state: .declined, amounts: [0, 0, 0], reference: nil, endedSecondsAgo: 59),
            Theirs(), is: "unsettled"),
        Case(
            "ended a minute ago without a charge",
            Ours(state: .declined, amounts: [0, 0, 0], reference: nil, endedSecondsAgo: 60),
            Theirs(), is: "unexpected"),
        Case("two charges for one key", Ours(), Theirs(), isRepeated: true, is: "doubled"),
        Case("the other of two charges", Ours(), Theirs(reference: "ch_2"), is: "doubled"),
        Case(
            "the other of two charges was voided", Ours(),
            Theirs(state: .voided, amounts: [0, 0, 0], reference: "ch_2"), is: "same"),
        Case(
            "an unknown outcome", Ours(state: .unknown, reference: nil), Theirs(), is: "unsettled"
        ),
        Case(
            "an attempt in progress", Ours(state: .started, reference: nil), Theirs(),
            is: "unsettled"),
        Case("a void in progress", Ours(state: .voiding), Theirs(), is: "unsettled"),
        Case(
            "a capture in progress", Ours(amounts: [1000, 0, 0], isChanging: true), Theirs(),
            is: "unsettled"),
        Case(
            "a capture pending there", Ours(), Theirs(state: .pending, amounts: [1000, 0, 0]),
            is: "unsettled"),
    ]

    @Test(arguments: cases)
    func `a processor's payment is compared with ours`(one: Case) {
        let comparison = Comparison(
            one.theirs.record, with: one.ours?.payment, at: "bank", isRepeated: one.isRepeated,
            now: Self.now)
        let found =
            switch comparison {
            case .same: "same"
            case .notFinal: "unsettled"
            case .differs(let discrepancy): discrepancy.kind.rawValue
            }
        #expect(found == one.wanted)
        guard case .differs(let discrepancy) = comparison else { return }
        #expect(discrepancy.key == AttemptKey(Self.attempt))
        #expect(discrepancy.reference == one.theirs.reference)
        #expect((discrepancy.ours == nil) == (one.ours == nil))
    }

    @Test func `a discrepancy describes both sides`() {
        let comparison = Comparison(
            Theirs(amounts: [900, 900, 100]).record, with: Ours().payment, at: "bank",
            isRepeated: false, now: Self.now)
        guard case .differs(let found) = comparison else {
            Issue.record("\(comparison)")
            return
        }
        #expect(
            found.oursText == "taken, USD 10.00 authorized, 10.00 captured, 0.00 refunded")
        #expect(
            found.theirsText == "taken, USD 9.00 authorized, 9.00 captured, 1.00 refunded")
    }

    @Test func `a range is split into whole days, its last day included`() throws {
        let first = try #require(CivilDate(year: 2026, month: 2, day: 27))
        let last = try #require(CivilDate(year: 2026, month: 3, day: 1))
        let span = ReconciliationSpan(from: first, through: last)
        #expect(
            span.days.map(\.from.rfc3339) == ["27", "28"].map { "2026-02-\($0)T00:00:00Z" }
                + ["2026-03-01T00:00:00Z"])
        #expect(span.contains(span.from))
        #expect(!span.contains(span.until))
        #expect(span.until.rfc3339 == "2026-03-02T00:00:00Z")
    }
}
