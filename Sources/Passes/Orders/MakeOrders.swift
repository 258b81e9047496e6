import Crypto
import Postgres
import Vocabulary

/// Makes the orders of paid checkouts, each in a transaction of its own: whoever pays waits for none of it.
package struct MakeOrders: Sendable {
    private let subjects: PassSubjects
    private let keys: KeyRing
    private let service: WalletAddress
    private let now: Instant

    package init(
        _ subjects: PassSubjects, keys: KeyRing, service: WalletAddress, now: Instant
    ) {
        self.subjects = subjects
        self.keys = keys
        self.service = service
        self.now = now
    }

    package static let batch = 100
    /// Until one is tried again that could not be made.
    private static let unmadeSeconds: Int64 = 60

    /// How many were looked at.
    package func callAsFunction(on database: Database) async throws -> Int {
        let rows = try await database.run(WaitingOrder.due(at: now, limit: Self.batch))
        var failure: (any Error)?
        for row in rows {
            let (merchant, subject): (MerchantNumber, String) = try (
                row.get("merchant_id"), row.get("subject")
            )
            do {
                try await database.transaction { try make(subject, merchant, in: $0) }
            } catch {
                failure = error
                let moment = now.adding(seconds: Self.unmadeSeconds)
                try await database.run(
                    WaitingOrder.putOff(subject, of: merchant, until: moment))
            }
        }
        if let failure { throw failure }
        return rows.count
    }

    private func make(
        _ subject: String, _ merchant: MerchantNumber, in transaction: Transaction
    ) throws {
        guard try !transaction.run(WaitingOrder.take(subject, of: merchant)).isEmpty,
            let row = try transaction.run(PassType.ofOrders(merchant)).first
        else { return }
        _ = try IssueOrder(
            of: subject, type: PassType(row: row).id, subjects, service: service, keys: keys,
            now: now)(in: transaction)
    }
}
