import JSON
import Vocabulary

/// A buyer's pass of a type, in Wallet or available for download.
package struct Pass: Sendable, Identified {
    package static let identifierPrefix = "pas"
    package typealias ID = Identifier<Pass>

    package let id: ID
    package let type: PassType.ID
    /// Apple's identifier of the type.
    package let typeIdentifier: String
    /// An order is stored as a pass.
    package var kind: PackageKind { PackageKind(of: typeIdentifier) }
    /// Identifies the pass in phones' requests; never changes.
    package let serialNumber: String
    /// The buyer's part of the pass; nil after the buyer was erased.
    package internal(set) var privateData: PrivateData?
    /// The customer's identifier.
    package internal(set) var customer: UUID128?
    /// The identifier of the subject, as text.
    package let subject: String?
    package internal(set) var relevantAt: Instant?
    package internal(set) var voidedAt: Instant?
    /// Number of phones that have the pass.
    package let devices: Int
    /// Tag of the last change.
    package internal(set) var tag: Int64
    /// In whole seconds; each change has a later time than the one before.
    package internal(set) var modifiedAt: Instant
    package let createdAt: Instant
    package let erasedAt: Instant?
    /// Warnings from the current call about content that Wallet would show differently than
    /// intended.
    package internal(set) var warnings: [FieldProblem] = []

    /// The values that are sealed with the key of the pass.
    package struct PrivateData: Sendable {
        package internal(set) var values: PassValues
        /// The values of the subject when it was last read.
        var shown: SubjectValues?
        /// The secret that phones send; never changes.
        package let token: PassSecret
        /// The download link; nil if it was revoked.
        package internal(set) var link: PassLink?
        /// The data that the buyer entered in the template's form, if it has one.
        package internal(set) var personalization: Personalization?
        /// Number of sign-ups: after a pass changes hands, the next owner signs up again.
        var signUps = 0
    }

    /// True if Wallet shows the pass as no longer valid, because the merchant or the subject voided
    /// it.
    package var isVoided: Bool { voidedAt != nil || privateData?.shown?.isVoided == true }

    package static let serialLengthMax = 255

    /// Returns true if phones can put the text into a URL and people can read it.
    package static func isSerialNumber(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0 == " " || $0.isPrintable && !$0.properties.isWhitespace
            }
    }

    /// Returns the current time in whole seconds, or one second after the last change if that is
    /// later: HTTP dates have no fractions of seconds.
    static func modified(after last: Instant?, at now: Instant) -> Instant {
        let present = now.microseconds / 1_000_000
        return Instant(
            seconds: max(present, last.map { $0.microseconds / 1_000_000 + 1 } ?? present))
    }
}
