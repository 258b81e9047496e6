import Vocabulary

/// A payment in the processor's own books, independent of our record.
package struct ProcessorRecord: Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// Not final: the state may change at any moment.
        case pending
        /// Authorized, and nothing is captured.
        case authorized = "held"
        /// A part is captured, and the rest is still authorized.
        case partiallyCaptured = "partly_taken"
        /// Captured, and no uncaptured amount is authorized any more.
        case captured = "taken"
        case declined
        /// The authorization was voided or has expired.
        case voided
        /// Never charged, and never will be without a new request.
        case closed
    }

    /// The key with which we requested the payment.
    package let key: AttemptKey
    /// The processor's own identifier of the payment.
    package let reference: String
    package let state: State
    package let currency: Currency
    /// The authorized and the captured amount together, in minor units, without released amounts.
    package let authorized: Int64
    package let captured: Int64
    /// The refunded part of the captured amount.
    package let refunded: Int64
    package let createdAt: Instant

    package init(
        key: AttemptKey, reference: String, state: State, currency: Currency, authorized: Int64,
        captured: Int64, refunded: Int64, createdAt: Instant
    ) {
        self.key = key
        self.reference = reference
        self.state = state
        self.currency = currency
        self.authorized = authorized
        self.captured = captured
        self.refunded = refunded
        self.createdAt = createdAt
    }
}

extension ProcessorRecord.State {
    /// The state of an approved payment, derived from its amounts.
    package init(authorized: Int64, captured: Int64) {
        self = captured == 0 ? .authorized : captured < authorized ? .partiallyCaptured : .captured
    }
}

/// A request for the processor's records of one merchant's payments made in a period.
package struct RecordsRequest: Hashable, Sendable {
    package let merchant: MerchantNumber
    package let from: Instant
    /// The end of the period, exclusive.
    package let until: Instant
    /// The end of the previous page, in the processor's own format.
    package let cursor: String?

    package init(merchant: MerchantNumber, from: Instant, until: Instant, cursor: String? = nil) {
        self.merchant = merchant
        self.from = from
        self.until = until
        self.cursor = cursor
    }

    /// The same period, continued after the page that ended at the cursor.
    package func after(_ cursor: String) -> RecordsRequest {
        RecordsRequest(merchant: merchant, from: from, until: until, cursor: cursor)
    }
}

/// One page of records: payments in any state, without card verifications, which move no money.
package struct RecordsPage: Hashable, Sendable {
    package let records: [ProcessorRecord]
    /// Creation times of payments that this server did not request: others may use the merchant's
    /// account too.
    package let others: [Instant]
    /// The cursor of the next page; nil on the last page.
    package let cursor: String?

    package init(records: [ProcessorRecord], others: [Instant] = [], cursor: String? = nil) {
        self.records = records
        self.others = others
        self.cursor = cursor
    }
}

extension Processor {
    /// All records of a period that is known to be short; requests page after page until the last.
    package func allRecords(
        _ request: RecordsRequest
    ) async throws(ProcessorFault) -> [ProcessorRecord] {
        var page = try await records(request)
        var records = page.records
        while let cursor = page.cursor {
            page = try await self.records(request.after(cursor))
            records += page.records
        }
        return records
    }
}
