import Checkouts
import Crypto
import Customers
import Merchants
import Postgres
import Vocabulary

/// Erases a buyer in the checkouts that are not linked to their account: those with the same email
/// address that were opened before the erasure. A worker calls it for one batch at a time.
package struct EraseByEmail: Sendable {
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    /// The number of checkouts that one transaction reads, at about 20 µs each.
    package static let batch = 500
    /// The wait for a checkout that is being paid.
    private static let waitSeconds: Int64 = 60
    /// The wait after a failure.
    private static let faultSeconds: Int64 = 3_600

    /// - Returns: the number of checkouts read.
    package func callAsFunction(at now: Instant) async throws -> Int {
        guard let row = try await paymentContext.database.run(Erasure.next(at: now)).first else {
            return 0
        }
        var next = try Erasure(row: row)
        do {
            // An erasure needs no processor, so the merchant's account may be disconnected.
            let number = next.customer.merchant
            guard let merchant = try await paymentContext.registry.merchant(number) else {
                throw MerchantRefusal.merchantNotFound
            }
            return try await eraseNextBatch(merchant, at: now)
        } catch {
            // Other erasures continue while this one cannot be read.
            next.dueAt = now.adding(seconds: Self.faultSeconds)
            try await paymentContext.database.run(next.store)
            throw error
        }
    }

    private func eraseNextBatch(_ merchant: Merchant, at now: Instant) async throws -> Int {
        try await paymentContext.database.transaction { transaction in
            guard let row = try transaction.run(Erasure.next(at: now)).first else { return 0 }
            var erasure = try Erasure(row: row)
            // Another merchant's erasure is now the first; the next call processes it.
            guard erasure.customer.merchant == merchant.number else { return 0 }
            let found = try transaction.run(erasure.candidates(limit: Self.batch))
            let matches = try found.compactMap { try match($0, erasure) }
            let erasableData = try transaction.run(ErasableData.lock(matches, of: merchant.number))
                .map(ErasableData.init(row:))
            if erasableData.contains(where: { $0.state == .authorizing }) {
                // Its outcome is stored with the contacts, so the whole batch runs again later.
                erasure.dueAt = now.adding(seconds: Self.waitSeconds)
                try transaction.enqueue(erasure.store)
                return 0
            }
            let erase = EraseCheckoutData(
                erasableData, of: merchant.number, keys: paymentContext.keys, now: now)
            try erase(in: transaction) { checkout in
                CancelCheckout(
                    context: paymentContext.context(
                        checkout, of: merchant, requestID: PaymentContext.worker, at: now),
                    event: paymentContext.moment(now).identifier(), isErasure: true)
            }
            if found.count < Self.batch {
                try transaction.enqueue(erasure.delete)
            } else if let last = found.last {
                erasure.reached = try last.get("checkout_id")
                try transaction.enqueue(erasure.store)
            }
            return found.count
        }
    }

    private func match(_ row: Row, _ erasure: Erasure) throws -> CheckoutSession.ID? {
        let checkout = CheckoutSession.ID(
            merchant: erasure.customer.merchant, uuid: try row.get("checkout_id"))
        guard
            let seal = try Seal.open(
                try row.get("data_key"), of: checkout, keys: paymentContext.keys)
        else { return nil }
        let contacts = try seal.contacts(try row.get("contacts"), as: "contacts")
        let prefill = try seal.contacts(try row.get("prefill"), as: "prefill")
        let isMatch =
            try erasure.isAbout(contacts, paymentContext.keys)
            || erasure.isAbout(prefill, paymentContext.keys)
        return isMatch ? checkout : nil
    }
}
