import Checkouts
import Merchants
import Operations
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

/// Comparisons with a processor whose answers change while the command reads them.
@Suite(.timeLimit(.minutes(5)))
struct RepeatedComparisonTests {
    /// One captured payment, and the parts that a comparison needs.
    private struct Compared {
        let books: ReconcileScene
        let attempt: Attempt.ID
        let payment: OurPayment
        let record: ProcessorRecord
        let bank: Processor

        /// - Parameter span: nil stands for the hour around the payment.
        func outcome(
            by processor: Processor, in span: ReconciliationSpan? = nil
        ) async throws -> (ReconcileMerchant.Outcome, [Discrepancy]) {
            let found = Journal<Discrepancy>()
            let reconcile = ReconcileMerchant(
                merchant: attempt.merchant, processor: processor,
                span: span
                    ?? ReconciliationSpan(
                        from: record.createdAt.adding(seconds: -1_800),
                        until: record.createdAt.adding(seconds: 1_800)),
                books: ReconciliationBooks(database: books.database, moment: TestServer.moment))
            let outcome = try await reconcile(report: { found.add($0) })
            return (outcome, found.all)
        }
    }

    private func play(_ body: (Compared) async throws -> Void) async throws {
        try await ReconcileScene.play { books in
            var sold: OpenedCheckout?
            try await books.sell { shop in
                let checkout = try await shop.checkout()
                #expect(try await checkout.pay().number("status") == 0)
                sold = checkout
            }
            let attempt = try await books.attempt(of: try #require(sold))
            let bank = Processor.sandbox(
                books.database, clock: SandboxClock(now: TestServer.now, sleep: { _ in }))
            let now = TestServer.now()
            let records = try await bank.allRecords(
                RecordsRequest(
                    merchant: attempt.merchant, from: now.adding(seconds: -600),
                    until: now.adding(seconds: 600)))
            let row = try await books.database.run(
                "SELECT started_at FROM attempts WHERE merchant_id = \(attempt.merchant)")[0]
            let startedAt: Instant = try row.get("started_at")
            try await body(
                Compared(
                    books: books, attempt: attempt,
                    payment: OurPayment(
                        attempt: attempt,
                        checkout: CheckoutSession.ID(
                            merchant: attempt.merchant, uuid: attempt.uuid),
                        processor: "sandbox", state: .authorized, currency: Currency("USD")!,
                        reference: nil, authorized: 1000, captured: 1000, refunded: 0,
                        isChanging: false, startedAt: startedAt, endedAt: startedAt),
                    record: try #require(records.first), bank: bank))
        }
    }

    @Test func `a difference that is gone at the second read is not a discrepancy`() async throws {
        try await play { one in
            let asked = Journal<RecordsRequest>()
            var bank = one.bank
            let (real, record) = (one.bank, one.record)
            bank.records = { (request) async throws(ProcessorFault) in
                let isFirst = asked.all.isEmpty
                asked.add(request)
                guard isFirst else { return try await real.records(request) }
                return RecordsPage(records: [
                    ProcessorRecord(
                        key: record.key, reference: record.reference, state: .authorized,
                        currency: record.currency, authorized: 1000, captured: 0, refunded: 0,
                        createdAt: record.createdAt)
                ])
            }
            let (outcome, found) = try await one.outcome(by: bank)
            #expect(found == [])
            #expect((outcome.counts.discrepancies, outcome.counts.records) == (0, 1))
            #expect(asked.all.count == 2)
        }
    }

    @Test func `a payment that the list omits but the processor finds is not missing`() async throws
    {
        try await play { one in
            var bank = one.bank
            bank.records = { _ in RecordsPage(records: []) }
            #expect(try await one.outcome(by: bank).1 == [])
            // The account works, so a rejection concerns the payment.
            for answer in [ProcessorFault.rejected, nil] {
                bank.find = { _ throws(ProcessorFault) in
                    if let answer { throw answer }
                    return nil
                }
                #expect(try await one.outcome(by: bank).1.map(\.kind) == [.missing])
            }
            bank.find = { _ throws(ProcessorFault) in throw .timeout }
            let (outcome, found) = try await one.outcome(by: bank)
            #expect(found == [])
            #expect(outcome.stop == .processor(.timeout))
        }
    }

    @Test func `a payment that is voided during the lookup is not missing`()
        async throws
    {
        try await play { one in
            let database = one.books.database
            var bank = one.bank
            bank.records = { _ in RecordsPage(records: []) }
            bank.find = { key async throws(ProcessorFault) in
                let void: Query = """
                    UPDATE attempts SET state = 'voiding', ended_at = NULL
                    WHERE merchant_id = \(key.merchant)
                    """
                do { try await database.run(void) } catch { throw .garbage }
                return nil
            }
            let (outcome, found) = try await one.outcome(by: bank)
            #expect(found == [])
            #expect(outcome.stop == nil)
        }
    }

    @Test func `pages are read in turn, and too many discrepancies stop the comparison`()
        async throws
    {
        try await ReconcileScene.play { books in
            try await books.sell { shop in
                for _ in 0..<3 {
                    let checkout = try await shop.checkout()
                    #expect(try await checkout.pay().number("status") == 0)
                }
            }
            var bank = Processor.sandbox(
                books.database, clock: SandboxClock(now: TestServer.now, sleep: { _ in }))
            bank.records = { _ in RecordsPage(records: []) }
            bank.find = { _ in nil }
            let now = TestServer.now()
            let span = ReconciliationSpan(
                from: now.adding(seconds: -3_600), until: now.adding(seconds: 3_600))
            for (most, reported) in [(3, 3), (2, 2)] {
                let merchant = books.scene.merchant.merchant.number
                let found = Journal<Discrepancy>()
                let reading = ReconciliationBooks(
                    database: books.database, moment: TestServer.moment, pageMax: 1,
                    discrepanciesMax: most)
                let paid = try await reading.merchants(payingIn: span)
                #expect(paid == [merchant])
                let reconcile = ReconcileMerchant(
                    merchant: merchant, processor: bank, span: span, books: reading)
                let outcome = try await reconcile(report: { found.add($0) })
                #expect(found.all.map(\.kind) == Array(repeating: .missing, count: reported))
                #expect(Set(found.all.map(\.key)).count == reported)
                #expect(outcome.stop == (most < 3 ? .tooMany : nil))
            }
        }
    }

    @Test func `clocks that differ around the end of a range make no discrepancy`() async throws {
        try await play { one in
            let (startedAt, merchant) = (one.payment.startedAt, one.attempt.merchant)
            // The processor is not asked about a payment that its list contains.
            var bank = one.bank
            bank.find = { _ in nil }
            for seconds in [-10, 10] as [Int64] {
                try await one.books.database.run(
                    """
                    UPDATE sandbox.charges SET created_at = \(startedAt.adding(seconds: seconds)),
                        visible_at = \(startedAt) WHERE merchant_id = \(merchant)
                    """)
                let edge = startedAt.adding(seconds: seconds / 2)
                for span in [
                    ReconciliationSpan(from: edge.adding(seconds: -3_600), until: edge),
                    ReconciliationSpan(from: edge, until: edge.adding(seconds: 3_600)),
                ] {
                    let (outcome, found) = try await one.outcome(by: bank, in: span)
                    #expect(found == [])
                    #expect(outcome.counts.payments + outcome.counts.records == 1)
                }
            }
        }
    }

    /// A last capture of 0.00 reserves no amount in our row.
    @Test func `a difference made by a capture in progress is not final`() async throws {
        try await play { one in
            try await one.books.change(
                one.attempt, "taken = 900, released = 100, released_at = now()")
            let capture = { (state: String) -> Query in
                """
                UPDATE captures SET state = \(state), ended_at = CASE \(state)
                    WHEN 'started' THEN NULL ELSE now() END
                WHERE merchant_id = \(one.attempt.merchant)
                """
            }
            try await one.books.database.run(capture("started"))
            let (outcome, found) = try await one.outcome(by: one.bank)
            #expect(found == [])
            #expect(outcome.counts.notFinal == 1)
            try await one.books.database.run(capture("succeeded"))
            #expect(try await one.outcome(by: one.bank).1.map(\.kind) == [.amount])
        }
    }

    @Test func `a payment without our key that is on several pages is counted once`() async throws {
        try await play { one in
            var bank = one.bank
            let (real, moment) = (one.bank, one.record.createdAt)
            bank.records = { (request) async throws(ProcessorFault) in
                let page = try await real.records(request)
                return RecordsPage(records: page.records, others: [moment])
            }
            let span = ReconciliationSpan(
                from: moment.adding(seconds: -86_400), until: moment.adding(seconds: 86_400))
            let (outcome, found) = try await one.outcome(by: bank, in: span)
            #expect(found == [])
            #expect(outcome.counts.others == 1)
            #expect(outcome.counts.payments == 1)
        }
    }
}
