import Processors
import Vocabulary

/// A card that its buyer lets the merchant charge again (money.md rule 20). It is named like the attempt
/// that it paid first.
package struct KeptCard: Sendable, Identified {
    package static let identifierPrefix = "crd"
    package typealias ID = Identifier<KeptCard>

    package let id: ID
    package let checkout: Sheet.ID
    package let processor: String
    package let reference: KeptCardReference
    package internal(set) var display: CardDisplay
    package let createdAt: Instant
    /// When its merchant token was taken back, or let go because nothing was to be charged any more.
    package internal(set) var unlinkedAt: Instant?
    var events = 0

    /// Whether it outlives the device that it was paid with.
    package var isMerchantToken: Bool { reference.merchantToken != nil }

    /// A payment with it that its buyer is not there for.
    ///
    /// - Parameter try: what tells this try from others; the same one is never charged twice.
    package func payment(_ later: LaterPayment, try number: String) -> Payment {
        Payment(
            instrument: .kept(reference, card: display, later), billing: nil, shipping: nil,
            digest: Array("\(id.text) \(number)".utf8), keptCard: id)
    }
}
