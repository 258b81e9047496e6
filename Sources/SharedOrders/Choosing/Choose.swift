import Postgres
import Vocabulary

/// Chooses, changes or removes, together with others who do so in this order at this moment.
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
        // It fails here if there is no such order, and nobody waits for it.
        _ = try await desk.terms(of: order)
        return try await withCheckedThrowingContinuation { done in
            let waiting = ChoosingQueue.Waiting(wish: wish, now: now) { done.resume(with: $0) }
            guard desk.queue.join(order, waiting) else { return }
            Task { await Self.work(on: order, at: desk) }
        }
    }

    /// Goes on until nobody waits any more.
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
    /// Does each wish in turn; one that is refused changes nothing and stops none of the others.
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
    /// A message that brings it is its participant's own, and has not gone out yet.
    func demandMessage(of messages: [Int: Int]) throws(SharedOrderRefusal) {
        guard let message, messages[message] != participant else { return }
        throw .noSuchMessage
    }
}

extension HeldOrder {
    /// Those that have not gone out yet, with whose they are.
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
