import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Manual retries of an invoice, and pauses that end exactly with the period.
@Suite struct ManualRetryTests {
    @Test func `declined manual retries leave the dunning schedule unchanged`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let refused = Array(repeating: "insufficient_funds", count: 5)
        let subscription = try await toaster.subscribe(
            to: toaster.plan(Toaster.monthly("10.00")), renewals: refused + ["approve"])
        try await toaster.advance(to: "2026-02-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        let scheduled = try await toaster.shop.ask("GET", path).string("nextTryAt")
        #expect(scheduled?.hasPrefix("2026-02-02T00:0") == true)
        for minute in 2...5 {
            #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
            try await toaster.advance(to: "2026-02-01T00:0\(minute):00Z")
            #expect(try await toaster.shop.ask("GET", path).string("nextTryAt") == scheduled)
        }
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        try await toaster.advance(to: "2026-02-02T00:02:00Z")
        #expect(try await toaster.shop.ask("GET", path).string("status") == "paid")
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `each scheduled retry keeps its date after manual retries`() async throws {
        let toaster = try await Toaster.open(at: "2026-03-01T00:00:00Z")
        // By default a charge is retried 1, 3, 5 and 7 days after the last scheduled try.
        let subscription = try await toaster.subscribe(
            to: toaster.plan(Toaster.monthly("10.00")),
            renewals: Array(repeating: "insufficient_funds", count: 9))
        try await toaster.advance(to: "2026-04-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        for minute in 2...5 {
            #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
            try await toaster.advance(to: "2026-04-01T00:0\(minute):00Z")
        }
        for day in ["02", "05", "10", "17"] {
            let invoice = try await toaster.shop.ask("GET", path)
            #expect(invoice.string("status") == "open")
            #expect(invoice.string("nextTryAt")?.hasPrefix("2026-04-\(day)T00:0") == true)
            try await toaster.advance(to: "2026-04-\(day)T00:10:00Z")
        }
        #expect(try await toaster.shop.ask("GET", path).string("status") == "uncollectible")
        #expect(try await toaster.find(subscription).string("status") == "canceled")
    }

    // polar#10811: manual retries ended the subscription within minutes, whichever final action was
    // set.
    @Test(arguments: ["cancel", "pause", "leave"])
    func `manual retries do not trigger the final action of dunning`(finally: String) async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let plan = Toaster.monthly("10.00") + #","dunning":{"finally":"\#(finally)"}"#
        let subscription = try await toaster.subscribe(
            to: toaster.plan(plan), renewals: Array(repeating: "insufficient_funds", count: 12))
        try await toaster.advance(to: "2026-02-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        for minute in 2...7 {
            #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
            try await toaster.advance(to: "2026-02-01T00:0\(minute):00Z")
        }
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        #expect(try await toaster.shop.ask("GET", path).string("status") == "open")
    }

    @Test func `the last scheduled retry is made after a manual retry`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let plan = Toaster.monthly("10.00") + #","dunning":{"retryAfterDays":[3]}"#
        let subscription = try await toaster.subscribe(
            to: toaster.plan(plan),
            renewals: ["insufficient_funds", "insufficient_funds", "approve"])
        try await toaster.advance(to: "2026-02-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
        try await toaster.advance(to: "2026-02-01T00:05:00Z")
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        try await toaster.advance(to: "2026-02-04T00:05:00Z")
        #expect(try await toaster.shop.ask("GET", path).string("status") == "paid")
    }

    @Test(arguments: [
        ["insufficient_funds", "lost_card", "insufficient_funds"],
        ["lost_card", "insufficient_funds", "authentication_required"],
    ])
    func `hard and soft declines of manual retries leave the schedule as it was`(
        declines: [String]
    ) async throws {
        let toaster = try await Toaster.open(at: "2026-03-01T00:00:00Z")
        let all = [declines[0]] + Array(repeating: declines[1...], count: 5).flatMap(\.self)
        let subscription = try await toaster.subscribe(
            to: toaster.plan(Toaster.monthly("10.00")), renewals: all)
        try await toaster.advance(to: "2026-04-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        let scheduled = try await toaster.shop.ask("GET", path).string("nextTryAt")
        for minute in 2...9 {
            #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
            try await toaster.advance(to: "2026-04-01T00:0\(minute):00Z")
            #expect(try await toaster.shop.ask("GET", path).string("nextTryAt") == scheduled)
        }
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
    }

    // Visa Core Rules: at most 15 retries of a declined charge in 30 days.
    @Test func `an invoice can be retried manually fifteen times`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        _ = try await toaster.subscribe(
            to: toaster.plan(Toaster.monthly("10.00")), renewals: ["insufficient_funds"])
        try await toaster.advance(to: "2026-02-01T00:01:00Z")
        let list = try await toaster.shop.ask("GET", "/v1/invoices?status=open")
        let path = "/v1/invoices/\(list.string("data.0.id") ?? "")"
        let database = try await TestServer.shared.value.database
        let merchant = toaster.shop.merchant.number
        try await database.run(
            "UPDATE invoices SET manual_retries = 14 WHERE merchant_id = \(merchant)")
        #expect(try await toaster.shop.ask("POST", path + "/retry").status == 200)
        let refused = try await toaster.shop.ask("POST", path + "/retry")
        #expect(refused.status == 409)
        #expect(refused.string("code") == "too_many_retries")
    }

    /// First day, end of pause and period → end of the next period. A month keeps its day.
    @Test(arguments: [
        ("month", "2026-01-31", "2026-02-28", "2026-03-31"),
        ("month", "2026-01-30", "2026-02-28", "2026-03-30"),
        ("month", "2026-05-31", "2026-06-30", "2026-07-31"),
        ("year", "2028-02-29", "2029-02-28", "2030-02-28"),
        ("week", "2026-01-05", "2026-01-12", "2026-01-19"),
    ])
    func `a pause that ends with the period keeps the day of the month`(
        unit: String, start: String, end: String, next: String
    ) async throws {
        let toaster = try await Toaster.open(at: start + "T10:00:00Z")
        let plan = """
            "phases":[{"kind":"regular","amount":"9.00","interval":{"unit":"\(unit)"}}]
            """
        let subscription = try await toaster.subscribe(to: toaster.plan(plan))
        let periodEnd = try await toaster.find(subscription).string("currentPeriod.endsAt") ?? ""
        #expect(periodEnd == end + "T10:00:00Z")
        let pause = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/pause", "{\"resumesAt\":\"\(periodEnd)\"}")
        #expect(pause.status == 200)
        try await toaster.advance(to: end + "T10:01:00Z")
        let found = try await toaster.find(subscription)
        #expect(found.string("currentPeriod.endsAt") == next + "T10:00:00Z")
        guard unit == "year" else { return }
        try await toaster.advance(to: "2031-03-01T00:00:00Z")
        #expect(
            try await toaster.find(subscription).string("currentPeriod.endsAt")
                == "2032-02-29T10:00:00Z")
    }
}
