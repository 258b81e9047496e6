import Processors
import Testing
import Vocabulary

/// The requirements on every processor adapter's list of its own records.
struct RecordsConformance: Sendable {
    let processor: Processor
    let merchant: MerchantNumber
    let approving: PaymentInstrument
    let declining: PaymentInstrument
    let now: @Sendable () -> Instant
    /// Size of a page of the list.
    let pageMax: Int

    /// The expected content of a record, except its key and time.
    private struct Said: Hashable {
        let state: ProcessorRecord.State
        var authorized: Int64 = 0
        var captured: Int64 = 0
        var refunded: Int64 = 0
    }

    /// Runs all checks, one property after the other.
    func run() async throws {
        try await listsTheStateOfEachCharge()
        try await listsOnlyTheRequestedSpan()
        try await separatesMerchants()
        try await listsEachRecordOnceAcrossPages()
    }

    private func usd(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: Currency("USD")!)
    }

    @discardableResult
    private func charge(
        _ name: String, of merchant: MerchantNumber? = nil, minorUnits: Int64 = 10_000,
        captureNow: Bool = false, payment: PaymentInstrument? = nil
    ) async throws -> AttemptKey {
        let request = AuthorizationRequest(
            key: AttemptKey(merchant: merchant ?? self.merchant, text: "rec_\(name)"),
            amount: usd(minorUnits), statementName: "Shop", payment: payment ?? approving,
            captureNow: captureNow)
        _ = try await processor.authorize(request)
        return request.key
    }

    private func capture(_ charge: AttemptKey, _ minorUnits: Int64) async throws {
        let request = CaptureRequest(
            key: AttemptKey(merchant: merchant, text: charge.text + "_taken"), charge: charge,
            amount: usd(minorUnits), isLast: true)
        #expect(try await processor.capture(request).isCaptured)
    }

    private func refund(_ charge: AttemptKey, _ minorUnits: Int64) async throws {
        let request = RefundRequest(
            key: AttemptKey(merchant: merchant, text: charge.text + "_back"), charge: charge,
            amount: usd(minorUnits))
        #expect(try await processor.refund(request).hasSucceeded)
    }

    /// All records from an hour ago to an hour from now.
    private func list(_ merchant: MerchantNumber? = nil) async throws -> [ProcessorRecord] {
        try await processor.allRecords(
            RecordsRequest(
                merchant: merchant ?? self.merchant, from: now().adding(seconds: -3_600),
                until: now().adding(seconds: 3_600)))
    }

    private func listsTheStateOfEachCharge() async throws {
        var wanted: [AttemptKey: Said] = [:]
        wanted[try await charge("held")] = Said(state: .authorized, authorized: 10_000)
        wanted[try await charge("at_once", captureNow: true)] = Said(
            state: .captured, authorized: 10_000, captured: 10_000)
        let part = try await charge("part")
        try await capture(part, 4_000)
        wanted[part] = Said(state: .captured, authorized: 4_000, captured: 4_000)
        let back = try await charge("back")
        try await capture(back, 6_000)
        try await refund(back, 1_500)
        wanted[back] = Said(state: .captured, authorized: 6_000, captured: 6_000, refunded: 1_500)
        let whole = try await charge("whole")
        try await capture(whole, 10_000)
        try await refund(whole, 10_000)
        wanted[whole] = Said(
            state: .captured, authorized: 10_000, captured: 10_000, refunded: 10_000)
        let voided = try await charge("voided")
        #expect(try await processor.void(voided) == .voided)
        wanted[voided] = Said(state: .voided)
        let undone = try await charge("undone", captureNow: true)
        #expect(try await processor.void(undone) == .voided)
        wanted[undone] = Said(
            state: .captured, authorized: 10_000, captured: 10_000, refunded: 10_000)
        wanted[try await charge("declined", payment: declining)] = Said(state: .declined)
        // A verification moves no money.
        try await charge("verified", minorUnits: 0)
        let records = try await list()
        #expect(records.count == wanted.count)
        for record in records {
            let said = Said(
                state: record.state, authorized: record.authorized, captured: record.captured,
                refunded: record.refunded)
            #expect(wanted[record.key] == said, "\(record)")
            #expect(record.currency.code == "USD")
            #expect(abs(record.createdAt.seconds(since: now())) < 600)
            guard case .approved(let approval) = try await processor.find(record.key)
            else { continue }
            #expect(approval.reference == record.reference)
        }
    }

    private func listsOnlyTheRequestedSpan() async throws {
        let key = try await charge("span")
        let known = try #require(try await list().first { $0.key == key })
        for (from, until, isIn) in [(0, 1, true), (1, 60, false), (-60, 0, false)] {
            let records = try await processor.allRecords(
                RecordsRequest(
                    merchant: merchant, from: known.createdAt.adding(seconds: Int64(from)),
                    until: known.createdAt.adding(seconds: Int64(until))))
            #expect(records.contains(known) == isIn)
        }
    }

    private func separatesMerchants() async throws {
        let other = MerchantNumber(merchant.value + 1)
        let key = try await charge("apart", of: other)
        #expect(try await list(other).map(\.key) == [key])
        #expect(try await !list().contains { $0.key == key })
    }

    private func listsEachRecordOnceAcrossPages() async throws {
        let other = MerchantNumber(merchant.value + 2)
        let count = pageMax + 3
        let keys = try await withThrowingTaskGroup(of: AttemptKey.self) { group in
            for number in 0..<count {
                group.addTask { try await charge("page_\(number)", of: other) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let records = try await list(other)
        #expect(records.count == count)
        #expect(Set(records.map(\.key)) == keys)
    }
}
