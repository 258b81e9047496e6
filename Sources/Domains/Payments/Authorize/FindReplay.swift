import Checkouts
import Postgres
import Vocabulary

/// Finds the answer to a repeated payment whose token cannot be opened any more, because its
/// certificate was deleted or has expired, or the processor's keys were deleted. Otherwise the
/// buyer would see a failure although the card was charged.
package struct FindReplay: Verb {
    package let context: CheckoutContext
    /// The digest of the payment as it arrived.
    package let digest: [UInt8]
    /// The version in the request; nil matches any version.
    package let version: Int?

    package init(context: CheckoutContext, digest: [UInt8], version: Int?) {
        self.context = context
        self.digest = digest
        self.version = version
    }

    /// Returns nil if this payment was never tried.
    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer? {
        let loaded = try LoadedCheckout(context, in: transaction)
        let own = try loaded.attempts().first {
            $0.fingerprint == Payment.fingerprint(of: digest, version: version ?? $0.version)
        }
        return own.map {
            AuthorizationAnswer(
                session: loaded.session, attempt: $0, errors: $0.errors(loaded.session.request))
        }
    }
}
