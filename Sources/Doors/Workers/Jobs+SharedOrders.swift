import Payments
import SharedOrders

extension Jobs {
    /// Jobs for shared orders: they follow the payers' checkouts, issue passes, end orders in time,
    /// and erase participants.
    ///
    /// - Parameter issue: issues a participant's pass.
    package static func sharedOrders(
        _ service: SharedOrderService, _ paymentContext: PaymentContext,
        issue: @escaping IssueParticipantPasses.Issue
    ) -> [Job] {
        let reconcile = ReconcileShares(paymentContext, service)
        return [
            // Friends watch a screen until it says that everything is paid.
            Job(
                name: "reconcile shared orders", everyMilliseconds: 250,
                batch: ReconcileShares.batch
            ) { now in
                try await reconcile(at: now)
            },
            Job(
                name: "issue participant passes", everyMilliseconds: 500,
                batch: IssueParticipantPasses.batch
            ) { now in
                try await IssueParticipantPasses(service, now: now, issue: issue)()
            },
            Job(
                name: "expire shared orders", everyMilliseconds: 1_000,
                batch: ExpireSharedOrders.batch
            ) { now in
                try await ExpireSharedOrders(service, now: now)()
            },
            Job(
                name: "erase shared orders", everyMilliseconds: 3_600_000,
                batch: EraseSharedOrders.batch
            ) { now in
                try await EraseSharedOrders(now: now)(on: service.database)
            },
        ]
    }
}
