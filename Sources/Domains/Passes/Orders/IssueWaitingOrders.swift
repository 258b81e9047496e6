import Crypto
import Postgres
import Vocabulary

/// Creates the orders of paid checkouts, each in a separate transaction, so that payments do not
/// wait for them.
package struct IssueWaitingOrders: Sendable {
    private let subjects: PassSubjects
    private let keys: KeyRing
    private let urls: PublicURLs
    private let now: Instant

    package init(_ subjects: PassSubjects, keys: KeyRing, urls: PublicURLs, now: Instant) {
        self.subjects = subjects
        self.keys = keys
        self.urls = urls
        self.now = now
    }

    package static let batch = 100
    /// Seconds until an order that could not be created is tried again.
    private static let unmadeSeconds: Int64 = 60

    /// - Returns: the number of orders processed.
    package func callAsFunction(on database: Database) async throws -> Int {
        let rows = try await database.run(WaitingOrder.due(at: now, limit: Self.batch))
        let orders = try rows.map { row -> (merchant: MerchantNumber, subject: String) in
            (try row.get("merchant_id"), try row.get("subject"))
        }
        let again = now.adding(seconds: Self.unmadeSeconds)
        try await SeparateTransactions.each(of: orders, on: database) { order, transaction in
            try make(order.subject, order.merchant, in: transaction)
        } postpone: {
            WaitingOrder.postpone($0.subject, of: $0.merchant, until: again)
        }
        return orders.count
    }

    private func make(
        _ subject: String, _ merchant: MerchantNumber, in transaction: Transaction
    ) throws {
        guard try !transaction.run(WaitingOrder.dequeue(subject, of: merchant)).isEmpty,
            let row = try transaction.run(PassType.ofOrders(merchant)).first
        else { return }
        _ = try IssueOrder(
            of: subject, type: PassType(row: row).id, subjects, urls: urls, keys: keys,
            now: now)(in: transaction)
    }
}
