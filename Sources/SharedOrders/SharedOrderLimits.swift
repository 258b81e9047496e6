/// How much a shared order may hold, and why no more.
package enum SharedOrderLimits {
    /// Messages holds 32 people in a conversation; a few more come by the link.
    package static let participantsMax: Int64 = 100
    package static let participantsUsual: Int64 = 32
    /// A page of a menu; each server keeps some thousands of them in memory.
    package static let itemsMax = 200
    package static let groupsMax = 10
    package static let optionsMax = 50
    /// Names of the merchant's own system.
    package static let identifierLengthMax = 64
    package static let nameLengthMax = 128
    package static let detailLengthMax = 512
    package static let titleLengthMax = 128
    package static let feesMax = 5
    /// Nobody eats more, and what a person has chosen is read with each of their choices.
    package static let choicesPerPersonMax = 50
    /// The sheet of who pays lists them all.
    package static let choicesMax = 1_000
    /// A slip of the finger beyond that.
    package static let quantityMax: Int64 = 99
    package static let stockMax: Int64 = 1_000_000
    /// Of one option group, taken together.
    package static let pickedMax = 20
    /// Who needs longer starts another with today's prices.
    package static let lifeSecondsMax: Int64 = 30 * 86_400
    package static let lifeSecondsMin: Int64 = 60
    package static let lifeSecondsUsual: Int64 = 86_400
    /// Long enough to find a card; then the others may choose again.
    package static let lockSeconds: Int64 = 600
    /// So long before its lock lapses a payer's sheet takes nothing more: a bank may take 25 s to answer.
    static let bankSeconds: Int64 = 30
    /// A person has a phone, a tablet and a watch, and has installed the app anew.
    package static let devicesPerPersonMax = 8
    /// Bubbles of one order: one for each step that somebody takes.
    package static let messagesMax = 5_000
}
