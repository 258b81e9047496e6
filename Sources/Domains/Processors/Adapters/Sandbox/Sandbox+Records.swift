import Vocabulary

/// The sandbox's books, in the form of a processor's list of payments.
extension Sandbox {
    func records(_ request: RecordsRequest) async throws(ProcessorFault) -> RecordsPage {
        var place: SandboxPlace?
        if let cursor = request.cursor {
            guard let read = SandboxPlace(cursor) else { throw .garbage }
            place = read
        }
        let rows = try await run(
            ProcessorRecord.page(request, after: place, limit: Self.recordsMax),
            AttemptKey(merchant: request.merchant, text: "records"))
        let now = clock.now()
        let records = try readable {
            try rows.map { try ProcessorRecord($0, of: request.merchant, at: now) }
        }
        guard rows.count == Self.recordsMax, let last = records.last else {
            return RecordsPage(records: records)
        }
        return RecordsPage(
            records: records,
            cursor: SandboxPlace(createdAt: last.createdAt, key: last.key.text).text)
    }

    /// Records of some hundred bytes each, answered within milliseconds.
    static let recordsMax = 500
}

/// The position of a page's last payment: payments are listed by creation time, then by key.
struct SandboxPlace: Hashable, Sendable {
    let createdAt: Instant
    let key: String

    init(createdAt: Instant, key: String) {
        self.createdAt = createdAt
        self.key = key
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let microseconds = Int64(parts[0]) else { return nil }
        self.init(createdAt: Instant(microseconds: microseconds), key: String(parts[1]))
    }

    var text: String { "\(createdAt.microseconds) \(key)" }
}
