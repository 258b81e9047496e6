import Postgres
import Vocabulary

/// Places, changes or removes a choice, in one transaction with the other pending changes of the
/// same order.
package struct Choose: Sendable {
    package let order: SharedOrder.ID
    package let wish: ChoiceWish
    package let now: Instant

    package init(_ wish: ChoiceWish, in order: SharedOrder.ID, now: Instant) {
        self.wish = wish
        self.order = order
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> ChosenChoice {
        // Fails early for an unknown order, before anything is queued.
        _ = try await desk.terms(of: order)
        return try await withCheckedThrowingContinuation { done in
            let waiting = ChoosingQueue.Waiting(wish: wish, now: now) { done.resume(with: $0) }
            guard desk.queue.join(order, waiting) else { return }
            Task { await Self.work(on: order, at: desk) }
        }
    }

    /// Works until the order's queue is empty.
    private static func work(on order: SharedOrder.ID, at desk: SharedOrderDesk) async {
        while true {
            let line = desk.queue.next(of: order)
            guard !line.isEmpty else { return }
            guard let now = line.map(\.now).max() else { return }
            do {
                let answers = try await desk.choose(line.map(\.wish), in: order, at: now)
                for (waiting, answer) in zip(line, answers) { waiting.answer(answer) }
            } catch {
                for waiting in line { waiting.answer(.failure(error)) }
            }
        }
    }
}

extension SharedOrderDesk {
    /// Applies the changes in order; a refused change has no effect and does not stop the others.
    fileprivate func choose(
        _ wishes: [ChoiceWish], in order: SharedOrder.ID, at now: Instant
    ) async throws -> [Result<ChosenChoice, any Error>] {
        let numbers = Set(wishes.flatMap { [$0.participant, $0.owner] }).sorted()
        return try await change(order, participants: numbers, at: now) { held, transaction in
            let messages = try held.messages(of: wishes, in: transaction)
            return wishes.map { wish in
                do throws(SharedOrderRefusal) {
                    try wish.demandMessage(of: messages)
                    let choice = try held.apply(wish)
                    return .success(
                        ChosenChoice(
                            choice: choice, version: held.order.version,
                            participantTotal: held.participants[choice.participant]?.total ?? 0,
                            total: held.order.total))
                } catch {
                    return .failure(error)
                }
            }
        }.value
    }
}

extension ChoiceWish {
    /// Requires that the message belongs to the caller and was not sent yet.
    func demandMessage(of messages: [Int: Int]) throws(SharedOrderRefusal) {
        guard let message, messages[message] != participant else { return }
        throw .noSuchMessage
    }
}

extension HeldOrder {
    /// The unsent messages that the changes name, each with its participant.
    func messages(
        of wishes: [ChoiceWish], in transaction: Transaction
    ) throws -> [Int: Int] {
        let numbers = wishes.compactMap(\.message)
        guard terms.countsWhenSent, !numbers.isEmpty else { return [:] }
        var messages: [Int: Int] = [:]
        for row in try transaction.run(SharedMessage.waiting(numbers, of: order.id)) {
            let message = try SharedMessage(row: row)
            messages[message.number] = message.participant
        }
        return messages
    }
}
