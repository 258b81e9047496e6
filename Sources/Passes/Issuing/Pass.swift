import JSON
import Vocabulary

/// What one buyer has of a pass type, in their Wallet or soon.
package struct Pass: Sendable, Identified {
    package static let identifierPrefix = "pas"
    package typealias ID = Identifier<Pass>

    package let id: ID
    package let type: PassType.ID
    /// As Apple knows the type.
    package let typeIdentifier: String
    /// An order is kept as a pass is.
    package var kind: PackageKind { PackageKind(of: typeIdentifier) }
    /// By which phones ask for it; never changes.
    package let serialNumber: String
    /// What belongs to the buyer; nothing once they were erased.
    package internal(set) var held: Held?
    /// The text of the customer's identifier.
    package internal(set) var customer: UUID128?
    /// The text of the identifier of what it stands for.
    package let subject: String?
    package internal(set) var relevantAt: Instant?
    package internal(set) var voidedAt: Instant?
    /// How many phones have it.
    package let devices: Int
    /// Of its last change.
    package internal(set) var tag: Int64
    /// In whole seconds; each change has a later one.
    package internal(set) var modifiedAt: Instant
    package let createdAt: Instant
    package let erasedAt: Instant?
    /// What Wallet would show otherwise than whoever issued or changed it just now has meant.
    package internal(set) var warnings: [FieldProblem] = []

    /// What is sealed with the pass's own key.
    package struct Held: Sendable {
        package internal(set) var values: PassValues
        /// What it stands for has said last.
        var shown: PassShown?
        /// By which a phone is known; never changes.
        package let token: PassSecret
        /// What opens the download; nothing when it was revoked.
        package internal(set) var link: PassLink?
        /// What the buyer has told of themselves, if the template asks.
        package internal(set) var personalization: Personalization?
        /// How often somebody has: of a pass that was handed on, the next one does.
        var signUps = 0
    }

    /// Whether Wallet shows that it is not to be taken any more: its merchant said so, or what it stands for does.
    package var isVoided: Bool { voidedAt != nil || held?.shown?.isVoided == true }

    package static let serialLengthMax = 255

    /// Nothing when phones could not write it into an address, or people could not read it.
    package static func isSerialNumber(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0 == " " || $0.isVisible && !$0.properties.isWhitespace
            }
    }

    /// The whole second after what was, and not before now: HTTP's dates have no parts of seconds.
    static func modified(after last: Instant?, at now: Instant) -> Instant {
        let present = now.microseconds / 1_000_000
        return Instant(
            seconds: max(present, last.map { $0.microseconds / 1_000_000 + 1 } ?? present))
    }
}
