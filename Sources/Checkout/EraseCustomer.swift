import Crypto
import Customers
import Idempotency
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Forgets a customer: the account, and who bought in all of its checkouts. Asked again it finds
/// nothing more to forget. What is kept, and why: docs/decisions/0014.
///
/// A checkout that may be paid still is canceled. One that is being authorised must end first: its
/// outcome is written with the contacts. Captures and refunds under way need none, and go on.
///
/// Order of locks: the customer, then the checkouts by identifier. All are held at once, so that
/// nobody sees half of it.
package struct EraseCustomer: Sendable {
    package let customer: Customer.ID
    package let keys: KeyRing
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128
    /// With which an open checkout is canceled.
    package let question: @Sendable (Sheet.ID) -> SheetQuestion

    package init(
        customer: Customer.ID, keys: KeyRing, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128,
        question: @escaping @Sendable (Sheet.ID) -> SheetQuestion
    ) {
        self.customer = customer
        self.keys = keys
        self.now = now
        self.identify = identify
        self.question = question
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(Customer.lock(customer)).isEmpty else {
            throw CustomerRefusal.notFound
        }
        let remains = try transaction.run(Remains.lock(of: customer)).map(Remains.init(row:))
        try demandNoPayment(remains, in: transaction)
        let tariffs = try tariffs(remains, in: transaction)
        for open in remains where open.isOpen(at: now) {
            let cancel = CancelCheckout(
                question: question(open.checkout), event: identify(now), forgets: true)
            _ = try cancel(in: transaction)
        }
        let (checkouts, merchant) = (remains.map(\.checkout), customer.merchant)
        try transaction.later(Remains.forget(tariffs, of: merchant))
        try transaction.later(Remains.forgetQuestions(of: checkouts, of: merchant))
        try transaction.later(Remains.forgetHashes(of: checkouts, of: merchant))
        try transaction.later(
            Claim.forget(scopes: checkouts.map(Sheet.claimScope), of: merchant.value))
        guard try !transaction.run(Customer.erase(customer, at: now)).isEmpty else { return }
        try transaction.later(event.insert)
    }

    private func demandNoPayment(_ remains: [Remains], in transaction: Transaction) throws {
        guard let paying = remains.first(where: { $0.state == .authorizing }) else { return }
        let attempt = try transaction.run(Attempt.newest(1, of: paying.checkout)).first
            .map(Attempt.init(row:))
        throw CustomerRefusal.paymentInProgress(
            secondsLeft: attempt?.leaseSecondsLeft(at: now) ?? 1)
    }

    /// What each place meant for the price, by the settings that it was priced with.
    private func tariffs(
        _ remains: [Remains], in transaction: Transaction
    ) throws -> [(checkout: Sheet.ID, tariff: Tariff?)] {
        var known: [Int64: MerchantSettings] = [:]
        return try remains.map { remains in
            guard remains.place != nil else { return (remains.checkout, nil) }
            let version = remains.settingsVersion
            if known[version] == nil {
                known[version] = try Merchant.settings(
                    customer.merchant, version: version, in: transaction)
            }
            return (
                remains.checkout,
                try known[version].flatMap { try remains.tariff(by: $0, keys: keys) }
            )
        }
    }

    /// The second of a customer: the first said that there is one.
    private var event: Event {
        Event(
            id: Event.ID(merchant: customer.merchant, uuid: identify(now)), type: .customerErased,
            object: customer.text, sequence: 2,
            data: Writer.value { writer in
                writer.object {
                    $0.member("id", customer.text)
                    $0.member("erasedAt", now.rfc3339)
                }
            }, at: now)
    }
}
