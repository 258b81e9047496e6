import SharedOrders

extension Problem {
    init(_ refusal: SharedOrderRefusal) {
        switch refusal {
        case .notFound:
            self.init(404, "no_shared_order", "no shared order has this address, or none any more")
        case .notParticipant:
            self.init(
                403, "not_participant",
                "this credential is of another order, or of somebody who has left: join this one")
        case .notHost: self.init(403, "not_host", "only the host of the order may do this")
        case .wasRemoved:
            self.init(403, "removed", "the host of the order has removed this participant")
        case .full(let most):
            self.init(409, "order_full", "the order has its \(most) participants")
        case .notOpen(let state):
            self.init(409, "shared_order_not_open", Self.reason(state))
        case .changed:
            self.init(
                409, "version_mismatch",
                "this was changed since you saw it: sharedOrder is how it stands now")
        case .badChoice(let problems): self = .badFields(problems)
        case .soldOut: self.init(409, "sold_out", "there are no more so many of this item")
        case .overPersonsLimit:
            self.init(409, "over_person_limit", "this is more than each may choose")
        case .overTotal:
            self.init(409, "over_total_limit", "this is more than the order may come to")
        case .tooManyChoices(let most):
            self.init(409, "too_many_choices", "at most \(most) choices are taken")
        case .noSuchChoice: self.init(404, "no_choice", "there is no such choice")
        case .noSuchParticipant:
            self.init(404, "no_participant", "no such participant takes part")
        case .hostStays:
            self.init(
                409, "host_stays", "the host leaves when somebody else has taken the role over")
        case .deviceOfAnother:
            self.init(
                409, "identifier_taken",
                "a participant has joined by this identifier: show their credential")
        case .tooManyDevices:
            self.init(
                409, "too_many_identifiers",
                "a participant has at most \(SharedOrderLimits.devicesPerPersonMax) identifiers")
        case .unfinished:
            self.init(
                409, "unfinished_choice",
                "something that is built together has steps left: take them, or remove it")
        case .nothingToPay:
            self.init(409, "nothing_to_pay", "nothing was chosen that costs anything")
        case .notLocked:
            self.init(409, "shared_order_not_locked", "lock the order first: then it can be paid")
        case .nothingToPayForYou:
            self.init(409, "no_share", "there is no part of this order that is yours to pay")
        case .payersNotOffered:
            self.init(409, "payers_not_offered", "the merchant does not let the order be paid so")
        case .badSheet(let problems):
            self.init(
                409, "no_sheet",
                "the merchant's settings let no payment sheet be opened for this order",
                errors: problems)
        case .alreadyAuthorizing:
            self.init(
                409, "attempt_in_progress", "a payment of this order is being made; ask again",
                retryAfterSeconds: 2)
        case .noSuchMessage: self.init(404, "no_message", "there is no such message of yours")
        case .messageCanceled:
            self.init(
                409, "message_canceled",
                "the message was canceled, and what it brought was dropped: compose another")
        case .removedSince:
            self.init(
                409, "choice_removed",
                "you have removed it since: send another name in choice to have it once more")
        case .tooManyMessages:
            self.init(409, "too_many_messages", "this order has had all the messages it may have")
        case .noFinishedOrder:
            self.init(
                404, "no_finished_order",
                "you have taken part in no paid order of this identifier")
        case .otherCurrency:
            self.init(409, "other_currency", "what was named then was priced in other money")
        case .erased: self.init(409, "erased", "the order was erased")
        }
    }

    private static func reason(_ state: SharedOrder.State) -> String {
        switch state {
        case .open: "the order is open"
        case .locked: "the order is being paid: nobody chooses just now"
        case .paid: "the order was paid"
        case .canceled: "the order was canceled"
        case .expired: "the order's time is over"
        }
    }
}
