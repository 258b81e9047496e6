import Contacts
import Crypto
import Processors

/// What the buyer's device sends once the buyer agreed: how to pay, and the full contacts.
package struct Payment: Sendable {
    package let instrument: PaymentInstrument
    package let billing: Contact?
    package let shipping: Contact?
    /// SHA-256 of the payment in canonical form.
    package let digest: [UInt8]

    package init(
        instrument: PaymentInstrument, billing: Contact?, shipping: Contact?, digest: [UInt8]
    ) {
        self.instrument = instrument
        self.billing = billing
        self.shipping = shipping
        self.digest = digest
    }

    /// The same payment at the same version is the same tap (money.md 18).
    func fingerprint(version: Int) -> [UInt8] {
        SHA256.hash(digest + Array("@\(version)".utf8))
    }
}
