import Vocabulary

/// A product that a merchant sells on subscription. Its terms come in versions: a version that a
/// buyer agreed to never changes.
package struct Plan: Sendable, Identified {
    package static let identifierPrefix = "pln"
    package typealias ID = Identifier<Plan>

    package let id: ID
    package var version: Int
    package var terms: PlanTerms
    package let createdAt: Instant
    package var archivedAt: Instant?

    package init(
        id: ID, version: Int = 1, terms: PlanTerms, createdAt: Instant, archivedAt: Instant? = nil
    ) {
        self.id = id
        self.version = version
        self.terms = terms
        self.createdAt = createdAt
        self.archivedAt = archivedAt
    }
}
