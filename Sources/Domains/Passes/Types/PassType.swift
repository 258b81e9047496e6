import Vocabulary

/// A group of passes with a common look, such as a shop's gift cards, or a merchant's orders. Apple
/// issues a certificate for each.
package struct PassType: Sendable, Identified {
    package static let identifierPrefix = "pty"
    package typealias ID = Identifier<PassType>

    package let id: ID
    /// Apple's identifier, such as `pass.com.example.gift` or `order.com.example.shop`.
    package let identifier: String
    package var kind: PackageKind { PackageKind(of: identifier) }
    /// Apple's identifier of the merchant's team, from the certificate.
    package let teamIdentifier: String
    /// Version of the template: the number of times it was stored, or 0 without a template.
    package var version: Int
    /// Summary of the template for display; nil without a template.
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

    /// More than a merchant needs: types differ in style and look, not by buyer.
    package static let countMax = 20
    package static let identifierLengthMax = 255
}
