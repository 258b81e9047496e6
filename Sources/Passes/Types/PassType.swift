import Vocabulary

/// A kind of passes that look alike, such as a shop's gift cards, or a merchant's orders; Apple has issued a certificate for it.
package struct PassType: Sendable, Identified {
    package static let identifierPrefix = "pty"
    package typealias ID = Identifier<PassType>

    package let id: ID
    /// As Apple knows it, such as `pass.com.example.gift` or `order.com.example.shop`.
    package let identifier: String
    package var kind: PackageKind { PackageKind(of: identifier) }
    /// Apple's name of the merchant's team, as the certificate has it.
    package let teamIdentifier: String
    /// Of the template, which was stored so often; 0 as long as there is none.
    package var version: Int
    /// What there is to know of the template, as it is shown; nothing as long as there is none.
    package internal(set) var summary: [UInt8]?
    package let createdAt: Instant
    package var changedAt: Instant

    package init(
        id: ID, identifier: String, teamIdentifier: String, version: Int = 0,
        summary: [UInt8]? = nil, createdAt: Instant, changedAt: Instant
    ) {
        self.id = id
        self.identifier = identifier
        self.teamIdentifier = teamIdentifier
        self.version = version
        self.summary = summary
        self.createdAt = createdAt
        self.changedAt = changedAt
    }

    /// Nobody needs more: a type is for a style and a look, not for a buyer.
    package static let countMax = 20
    package static let identifierLengthMax = 255
}
