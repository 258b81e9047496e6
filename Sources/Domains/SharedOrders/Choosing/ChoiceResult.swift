/// The result of a change of a choice.
package struct ChoiceResult: Sendable {
    package let choice: Choice
    /// The order's version, with this change included.
    package let version: Int64
    /// The total of the choice's owner; like the order's total, without fees.
    package let participantTotal: Int64
    package let total: Int64
}
