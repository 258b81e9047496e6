/// What became of a choice.
package struct ChosenChoice: Sendable {
    package let choice: Choice
    /// Of the order, with this choice in it.
    package let version: Int64
    /// Of the participant whose choice it is, and of all, without fees.
    package let participantTotal: Int64
    package let total: Int64
}
