import Carts

/// The limits of a shared order, with their reasons.
package enum SharedOrderLimits {
    /// Messages allows 32 people in a conversation; a few more may join by the link.
    package static let participantsMax: Int64 = 100
    package static let participantsDefault: Int64 = 32
    /// Participants of one order, those who left included: limits the order's rows, which people
    /// who join and leave repeatedly would fill.
    static let participantsEverMax = 10 * Int(participantsMax)
    /// One page of a menu; each server caches up to 2,000 menus.
    package static let itemsMax = 200
    package static let groupsMax = 10
    package static let optionsMax = 50
    /// Identifiers of the merchant's own system.
    package static let identifierLengthMax = 64
    package static let nameLengthMax = 128
    package static let detailLengthMax = 512
    package static let titleLengthMax = 128
    package static let feesMax = 5
    /// More than one person orders; every change of a choice reads all choices of its participant.
    package static let choicesPerPersonMax = 50
    /// A payer's sheet lists all of them.
    package static let choicesMax = 1_000
    /// A larger quantity is a typing error.
    package static let quantityMax: Int64 = 99
    package static let stockMax: Int64 = 1_000_000
    /// Of one option group.
    package static let pickedMax = 20
    /// After this time, a new order with current prices is due.
    package static let lifeSecondsMax: Int64 = 30 * 86_400
    package static let lifeSecondsMin: Int64 = 60
    package static let lifeSecondsDefault: Int64 = 86_400
    /// Long enough to find a card; then the others may choose again.
    package static let lockSeconds: Int64 = 600
    /// A payer's checkout expires this long before the lock ends, because a started payment may
    /// take as long as the payment sheet waits.
    static let bankSeconds = PaymentSheetLimits.answerSecondsMax
    /// A person has a phone, a tablet and a watch, and may install the app again.
    package static let devicesPerPersonMax = 8
    /// One bubble for each step that a participant takes.
    package static let messagesMax = 5_000
}
