import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Compares one merchant's payments of a day with the processor's books.
///
/// Both lists are read page by page; only the keys that the processor has named stay in memory.
/// Differences are checked a second time with new reads of both sides, so that a payment made in
/// between is no difference.
struct ReconcileDay: Sendable {
    let merchant: MerchantNumber
    let processor: Processor
    let day: ReconciliationSpan
    let books: ReconciliationBooks
    /// Called with each discrepancy once it is stored.
    let report: @Sendable (Discrepancy) -> Void

    /// Compares the processor's payments with ours by their keys, then looks for ours that it does
    /// not have.
    func callAsFunction(_ counts: inout ReconciliationCounts) async throws {
        let began = books.moment().now
        var seen = Seen()
        try await compareTheirs(&seen, &counts)
        try await findMissingAtProcessor(&seen, &counts)
        let moving = seen.moving
        let now = books.moment().now
        try await books.database.run(
            Discrepancy.resolve(
                of: merchant, at: processor.name, in: day, notSeenSince: began,
                but: moving, at: now))
    }

    /// The progress of comparing a day.
    private struct Seen {
        /// The attempts in the processor's list, margins included.
        var keys: Set<UUID128> = []
        var moving: [String] = []
    }

    private struct Suspicion {
        let record: ProcessorRecord
        let isRepeated: Bool
        let difference: Discrepancy
    }

    // MARK: Theirs

    private func compareTheirs(
        _ seen: inout Seen, _ counts: inout ReconciliationCounts
    ) async throws {
        let span = day.withMargins
        var request: RecordsRequest? = RecordsRequest(
            merchant: merchant, from: span.from, until: span.until)
        while let wanted = request {
            let page = try await processor.records(wanted)
            counts.others += page.others.count(where: day.contains)
            let found = try await compare(page.records, &seen, &counts)
            try await note(found, &counts)
            request = page.cursor.map(wanted.after)
        }
    }

    private func compare(
        _ records: [ProcessorRecord], _ seen: inout Seen, _ counts: inout ReconciliationCounts
    ) async throws -> [Discrepancy] {
        let ours = try await books.payments(records.compactMap(\.attempt), of: merchant)
        var suspicions: [Suspicion] = []
        for record in records {
            let attempt = record.attempt
            let isRepeated = attempt.map { !seen.keys.insert($0).inserted } ?? false
            guard day.contains(record.createdAt) else { continue }
            counts.records += 1
            let comparison = Comparison(
                record, with: attempt.flatMap { ours[$0] }, at: processor.name,
                isRepeated: isRepeated, now: books.moment().now)
            switch comparison {
            case .same: break
            case .unsettled: unsettled(record.key, &seen, &counts)
            case .differs(let difference):
                suspicions.append(
                    Suspicion(record: record, isRepeated: isRepeated, difference: difference))
            }
        }
        return try await recheck(suspicions, &seen, &counts)
    }

    /// Reads both sides of each suspicion again, and returns those that still differ.
    private func recheck(
        _ suspicions: [Suspicion], _ seen: inout Seen, _ counts: inout ReconciliationCounts
    ) async throws -> [Discrepancy] {
        guard !suspicions.isEmpty else { return [] }
        var records: [ProcessorRecord?] = []
        for suspicion in suspicions { records.append(try await again(suspicion.record)) }
        let ours = try await books.payments(records.compactMap { $0?.attempt }, of: merchant)
        var found: [Discrepancy] = []
        for (suspicion, record) in zip(suspicions, records) {
            guard let record else { continue }
            let comparison = Comparison(
                record, with: record.attempt.flatMap { ours[$0] }, at: processor.name,
                isRepeated: suspicion.isRepeated, now: books.moment().now)
            switch comparison {
            case .same: break
            case .differs(suspicion.difference): found.append(suspicion.difference)
            case .unsettled, .differs: unsettled(record.key, &seen, &counts)
            }
        }
        return found
    }

    /// Reads the same payment at the processor again.
    private func again(_ record: ProcessorRecord) async throws -> ProcessorRecord? {
        try await processor.allRecords(
            RecordsRequest(
                merchant: merchant, from: record.createdAt,
                until: record.createdAt.adding(seconds: 1))
        ).last { $0.key == record.key && $0.reference == record.reference }
    }

    private func unsettled(
        _ key: AttemptKey, _ seen: inout Seen, _ counts: inout ReconciliationCounts
    ) {
        counts.unsettled += 1
        seen.moving.append(key.text)
    }

    // MARK: Ours

    private func findMissingAtProcessor(
        _ seen: inout Seen, _ counts: inout ReconciliationCounts
    ) async throws {
        var last: UUID128?
        while true {
            let page = try await books.page(of: merchant, in: day, after: last)
            counts.payments += page.count
            var missing: [OurPayment] = []
            for payment in page where !seen.keys.contains(payment.attempt.uuid) {
                if payment.processor != processor.name {
                    if payment.hasMoney { counts.elsewhere += 1 }
                } else if payment.isOpen {
                    unsettled(AttemptKey(payment.attempt), &seen, &counts)
                } else if payment.hasMoney {
                    missing.append(payment)
                }
            }
            try await note(try await areMissing(missing), &counts)
            guard page.count == books.pageMax else { return }
            last = page.last?.attempt.uuid
        }
    }

    /// Returns the payments that the processor does not know by their keys either, if our rows are
    /// unchanged.
    private func areMissing(_ payments: [OurPayment]) async throws -> [Discrepancy] {
        var unknown: [OurPayment] = []
        for payment in payments where try await !isKnown(AttemptKey(payment.attempt)) {
            unknown.append(payment)
        }
        let now = try await books.payments(unknown.map(\.attempt.uuid), of: merchant)
        return unknown.filter { now[$0.attempt.uuid] == $0 }.map(Discrepancy.init(missing:))
    }

    /// The processor has returned its list, so a rejection now concerns only this payment.
    private func isKnown(_ key: AttemptKey) async throws -> Bool {
        do throws(ProcessorFault) {
            return try await processor.find(key) != nil
        } catch .rejected {
            return false
        }
    }

    // MARK: Found

    private func note(
        _ found: [Discrepancy], _ counts: inout ReconciliationCounts
    ) async throws {
        guard !found.isEmpty else { return }
        counts.discrepancies += found.count
        guard counts.discrepancies <= books.discrepanciesMax else {
            throw ReconciliationStop.tooMany
        }
        let note = RecordDiscrepancies(found: found, moment: books.moment())
        try await books.database.transaction { try note(in: $0) }
        for discrepancy in found { report(discrepancy) }
    }
}

extension ProcessorRecord {
    /// The attempt that the record's key names; nil for a key that is not ours.
    fileprivate var attempt: UUID128? {
        Attempt.ID(key.text).flatMap { $0.merchant == key.merchant ? $0.uuid : nil }
    }
}
