import Checkouts
import Processors
import Vocabulary

/// A card that the merchant may charge again with the buyer's consent (docs/rules/money.md#20). It
/// has the identifier of the attempt that it first paid.
package struct SavedCard: Sendable, Identified {
    package static let identifierPrefix = "crd"
    package typealias ID = Identifier<SavedCard>

    package let id: ID
    package let checkout: CheckoutSession.ID
    package let processor: String
    package let reference: SavedCardReference
    package internal(set) var display: CardDisplay
    package let createdAt: Instant
    /// The time at which its merchant token was revoked, or unlinked because no charge was due any
    /// more.
    package internal(set) var unlinkedAt: Instant?
    var events = 0

    /// True if it remains valid without the device that paid first.
    package var isMerchantToken: Bool { reference.merchantToken != nil }

    /// A payment with this card while the buyer is absent.
    ///
    /// - Parameter try: identifies this try; the same try is never charged twice.
    package func payment(_ later: MerchantInitiatedKind, try number: String) -> Payment {
        Payment(
            instrument: .savedCard(reference, card: display, later), billing: nil, shipping: nil,
            digest: Array("\(id.text) \(number)".utf8), savedCard: id)
    }
}
