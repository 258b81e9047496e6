import Checkouts
import Contacts
import Crypto
import Processors
import Vocabulary

/// The payment that the device sends after the buyer agreed: the instrument and the full contacts.
package struct Payment: Sendable {
    package let instrument: PaymentInstrument
    package let billing: Contact?
    package let shipping: Contact?
    /// SHA-256 of the payment in canonical form.
    package let digest: [UInt8]
    /// The saved card that pays, if one does.
    let savedCard: SavedCard.ID?

    package init(
        instrument: PaymentInstrument, billing: Contact?, shipping: Contact?, digest: [UInt8],
        savedCard: SavedCard.ID? = nil
    ) {
        self.instrument = instrument
        self.billing = billing
        self.shipping = shipping
        self.digest = digest
        self.savedCard = savedCard
    }

    /// Apple's transaction identifier, if a token from the buyer's device pays.
    var token: [UInt8]? {
        guard case .opened(let opened, _) = instrument else { return nil }
        return Hex.decode(opened.transactionIdentifier)
    }

    func requireMet(_ expectation: TokenExpectation, at now: Instant) throws(CheckoutRefusal) {
        guard case .opened(let opened, _) = instrument else { return }
        try expectation.requireMet(by: opened, at: now)
    }

    /// SHA-256 of the digest and the version: the same payment at the same version is a repeated
    /// call (docs/rules/money.md#18).
    func fingerprint(version: Int) -> [UInt8] { Self.fingerprint(of: digest, version: version) }

    static func fingerprint(of digest: [UInt8], version: Int) -> [UInt8] {
        SHA256.hash(digest + Array("@\(version)".utf8))
    }
}
