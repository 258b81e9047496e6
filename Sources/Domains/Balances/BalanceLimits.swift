/// Limits of a balance's fields, with their reasons.
package enum BalanceLimits {
    /// References are names in the merchant's own systems.
    package static let referenceLengthMax = 200
    package static let metadataMax = 50
    package static let metadataKeyLengthMax = 40
    package static let metadataValueLengthMax = 500
    /// Longer than any identifier that the server issues.
    package static let identifierLengthMax = 64
    /// The longest code that a buyer may type, with groups and blanks.
    package static let typedCodeLengthMax = 128
    /// A week: the merchant has most likely forgotten a hold that is not captured by then.
    package static let holdSecondsDefault: Int64 = 7 * 86_400
    package static let holdSecondsMax: Int64 = 90 * 86_400
}
