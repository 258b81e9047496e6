import TestSupport
import Testing

/// Changes of plan keep the free and cheaper periods that a buyer agreed to.
///
/// Sources: penpot#11364, keygen-api#182, Kiro#10643.
@Suite struct AgreedPeriodTests {
    private static let trial = """
        "phases":[{"kind":"trial","interval":{"unit":"week"},"cycles":2},
                  {"kind":"regular","amount":"10.00","interval":{"unit":"month"}}]
        """

    private static func introduced(_ regular: String) -> String {
        """
        "phases":[{"kind":"introductory","amount":"4.50","interval":{"unit":"month"},"cycles":3},
                  {"kind":"regular","amount":"\(regular)","interval":{"unit":"month"}}]
        """
    }

    private func upcoming(_ reply: Reply) -> [String] {
        (0..<3).map {
            "\(reply.string("upcoming.\($0).startsAt")?.prefix(10) ?? "") "
                + (reply.string("upcoming.\($0).amount") ?? "")
        }
    }

    private func pay(_ toaster: Toaster, _ asked: Reply) async throws {
        guard asked.string("status") == "consentNeeded" else { return }
        let sheet = toaster.opened(asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
    }

    @Test(arguments: [("30.00", true), ("5.00", false)])
    func `a trial keeps all its free weeks through a change of plan`(
        amount: String, needsConsent: Bool
    ) async throws {
        let toaster = try await Toaster.open(at: "2027-03-01T10:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.trial))
        try await toaster.advance(to: "2027-03-03T10:00:00Z")
        let plan = try await toaster.plan(Toaster.monthly(amount))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(plan)"}"#)
        #expect(quote["needsConsent"] as? Bool == needsConsent)
        #expect(
            upcoming(quote) == ["2027-03-08 0.00", "2027-03-15 \(amount)", "2027-04-15 \(amount)"])
        try await pay(
            toaster,
            toaster.change(subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#))
        #expect(try await toaster.find(subscription).string("plan") == plan)
        try await toaster.advance(to: "2027-03-15T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription).suffix(2)
                == ["1 paid 0.00", "2 paid \(amount)"])
    }

    @Test func `a trial whose plan changes twice ends on the agreed day`() async throws {
        let toaster = try await Toaster.open(at: "2027-03-01T10:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.trial))
        for (day, amount) in [("2027-03-03", "8.00"), ("2027-03-10", "6.00")] {
            try await toaster.advance(to: "\(day)T10:00:00Z")
            let plan = try await toaster.plan(Toaster.monthly(amount))
            #expect(
                try await toaster.apply(plan, to: subscription).string("status") == "applied")
        }
        #expect(try await toaster.find(subscription).string("status") == "trialing")
        try await toaster.advance(to: "2027-04-15T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 0.00", "1 paid 0.00", "2 paid 6.00", "3 paid 6.00"])
    }

    @Test func `an introductory price runs its full length before a lower regular price`()
        async throws
    {
        let toaster = try await Toaster.open(at: "2027-03-01T10:00:00Z")
        let plan = try await toaster.plan(Self.introduced("9.00"))
        let subscription = try await toaster.subscribe(to: plan)
        let raised = try await toaster.shop.ask(
            "POST", "/v1/plans/\(plan)/versions", Toaster.terms(Self.introduced("8.00")))
        #expect(raised.number("version") == 2)
        let quote = try await toaster.change(subscription, #"{"at":"periodEnd"}"#)
        #expect(quote["needsConsent"] as? Bool == false)
        #expect(upcoming(quote) == ["2027-04-01 4.50", "2027-05-01 4.50", "2027-06-01 8.00"])
        let applied = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        #expect(applied.string("status") == "applied")
        try await toaster.advance(to: "2027-06-01T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 4.50", "1 paid 4.50", "2 paid 4.50", "3 paid 8.00"])
    }

    private static func introducedByWeek(_ regular: String) -> String {
        """
        "phases":[{"kind":"introductory","amount":"1.00","interval":{"unit":"week"},"cycles":4},
                  {"kind":"regular","amount":"\(regular)","interval":{"unit":"month"}}]
        """
    }

    @Test(arguments: ["now", "periodEnd"])
    func `an introduction with weeks of its own runs out before a lower monthly price`(
        moment: String
    ) async throws {
        let terms = Self.introducedByWeek
        let toaster = try await Toaster.open(at: "2027-03-01T10:00:00Z")
        let plan = try await toaster.plan(terms("9.00"))
        let subscription = try await toaster.subscribe(to: plan)
        _ = try await toaster.shop.ask(
            "POST", "/v1/plans/\(plan)/versions", Toaster.terms(terms("8.00")))
        try await toaster.advance(to: "2027-03-04T10:00:00Z")
        let quote = try await toaster.change(subscription, #"{"at":"\#(moment)"}"#)
        #expect(quote["needsConsent"] as? Bool == false, "\(quote.text)")
        #expect(upcoming(quote) == ["2027-03-08 1.00", "2027-03-15 1.00", "2027-03-22 1.00"])
    }

    /// A week at 1.00 costs 4.35 a month.
    @Test func `an introduction whose weeks cost more than the new month ends`() async throws {
        let toaster = try await Toaster.open(at: "2027-03-01T10:00:00Z")
        let plan = try await toaster.plan(Self.introducedByWeek("9.00"))
        let subscription = try await toaster.subscribe(to: plan)
        _ = try await toaster.shop.ask(
            "POST", "/v1/plans/\(plan)/versions", Toaster.terms(Self.introducedByWeek("4.00")))
        let quote = try await toaster.change(subscription, #"{"at":"periodEnd"}"#)
        #expect(upcoming(quote) == ["2027-03-08 4.00", "2027-04-08 4.00", "2027-05-08 4.00"])
    }

    @Test func `an introductory price continues when the buyer moves to a cheaper plan`()
        async throws
    {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.introduced("9.00")))
        try await toaster.advance(to: "2027-04-16T00:00:00Z")
        let cheaper = try await toaster.plan(Toaster.monthly("6.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote.string("credit") == "2.25")
        #expect(quote.string("charge") == "2.25")
        #expect(quote["needsConsent"] as? Bool == false)
        #expect(upcoming(quote) == ["2027-05-01 4.50", "2027-06-01 4.50", "2027-07-01 6.00"])
        // A plan that is cheaper than the introductory price applies immediately.
        let cheapest = try await toaster.plan(Toaster.monthly("3.00"))
        let less = try await toaster.change(subscription, #"{"plan":"\#(cheapest)"}"#)
        #expect(less.string("creditedToBalance") == "0.75")
        #expect(upcoming(less) == ["2027-05-01 3.00", "2027-06-01 3.00", "2027-07-01 3.00"])
    }

    @Test func `an introductory price does not carry over to a dearer plan`() async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.introduced("9.00")))
        try await toaster.advance(to: "2027-04-16T00:00:00Z")
        let dearer = try await toaster.plan(Toaster.monthly("30.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        #expect(quote.string("dueNow") == "12.75")
        #expect(upcoming(quote)[0] == "2027-05-01 30.00")
    }
}
