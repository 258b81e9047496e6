/// What somebody wants to do with a choice.
package struct ChoiceWish: Sendable {
    /// Who asks.
    package let participant: Int
    /// Whose choice it is: their own, but for a step of something that is built together.
    package let owner: Int
    package let name: String
    package let action: Action
    /// Of the choice, as it was seen; nothing where none was there.
    package let version: Int64?
    /// The message that brings it, where only a sent one counts.
    package let message: Int?

    package enum Action: Sendable {
        case place(Choice.Content)
        /// Also of something that is built together, all of its steps at once.
        case placeWhole(Choice.Content)
        case remove
        /// The next step of something that is built together.
        case step(Choice.Pick)
    }

    package init(
        participant: Int, owner: Int? = nil, name: String, action: Action, version: Int64?,
        message: Int? = nil
    ) {
        self.participant = participant
        self.owner = owner ?? participant
        self.name = name
        self.action = action
        self.version = version
        self.message = message
    }
}
