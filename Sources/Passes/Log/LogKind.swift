import Postgres
import Vocabulary

/// Lines of phones that say the same of a pass type, and how many.
package struct LogKind: Sendable {
    package let shape: String
    package let lines: Int64
    package let firstAt: Instant
    package let lastAt: Instant

    /// What is beyond is counted together: strangers may write what they like.
    static let kindsMax = 100
}
