import Postgres
import Vocabulary

/// The pending changes of one order's choices. They share their transaction with those of other
/// orders that wait at the same moment (docs/decisions/0032).
///
/// Lock order: the orders in the order of the batch.
struct OrderChoices: BatchTransaction {
    let order: SharedOrder.ID
    let terms: SharedOrderTerms
    let moment: Moment
    let requests: [ChoiceRequest]

    struct Outcome: Sendable {
        let results: [Result<ChoiceResult, any Error>]
        let version: Int64
        let hasChanged: Bool
    }

    var groupCommit: GroupCommit { .locking(order.uuid.low) }

    /// The callers, and the participants whose choices they change.
    var numbers: [Int] { Set(requests.flatMap { [$0.participant, $0.owner] }).sorted() }

    /// False if a message must be read as well.
    var canShare: Bool { !terms.countsWhenSent || requests.allSatisfy { $0.message == nil } }

    static func reads(for inputs: [OrderChoices]) -> [Query] {
        [
            SharedOrder.lock(inputs.map(\.order)),
            Participant.withChoices(
                inputs.flatMap { input in
                    input.numbers.map { (order: input.order, number: $0) }
                }),
        ]
    }

    /// - Returns: nil for an order that must be changed under a lock of its own: it is unknown, or
    ///   its payment has lapsed.
    static func decide(_ inputs: [OrderChoices], _ rows: [[Row]]) -> BatchDecision<Outcome?> {
        do {
            var orders = Dictionary(
                try rows[0].map(SharedOrder.init(row:)).map { ($0.id, $0) },
                uniquingKeysWith: { $1 })
            var people: [SharedOrder.ID: [Row]] = [:]
            for row in rows[1] {
                let order = SharedOrder.ID(
                    merchant: try row.get("merchant_id"), uuid: try row.get("shared_order_id"))
                people[order, default: []].append(row)
            }
            var changed: [SharedOrderAggregate] = []
            let answers = try inputs.map { input -> Result<Outcome?, any Error> in
                guard let order = orders.removeValue(forKey: input.order),
                    !order.hasLapsed(at: input.moment.now)
                else { return .success(nil) }
                var held = SharedOrderAggregate(order, input.terms, at: input.moment)
                for row in people[order.id] ?? [] { try held.add(row) }
                let results = held.apply(input.requests, [:])
                changed.append(held)
                return .success(
                    Outcome(
                        results: results, version: held.order.version,
                        hasChanged: held.order.version > order.version))
            }
            return BatchDecision(answers, writes: SharedOrderAggregate.statements(for: changed))
        } catch {
            // A row of one order cannot be read: each is changed alone.
            return BatchDecision(inputs.map { _ in .success(nil) }, writes: [])
        }
    }
}

extension SharedOrderAggregate {
    /// Applies the changes in order; a refused change has no effect and does not stop the others.
    ///
    /// - Parameter messages: the unsent messages that the changes name, each with its participant.
    mutating func apply(
        _ requests: [ChoiceRequest], _ messages: [Int: Int]
    ) -> [Result<ChoiceResult, any Error>] {
        requests.map { request in
            do throws(SharedOrderRefusal) {
                try request.requireMessage(of: messages)
                let choice = try apply(request)
                return .success(
                    ChoiceResult(
                        choice: choice, version: order.version,
                        participantTotal: participants[choice.participant]?.total ?? 0,
                        total: order.total))
            } catch {
                return .failure(error)
            }
        }
    }
}
