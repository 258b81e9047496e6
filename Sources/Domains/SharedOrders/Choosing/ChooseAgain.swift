import Postgres
import Vocabulary

/// Repeats a person's choices from an earlier paid order, with the menu and the prices of this
/// order.
package struct ChooseAgain: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let finished: SharedOrder.ID
    /// The prefix of the new choices' names; a part of the finished order's identifier and a number
    /// follow. A repeated call produces the same names.
    package let name: String
    package let message: Int?
    package let now: Instant

    package init(
        _ finished: SharedOrder.ID, in order: SharedOrder.ID, caller: Int, name: String,
        message: Int?, now: Instant
    ) {
        self.finished = finished
        self.order = order
        self.caller = caller
        self.name = name
        self.message = message
        self.now = now
    }

    package struct Outcome: Sendable {
        package var chosen: [Choice] = []
        /// The items that this order cannot repeat, each with the reason.
        package var left: [Left] = []
        package let version: Int64
        package let participantTotal: Int64
        package let total: Int64
    }

    package struct Left: Sendable {
        package let content: Choice.Content
        /// The name in the finished order's menu, or the free item's name; today's menu may not
        /// contain the item.
        package let name: String?
        package let why: SharedOrderRefusal
    }

    private struct Had: Sendable {
        let content: Choice.Content
        let name: String?
        /// True if the item was priced in this order's currency.
        let isCounted: Bool

        init(_ content: Choice.Content, in order: FinishedOrder, _ terms: SharedOrderTerms) {
            self.content = content
            let menu = order.terms.menu
            name =
                content.freeName
                ?? content.item.flatMap(menu.place(of:)).map { menu.items[$0].name }
            isCounted = order.terms.currency == terms.currency
        }
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> Outcome {
        let terms = try await desk.terms(of: order)
        let person = try await desk.present(caller, in: order).person
        // A paid order never changes, so the server may read it before it takes the lock.
        let before = try await desk.database.run(
            FinishedOrder.find(finished, of: person), sharing: .reading
        ).map { try FinishedOrder(row: $0, keys: desk.keys) }
        guard !before.isEmpty else { throw SharedOrderRefusal.noFinishedOrder }
        let had = before.flatMap { order in
            order.choices.map { Had($0.content, in: order, terms) }
        }
        return try await desk.change(order, participants: [caller], at: now) { held, transaction in
            try held.demandOpen()
            try held.demandPresent(caller)
            let wishes = had.enumerated().map { wish(for: $1.content, $0 + 1) }
            let messages = try held.messages(of: wishes, in: transaction)
            var chosen: [Choice] = []
            var left: [Left] = []
            for (had, wish) in zip(had, wishes) {
                let leave = { left.append(Left(content: had.content, name: had.name, why: $0)) }
                // A repeated call changes nothing, nor does it undo later changes of the choices.
                let key = HeldOrder.Key(participant: caller, name: wish.name)
                if let known = held.choices[key] {
                    if known.state == .removed {
                        leave(.removedSince)
                    } else {
                        chosen.append(known)
                    }
                    continue
                }
                do throws(SharedOrderRefusal) {
                    try wish.demandMessage(of: messages)
                    // A free item has a price only in the finished order's currency.
                    guard had.isCounted || had.content.item != nil else { throw .otherCurrency }
                    chosen.append(try held.apply(wish))
                } catch {
                    if error == .noSuchMessage { throw error }
                    leave(error)
                }
            }
            return Outcome(
                chosen: chosen, left: left, version: held.order.version,
                participantTotal: held.participants[caller]?.total ?? 0, total: held.order.total)
        }.value
    }

    private func wish(for content: Choice.Content, _ number: Int) -> ChoiceWish {
        let picks = content.picks.map {
            Choice.Pick(group: $0.group, options: $0.options, by: caller)
        }
        return ChoiceWish(
            participant: caller, name: "\(name)-\(finished.uuid.base32.suffix(8))-\(number)",
            action: .placeWhole(
                Choice.Content(what: content.what, quantity: content.quantity, picks: picks)),
            version: nil, message: message)
    }
}
