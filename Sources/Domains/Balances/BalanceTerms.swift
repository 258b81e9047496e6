import JSON
import Merchants
import Vocabulary

/// The members of a balance that a merchant can change.
package struct BalanceTerms: Sendable {
    package var expiresAt: Instant?
    package var reference: String?
    package var metadata: [UInt8]?

    package init() {}

    package init(of balance: Balance) {
        expiresAt = balance.expiresAt
        reference = balance.reference
        metadata = balance.metadata
    }

    /// Absent members keep their values; null removes a value.
    package mutating func read(_ fields: ObjectReader, at now: Instant) {
        let old = expiresAt
        fields.read("expiresAt", into: &expiresAt) { $0.instant($1) }
        if let expiresAt, expiresAt != old, expiresAt <= now {
            fields.refuse("expiresAt", "out_of_range", "later than now")
        }
        fields.read("reference", into: &reference) { $0.reference($1) }
        fields.read("metadata", into: &metadata) { $0.metadata(asJSON: $1) }
    }
}

extension ObjectReader {
    /// Reads the merchant's metadata and returns it in the form in which it is stored.
    fileprivate func metadata(asJSON key: StaticString) -> [UInt8]? {
        let entries = texts(
            key, maxCount: BalanceLimits.metadataMax,
            maxKeyLength: BalanceLimits.metadataKeyLengthMax,
            maxLength: BalanceLimits.metadataValueLengthMax)
        if entries?.contains(where: { $0.key.isEmpty }) == true {
            refuse(key, "too_short", "a name must not be empty")
        }
        guard let entries, !entries.isEmpty else { return nil }
        return Writer.write { writer in
            for entry in entries {
                writer.key(dynamic: entry.key)
                writer.value(entry.value)
            }
        }
    }
}
