/// How much a balance may hold beside its money, and why no more.
package enum BalanceLimits {
    /// Names of the merchant's own systems.
    package static let referenceLengthMax = 200
    package static let metadataMax = 50
    package static let metadataKeyLengthMax = 40
    package static let metadataValueLengthMax = 500
    /// Longer than any identifier that is given out.
    package static let identifierLengthMax = 64
    /// What somebody may type of a code, with groups and blanks.
    package static let typedCodeLengthMax = 128
    /// A week: what nobody captured by then was forgotten.
    package static let holdSecondsDefault: Int64 = 7 * 86_400
    package static let holdSecondsMax: Int64 = 90 * 86_400
}
