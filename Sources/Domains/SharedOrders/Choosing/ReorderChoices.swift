import Postgres
import Vocabulary

/// Repeats a person's choices from an earlier paid order, with the menu and the prices of this
/// order.
package struct ReorderChoices: Sendable {
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
        package var skipped: [SkippedItem] = []
        package let version: Int64
        package let participantTotal: Int64
        package let total: Int64
    }

    package struct SkippedItem: Sendable {
        package let content: Choice.Content
        /// The name in the finished order's menu, or the free item's name; today's menu may not
        /// contain the item.
        package let name: String?
        package let reason: SharedOrderRefusal
    }

    private struct EarlierItem: Sendable {
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

    package func callAsFunction(on service: SharedOrderService) async throws -> Outcome {
        let terms = try await service.terms(of: order)
        let person = try await service.present(caller, in: order).person
        // A paid order never changes, so the server may read it before it takes the lock.
        let before = try await service.database.run(
            FinishedOrder.find(finished, of: person), groupCommit: .reading
        ).map { try FinishedOrder(row: $0, keys: service.keys) }
        guard !before.isEmpty else { throw SharedOrderRefusal.noFinishedOrder }
        let earlier = before.flatMap { order in
            order.choices.map { EarlierItem($0.content, in: order, terms) }
        }
        return try await service.change(order, participants: [caller], at: now) {
            aggregate, transaction in
            try aggregate.requireOpen()
            try aggregate.requirePresent(caller)
            let requests = earlier.enumerated().map { request(for: $1.content, $0 + 1) }
            let messages = try aggregate.messages(of: requests, in: transaction)
            var chosen: [Choice] = []
            var skipped: [SkippedItem] = []
            for (earlier, request) in zip(earlier, requests) {
                let leave = {
                    skipped.append(
                        SkippedItem(content: earlier.content, name: earlier.name, reason: $0))
                }
                // A repeated call changes nothing, nor does it undo later changes of the choices.
                let key = SharedOrderAggregate.Key(participant: caller, name: request.name)
                if let known = aggregate.choices[key] {
                    if known.state == .removed {
                        leave(.removedByParticipant)
                    } else {
                        chosen.append(known)
                    }
                    continue
                }
                do throws(SharedOrderRefusal) {
                    try request.requireMessage(of: messages)
                    // A free item has a price only in the finished order's currency.
                    guard earlier.isCounted || earlier.content.item != nil else {
                        throw .otherCurrency
                    }
                    chosen.append(try aggregate.apply(request))
                } catch {
                    if error == .noSuchMessage { throw error }
                    leave(error)
                }
            }
            return Outcome(
                chosen: chosen, skipped: skipped, version: aggregate.order.version,
                participantTotal: aggregate.participants[caller]?.total ?? 0,
                total: aggregate.order.total)
        }.value
    }

    private func request(for content: Choice.Content, _ number: Int) -> ChoiceRequest {
        let picks = content.picks.map {
            Choice.Pick(group: $0.group, options: $0.options, by: caller)
        }
        return ChoiceRequest(
            participant: caller, name: "\(name)-\(finished.uuid.base32.suffix(8))-\(number)",
            action: .placeWhole(
                Choice.Content(product: content.product, quantity: content.quantity, picks: picks)),
            version: nil, message: message)
    }
}
