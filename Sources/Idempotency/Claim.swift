import Crypto
import Postgres

/// The claim of an idempotency key: the first durable write of the call that it guards.
///
/// The scope keeps keys apart: a key belongs to one merchant and one kind of credential, or to one
/// checkout when the caller is a buyer's browser. Rule: money.md 18.
package struct Claim: Sendable {
    /// The merchant's number, 0 for the operator's calls.
    package let merchant: Int64
    package let scope: String
    package let key: String
    package let fingerprint: [UInt8]
    /// Microseconds since 1970.
    package let at: Int64

    package init(merchant: Int64, scope: String, key: String, fingerprint: [UInt8], at: Int64) {
        self.merchant = merchant
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
        self.at = at
    }

    /// The longest key that is taken, in bytes; Stripe's limit, which its users' libraries know.
    package static let keyBytesMax = 255

    /// A fingerprint of what was asked: the same input is the same bytes in canonical form.
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

/// An answer as it is kept for a replay: without secrets and without contacts.
package struct StoredAnswer: Equatable, Sendable {
    package let status: Int
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// What a claim finds.
package enum Claimed: Equatable, Sendable {
    /// Nobody used the key before: do the work.
    case fresh
    /// The same input was answered before: give that answer again.
    case replay(StoredAnswer)
    /// The same input is being worked on.
    case inFlight
    /// The key was used for something else.
    case otherInput
}
