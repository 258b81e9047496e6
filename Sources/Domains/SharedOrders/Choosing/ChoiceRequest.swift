/// A requested change of a choice.
package struct ChoiceRequest: Sendable {
    /// The caller.
    package let participant: Int
    /// The choice's owner: the caller, except for a step of an item that several people build.
    package let owner: Int
    package let name: String
    package let action: Action
    /// The version of the choice that the caller saw; nil if they saw no choice.
    package let version: Int64?
    /// The message that carries the change, in an order whose choices count only when sent.
    package let message: Int?

    package enum Action: Sendable {
        case place(Choice.Content)
        /// Also allows an item that several people build, with all of its steps at once.
        case placeWhole(Choice.Content)
        case remove
        /// The next step of an item that several people build.
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
