import Crypto
import Postgres

/// The claim of an idempotency key, committed no later than any other change of the call that it
/// protects.
///
/// The scope separates keys: a key belongs to one merchant and one kind of credential, or to one
/// checkout if the caller is a buyer's browser. Rule: docs/rules/money.md#18.
package struct Claim: Sendable {
    /// The merchant's number; 0 for the operator's calls.
    package let merchant: Int64
    package let scope: String
    package let key: String
    package let fingerprint: [UInt8]
    /// The time of the claim, in microseconds since 1970.
    package let at: Int64

    package init(merchant: Int64, scope: String, key: String, fingerprint: [UInt8], at: Int64) {
        self.merchant = merchant
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
        self.at = at
    }

    /// The longest accepted key in bytes: Stripe's limit, which client libraries know.
    package static let keyBytesMax = 255

    /// The digest of a request: method, path and the body in canonical form, so that the order of
    /// its members does not matter.
    package static func fingerprint(method: String, path: String, canonicalBody: [UInt8]) -> [UInt8]
    {
        var input = Array(method.utf8)
        input.append(0)
        input.append(contentsOf: path.utf8)
        input.append(0)
        input.append(contentsOf: canonicalBody)
        return SHA256.hash(input)
    }
}

/// An answer stored for a replay, without secrets and contacts.
package struct StoredAnswer: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// The result of a claim.
package enum ClaimResult: Equatable, Sendable {
    /// The key was not used before: the caller does the work.
    case fresh
    /// The same request was answered before: the caller returns this answer.
    case replay(StoredAnswer)
    /// The same request claimed the key and has no stored answer: it is in progress, or was
    /// interrupted.
    case inFlight
    /// The key was used for a different request.
    case fingerprintMismatch
}

extension ClaimResult {
    /// Returns the answer to replay; nil if the caller must do the work (`fresh`) or look up the
    /// outcome of the call in progress (`inFlight`).
    package func resolve() throws(ClaimRefusal) -> StoredAnswer? {
        switch self {
        case .replay(let stored): return stored
        case .fresh, .inFlight: return nil
        case .fingerprintMismatch: throw .otherInput
        }
    }
}

/// The reason to refuse a call with a key that was used before.
package enum ClaimRefusal: Error, Equatable, Sendable {
    /// The same request claimed the key and has no stored answer: it is in progress, or was
    /// interrupted.
    case inFlight
    /// The key was used for a different request.
    case otherInput
}
