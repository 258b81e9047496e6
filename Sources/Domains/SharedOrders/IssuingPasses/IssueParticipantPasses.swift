import Postgres
import Vocabulary

/// Issues a pass to each participant of a paid order, if the order's terms name a pass type.
package struct IssueParticipantPasses: Sendable {
    private let service: SharedOrderService
    private let now: Instant
    private let issue: Issue

    /// Issues a pass in a transaction and returns its identifier. Injected, because this module
    /// does not depend on the module Passes.
    package typealias Issue =
        @Sendable (_ type: String, Participation, Instant, Transaction) throws -> UUID128

    package init(_ service: SharedOrderService, now: Instant, issue: @escaping Issue) {
        self.service = service
        self.now = now
        self.issue = issue
    }

    package static let batch = 50
    /// Only a person can fix a type without a template, or a server without a public URL.
    private static let retrySeconds: Int64 = 3_600
    /// The worker stops trying this long after the order's end.
    private static let triedSeconds: Int64 = 7 * 86_400

    /// - Returns: the number of orders that were due.
    package func callAsFunction() async throws -> Int {
        let due = try await service.database.run(SharedOrder.passesDue(at: now, limit: Self.batch))
            .map {
                SharedOrder.ID(
                    merchant: try $0.get("merchant_id"), uuid: try $0.get("shared_order_id"))
            }
        // An order that fails does not hold up the others.
        var failure: (any Error)?
        for order in due {
            do {
                try await issuePasses(order)
            } catch {
                failure = error
                try await service.database.run(
                    SharedOrder.postponePasses(
                        order, until: now.adding(seconds: Self.retrySeconds),
                        ifEndedAfter: now.adding(seconds: -Self.triedSeconds)))
            }
        }
        if let failure { throw failure }
        return due.count
    }

    private func issuePasses(_ order: SharedOrder.ID) async throws {
        _ = try await service.change(order, participants: [], at: now) { aggregate, transaction in
            try transaction.enqueue(SharedOrder.clearPassesDue(order))
            guard let type = aggregate.terms.passType, aggregate.order.state == .paid else {
                return
            }
            let numbers = try transaction.run(Participant.withoutPass(order))
                .map { try $0.get("participant", as: Int.self) }
            guard !numbers.isEmpty else { return }
            for number in numbers {
                let pass = try issue(
                    type, Participation(order: order, participant: number), now, transaction)
                try transaction.enqueue(Participant.assignPass(pass, to: number, in: order))
            }
            aggregate.touch()
        }
    }
}
