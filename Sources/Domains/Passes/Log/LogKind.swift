import Postgres
import Vocabulary

/// A kind of log message from phones about a pass type, and its count.
package struct LogKind: Sendable {
    package let shape: String
    package let lines: Int64
    package let firstAt: Instant
    package let lastAt: Instant

    /// Further kinds are counted together: anyone can send arbitrary messages.
    static let kindsMax = 100
}
