import Postgres
import Vocabulary

/// Places, changes or removes a choice, in one transaction with the other pending changes of the
/// same order.
package struct ChangeChoice: Sendable {
    package let order: SharedOrder.ID
    package let request: ChoiceRequest
    package let now: Instant

    package init(_ request: ChoiceRequest, in order: SharedOrder.ID, now: Instant) {
        self.request = request
        self.order = order
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws -> ChoiceResult {
        // Fails early for an unknown order, before anything is queued.
        _ = try await service.terms(of: order)
        return try await withCheckedThrowingContinuation { done in
            let waiting = ChoiceQueue.Waiting(request: request, now: now) { done.resume(with: $0) }
            guard service.queue.join(order, waiting) else { return }
            Task { await Self.work(on: order, with: service) }
        }
    }

    /// Works until the order's queue is empty.
    private static func work(on order: SharedOrder.ID, with service: SharedOrderService) async {
        while true {
            let line = service.queue.next(of: order)
            guard !line.isEmpty else { return }
            guard let now = line.map(\.now).max() else { return }
            do {
                let answers = try await service.choose(line.map(\.request), in: order, at: now)
                for (waiting, answer) in zip(line, answers) { waiting.answer(answer) }
            } catch {
                for waiting in line { waiting.answer(.failure(error)) }
            }
        }
    }
}

extension SharedOrderService {
    /// Applies the changes in order; a refused change has no effect and does not stop the others.
    fileprivate func choose(
        _ requests: [ChoiceRequest], in order: SharedOrder.ID, at now: Instant
    ) async throws -> [Result<ChoiceResult, any Error>] {
        let changes = OrderChoices(
            order: order, terms: try await terms(of: order), moment: moment(now),
            requests: requests)
        if changes.canShare, let outcome = try await database.run(changes) {
            if outcome.hasChanged { publish(order, outcome.version) }
            return outcome.results
        }
        return try await change(order, participants: changes.numbers, at: now) {
            aggregate, transaction in
            let messages = try aggregate.messages(of: requests, in: transaction)
            return aggregate.apply(requests, messages)
        }.value
    }
}

extension ChoiceRequest {
    /// Requires that the message belongs to the caller and was not sent yet.
    func requireMessage(of messages: [Int: Int]) throws(SharedOrderRefusal) {
        guard let message, messages[message] != participant else { return }
        throw .noSuchMessage
    }
}

extension SharedOrderAggregate {
    /// The unsent messages that the changes name, each with its participant; empty in an order
    /// whose choices count at once.
    func messages(
        of requests: [ChoiceRequest], in transaction: Transaction
    ) throws -> [Int: Int] {
        let numbers = requests.compactMap(\.message)
        guard terms.countsWhenSent, !numbers.isEmpty else { return [:] }
        var messages: [Int: Int] = [:]
        for row in try transaction.run(SharedMessage.waiting(numbers, of: order.id)) {
            let message = try SharedMessage(row: row)
            messages[message.number] = message.participant
        }
        return messages
    }
}
