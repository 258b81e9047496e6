import JSON

/// Why a shared order does not do what it is asked.
package enum SharedOrderRefusal: Error, Equatable, Sendable {
    /// Unknown, guessed or given back: nobody learns which.
    case notFound
    /// No credential of this order's, or one of somebody who has left.
    case notParticipant
    case notHost
    /// The host has sent this person away.
    case wasRemoved
    case full(Int64)
    /// Nobody chooses any more, or not now.
    case notOpen(SharedOrder.State)
    /// The choice, or what it depends on, is not what was seen.
    case changed
    /// The choice names what is not on the menu, or not so.
    case badChoice([FieldProblem])
    case soldOut
    case overPersonsLimit
    case overTotal
    case tooManyChoices(Int)
    case noSuchChoice
    case noSuchParticipant
    /// The host leaves only after somebody else took over.
    case hostStays
    case deviceOfAnother
    case tooManyDevices
    /// Something that is built together has steps left.
    case unfinished
    case nothingToPay
    case notLocked
    /// The payer has no share of their own.
    case nothingToPayForYou
    case payersNotOffered
    /// The merchant's settings let no sheet be opened for it.
    case badSheet([FieldProblem])
    case alreadyAuthorizing
    case noSuchMessage
    /// It was canceled, and what it brought was dropped.
    case messageCanceled
    case tooManyMessages
    case erased
    /// None that this person has taken part in and that was paid.
    case noFinishedOrder
    /// Something was priced by whoever named it, in other money.
    case otherCurrency
    /// They have removed it since they had it again.
    case removedSince
}
