import SharedOrders

extension Problem {
    init(_ refusal: SharedOrderRefusal) {
        switch refusal {
        case .notFound:
            self.init(404, "no_shared_order", "there is no shared order at this URL")
        case .notParticipant:
            self.init(
                403, "not_participant",
                "this credential belongs to another order or to a participant who has left: join "
                    + "this order first"
            )
        case .notHost: self.init(403, "not_host", "only the host of the order can do this")
        case .wasRemoved:
            self.init(403, "removed", "the host of the order has removed this participant")
        case .full(let most):
            self.init(
                409, "order_full", "the order already has the maximum of \(most) participants")
        case .notOpen(let state):
            self.init(409, "shared_order_not_open", Self.reason(state))
        case .changed:
            self.init(
                409, "version_mismatch",
                "this has changed since you read it: sharedOrder is its current state")
        case .badChoice(let problems): self = .badFields(problems)
        case .soldOut:
            self.init(409, "sold_out", "not enough of this item is left: choose a smaller quantity")
        case .overParticipantLimit:
            self.init(409, "over_person_limit", "this exceeds the limit for each participant")
        case .overOrderLimit:
            self.init(409, "over_total_limit", "this exceeds the order's limit for its total")
        case .tooManyChoices(let most):
            self.init(409, "too_many_choices", "an order can have at most \(most) choices")
        case .noSuchChoice: self.init(404, "no_choice", "the choice does not exist")
        case .noSuchParticipant:
            self.init(404, "no_participant", "the order has no such participant")
        case .hostCannotLeave:
            self.init(
                409, "host_stays",
                "the host can leave only after another participant has become the host")
        case .deviceOfAnother:
            self.init(
                409, "identifier_taken",
                "another participant has joined with this identifier: send that participant's "
                    + "credential"
            )
        case .tooManyDevices:
            self.init(
                409, "too_many_identifiers",
                "a participant can have at most \(SharedOrderLimits.devicesPerPersonMax) "
                    + "identifiers"
            )
        case .unfinished:
            self.init(
                409, "unfinished_choice",
                "an item that several participants build is not finished: take its remaining steps "
                    + "or remove it"
            )
        case .nothingToPay:
            self.init(
                409, "nothing_to_pay", "the order's total is zero, so there is nothing to pay")
        case .notLocked:
            self.init(
                409, "shared_order_not_locked", "the order must be locked before it can be paid")
        case .noShareToPay:
            self.init(409, "no_share", "you have no share of this order to pay")
        case .payersNotOffered:
            self.init(
                409, "payers_not_offered",
                "the merchant does not offer this way of paying the order")
        case .invalidCheckout(let problems):
            self.init(
                409, "no_sheet",
                "the merchant's settings do not allow a payment sheet for this order",
                errors: problems)
        case .alreadyAuthorizing:
            self.init(
                409, "attempt_in_progress", "a payment of this order is in progress; try again",
                retryAfterSeconds: 2)
        case .noSuchMessage: self.init(404, "no_message", "you have no such message")
        case .messageCanceled:
            self.init(
                409, "message_canceled",
                "the message was canceled and its change was discarded: compose another message")
        case .removedByParticipant:
            self.init(
                409, "choice_removed",
                "you have removed this choice since: send a different name in choice to add the "
                    + "item again"
            )
        case .tooManyMessages:
            self.init(409, "too_many_messages", "this order has reached its limit of messages")
        case .noFinishedOrder:
            self.init(
                404, "no_finished_order",
                "you have not taken part in a paid order with this id")
        case .otherCurrency:
            self.init(409, "other_currency", "the earlier order was in another currency")
        case .erased: self.init(409, "erased", "the order was erased")
        }
    }

    private static func reason(_ state: SharedOrder.State) -> String {
        switch state {
        case .open: "the order is open"
        case .locked: "the order is locked for payment: choices cannot be changed now"
        case .paid: "the order was paid"
        case .canceled: "the order was canceled"
        case .expired: "the order has expired"
        }
    }
}
