import JSON
import Vocabulary

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

extension SharedOrderRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound:
            .notFound("no_shared_order", "there is no shared order at this URL")
        case .notParticipant:
            .forbidden(
                "not_participant",
                "this credential belongs to another order or to a participant who has left: join "
                    + "this order first"
            )
        case .notHost: .forbidden("not_host", "only the host of the order can do this")
        case .wasRemoved:
            .forbidden("removed", "the host of the order has removed this participant")
        case .full(let most):
            .conflict("order_full", "the order already has the maximum of \(most) participants")
        case .notOpen(let state):
            .conflict("shared_order_not_open", state.reason)
        case .changed:
            .conflict(
                "version_mismatch",
                "this has changed since you read it: sharedOrder is its current state")
        case .badChoice(let problems): .invalid(problems)
        case .soldOut:
            .conflict("sold_out", "not enough of this item is left: choose a smaller quantity")
        case .overParticipantLimit:
            .conflict("over_person_limit", "this exceeds the limit for each participant")
        case .overOrderLimit:
            .conflict("over_total_limit", "this exceeds the order's limit for its total")
        case .tooManyChoices(let most):
            .conflict("too_many_choices", "an order can have at most \(most) choices")
        case .noSuchChoice: .notFound("no_choice", "the choice does not exist")
        case .noSuchParticipant:
            .notFound("no_participant", "the order has no such participant")
        case .hostCannotLeave:
            .conflict(
                "host_stays",
                "the host can leave only after another participant has become the host")
        case .deviceOfAnother:
            .conflict(
                "identifier_taken",
                "another participant has joined with this identifier: send that participant's "
                    + "credential"
            )
        case .tooManyDevices:
            .conflict(
                "too_many_identifiers",
                "a participant can have at most \(SharedOrderLimits.devicesPerPersonMax) "
                    + "identifiers"
            )
        case .unfinished:
            .conflict(
                "unfinished_choice",
                "an item that several participants build is not finished: take its remaining steps "
                    + "or remove it"
            )
        case .nothingToPay:
            .conflict("nothing_to_pay", "the order's total is zero, so there is nothing to pay")
        case .notLocked:
            .conflict("shared_order_not_locked", "the order must be locked before it can be paid")
        case .noShareToPay:
            .conflict("no_share", "you have no share of this order to pay")
        case .payersNotOffered:
            .conflict(
                "payers_not_offered",
                "the merchant does not offer this way of paying the order")
        case .invalidCheckout(let problems):
            .conflict(
                "no_sheet",
                "the merchant's settings do not allow a payment sheet for this order",
                errors: problems)
        case .alreadyAuthorizing:
            .conflict(
                "attempt_in_progress", "a payment of this order is in progress; try again",
                retryAfterSeconds: 2)
        case .noSuchMessage: .notFound("no_message", "you have no such message")
        case .messageCanceled:
            .conflict(
                "message_canceled",
                "the message was canceled and its change was discarded: compose another message")
        case .removedByParticipant:
            .conflict(
                "choice_removed",
                "you have removed this choice since: send a different name in choice to add the "
                    + "item again"
            )
        case .tooManyMessages:
            .conflict("too_many_messages", "this order has reached its limit of messages")
        case .noFinishedOrder:
            .notFound(
                "no_finished_order",
                "you have not taken part in a paid order with this id")
        case .otherCurrency:
            .conflict("other_currency", "the earlier order was in another currency")
        case .erased: .conflict("erased", "the order was erased")
        }
    }
}

extension SharedOrder.State {
    fileprivate var reason: String {
        switch self {
        case .open: "the order is open"
        case .locked: "the order is locked for payment: choices cannot be changed now"
        case .paid: "the order was paid"
        case .canceled: "the order was canceled"
        case .expired: "the order has expired"
        }
    }
}
