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
        var compared = ComparedKeys()
        try await compareTheirs(&compared, &counts)
        try await findMissingAtProcessor(&compared, &counts)
        let moving = compared.moving
        let now = books.moment().now
        try await books.database.run(
            Discrepancy.resolve(
                of: merchant, at: processor.name, in: day, notSeenSince: began,
                but: moving, at: now))
    }

    /// The progress of comparing a day.
    private struct ComparedKeys {
        /// The attempts in the processor's list, margins included.
        var keys: Set<UUID128> = []
        var moving: [String] = []
    }

    private struct PendingDiscrepancy {
        let record: ProcessorRecord
        let isRepeated: Bool
        let difference: Discrepancy
    }

    // MARK: Theirs

    private func compareTheirs(
        _ compared: inout ComparedKeys, _ counts: inout ReconciliationCounts
    ) async throws {
        let span = day.withMargins
        var request: RecordsRequest? = RecordsRequest(
            merchant: merchant, from: span.from, until: span.until)
        while let wanted = request {
            let page = try await processor.records(wanted)
            counts.others += page.others.count(where: day.contains)
            let found = try await compare(page.records, &compared, &counts)
            try await note(found, &counts)
            request = page.cursor.map(wanted.after)
        }
    }

    private func compare(
        _ records: [ProcessorRecord], _ compared: inout ComparedKeys,
        _ counts: inout ReconciliationCounts
    ) async throws -> [Discrepancy] {
        let ours = try await books.payments(records.compactMap(\.attempt), of: merchant)
        var unconfirmed: [PendingDiscrepancy] = []
        for record in records {
            let attempt = record.attempt
            let isRepeated = attempt.map { !compared.keys.insert($0).inserted } ?? false
            guard day.contains(record.createdAt) else { continue }
            counts.records += 1
            let comparison = Comparison(
                record, with: attempt.flatMap { ours[$0] }, at: processor.name,
                isRepeated: isRepeated, now: books.moment().now)
            switch comparison {
            case .same: break
            case .notFinal: countNotFinal(record.key, &compared, &counts)
            case .differs(let difference):
                unconfirmed.append(
                    PendingDiscrepancy(
                        record: record, isRepeated: isRepeated, difference: difference))
            }
        }
        return try await recheck(unconfirmed, &compared, &counts)
    }

    /// Reads both sides of each pending discrepancy again, and returns those that still differ.
    private func recheck(
        _ unconfirmed: [PendingDiscrepancy], _ compared: inout ComparedKeys,
        _ counts: inout ReconciliationCounts
    ) async throws -> [Discrepancy] {
        guard !unconfirmed.isEmpty else { return [] }
        var records: [ProcessorRecord?] = []
        for candidate in unconfirmed { records.append(try await readAgain(candidate.record)) }
        let ours = try await books.payments(records.compactMap { $0?.attempt }, of: merchant)
        var found: [Discrepancy] = []
        for (candidate, record) in zip(unconfirmed, records) {
            guard let record else { continue }
            let comparison = Comparison(
                record, with: record.attempt.flatMap { ours[$0] }, at: processor.name,
                isRepeated: candidate.isRepeated, now: books.moment().now)
            switch comparison {
            case .same: break
            case .differs(candidate.difference): found.append(candidate.difference)
            case .notFinal, .differs: countNotFinal(record.key, &compared, &counts)
            }
        }
        return found
    }

    /// Reads the same payment at the processor again.
    private func readAgain(_ record: ProcessorRecord) async throws -> ProcessorRecord? {
        try await processor.allRecords(
            RecordsRequest(
                merchant: merchant, from: record.createdAt,
                until: record.createdAt.adding(seconds: 1))
        ).last { $0.key == record.key && $0.reference == record.reference }
    }

    private func countNotFinal(
        _ key: AttemptKey, _ compared: inout ComparedKeys, _ counts: inout ReconciliationCounts
    ) {
        counts.notFinal += 1
        compared.moving.append(key.text)
    }

    // MARK: Ours

    private func findMissingAtProcessor(
        _ compared: inout ComparedKeys, _ counts: inout ReconciliationCounts
    ) async throws {
        var last: UUID128?
        while true {
            let page = try await books.page(of: merchant, in: day, after: last)
            counts.payments += page.count
            var missing: [OurPayment] = []
            for payment in page where !compared.keys.contains(payment.attempt.uuid) {
                if payment.processor != processor.name {
                    if payment.hasMoney { counts.elsewhere += 1 }
                } else if payment.isOpen {
                    countNotFinal(AttemptKey(payment.attempt), &compared, &counts)
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
