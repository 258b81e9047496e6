import Vocabulary

/// A clock that a test merchant moves by hand, for the subscriptions that use it.
package struct TestClock: Sendable, Identified {
    package static let identifierPrefix = "clk"
    package typealias ID = Identifier<TestClock>

    package let id: ID
    package let name: String?
    package var at: Instant
    /// The time to which it is moving; nil while it stands still.
    package var target: Instant?
    package let createdAt: Instant

    package init(id: ID, name: String?, at: Instant, target: Instant? = nil, createdAt: Instant) {
        self.id = id
        self.name = name
        self.at = at
        self.target = target
        self.createdAt = createdAt
    }

    /// The largest distance between a clock and the real time, in years: longer than any test
    /// needs.
    package static let yearsMax: Int64 = 20
    /// Fits on a line of a test report.
    package static let nameLengthMax = 100
}
