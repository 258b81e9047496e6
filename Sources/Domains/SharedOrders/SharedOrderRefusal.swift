import JSON

/// The reasons for which a shared order refuses a call.
package enum SharedOrderRefusal: Error, Equatable, Sendable {
    /// An unknown, guessed or revoked link; the caller cannot tell which.
    case notFound
    /// The caller has no credential of this order, or has left it.
    case notParticipant
    case notHost
    /// The host removed this person.
    case wasRemoved
    case full(Int64)
    /// The order is not open for choices.
    case notOpen(SharedOrder.State)
    /// The choice, or something that it depends on, differs from the version that the caller saw.
    case changed
    /// The choice does not match the menu.
    case badChoice([FieldProblem])
    case soldOut
    case overParticipantLimit
    case overOrderLimit
    case tooManyChoices(Int)
    case noSuchChoice
    case noSuchParticipant
    /// The host must hand over their role before they leave.
    case hostCannotLeave
    case deviceOfAnother
    case tooManyDevices
    /// An item that several people build has steps left.
    case unfinished
    case nothingToPay
    case notLocked
    /// The payer has no share of their own.
    case noShareToPay
    case payersNotOffered
    /// The merchant's settings do not allow a checkout for the order.
    case invalidCheckout([FieldProblem])
    case alreadyAuthorizing
    case noSuchMessage
    /// The message was canceled, and its choices were dropped.
    case messageCanceled
    case tooManyMessages
    case erased
    /// This person finished no such order.
    case noFinishedOrder
    /// A participant priced the item in another currency.
    case otherCurrency
    /// The participant removed the item after an earlier call had repeated it.
    case removedByParticipant
}
