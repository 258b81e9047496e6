import Vocabulary

/// A payment as its processor has it in its own books, whatever we have in ours.
package struct ProcessorRecord: Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// On its way there: it may be another in a moment.
        case pending
        /// Held, and nothing of it taken.
        case held
        /// A part was taken, and the rest is held still.
        case partlyTaken = "partly_taken"
        /// Taken, and nothing is held any more.
        case taken
        case declined
        /// What was held was given back.
        case voided
        /// It never charged, and never will by itself.
        case closed
    }

    /// Under which we asked for it.
    package let key: AttemptKey
    /// The processor's own name for it.
    package let reference: String
    package let state: State
    package let currency: Currency
    /// What is held still and what was taken, together, in minor units; what was let go is none of it.
    package let authorized: Int64
    package let captured: Int64
    /// Of what was taken, what was given back.
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
    /// What the amounts of an approved payment say of it.
    package init(authorized: Int64, captured: Int64) {
        self = captured == 0 ? .held : captured < authorized ? .partlyTaken : .taken
    }
}

/// A question for what a processor has of one merchant's payments that were made in a span of time.
package struct RecordsRequest: Hashable, Sendable {
    package let merchant: MerchantNumber
    package let from: Instant
    /// Not within the span any more.
    package let until: Instant
    /// Where the page before this one ended, in the processor's own words.
    package let cursor: String?

    package init(
        merchant: MerchantNumber, from: Instant, until: Instant, cursor: String? = nil
    ) {
        self.merchant = merchant
        self.from = from
        self.until = until
        self.cursor = cursor
    }

    /// The same span, from where a page ended.
    package func after(_ cursor: String) -> RecordsRequest {
        RecordsRequest(merchant: merchant, from: from, until: until, cursor: cursor)
    }
}

/// A part of the answer: payments of any state, without verifications of cards, which move no money.
package struct RecordsPage: Hashable, Sendable {
    package let records: [ProcessorRecord]
    /// When those were made that we never asked for: the merchant's account is not ours alone.
    package let others: [Instant]
    /// Where to go on; nothing on the last page.
    package let cursor: String?

    package init(records: [ProcessorRecord], others: [Instant] = [], cursor: String? = nil) {
        self.records = records
        self.others = others
        self.cursor = cursor
    }
}

extension Processor {
    /// All of a span that is known to be short: pages are asked for until there is no other.
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
