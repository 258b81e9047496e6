import CartSupport
import Contacts
import Customers
import Dispatch
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A customer is erased while other operations use the same rows.
struct ErasureRaceTests {
    @Test func `a customer with a charge in progress is erased only after its outcome`()
        async throws
    {
        let till = try await Till()
        let customer = try await till.account()
        let session = try await till.contacted()
        try await till.give(session, to: customer)
        let bank = Bank()
        let paid = try await till.pay(
            session, .card(shipping: Till.ada),
            by: bank.processor { (request) async throws(ProcessorFault) in
                do {
                    try await till.erase(customer)
                    Issue.record("the customer was erased during a payment")
                } catch let refusal as CustomerRefusal {
                    #expect(refusal == .paymentInProgress(secondsLeft: 5))
                } catch {
                    Issue.record(error)
                }
                return .approved(Bank.approval(of: request))
            })
        #expect(paid.isSuccess)
        #expect(try await till.export(customer).customer.contact != nil)
        try await till.erase(customer)
        #expect(try await till.session(session).captured == 1000)
        #expect(try await till.erasableData(of: session) == [])
    }

    /// Without `FOR UPDATE` in `ErasableData.lock`, the erasure would read an open checkout, and
    /// cancel it too late.
    @Test func `an erasure waits for a payment that is starting, and is refused`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let customer = try await till.account()
            let session = try await till.contacted()
            try await till.give(session, to: customer)
            let begin = till.begin(session, .card(shipping: Till.ada))
            let begun = Gate()
            let commit = DispatchSemaphore(value: 0)
            let payment = Task.detached {
                try await database.transaction { transaction in
                    defer { begun.open() }
                    _ = try begin(in: transaction)
                    // Make the transaction send its queued statements, so that it holds its locks.
                    _ = try transaction.run("SELECT true")
                    begun.open()
                    commit.wait()
                }
            }
            await begun.wait()
            let erasure = Task.detached { try await till.erase(customer) }
            defer { commit.signal() }
            try await Self.someoneWaits(in: database)
            commit.signal()
            try await payment.value
            await #expect(throws: CustomerRefusal.paymentInProgress(secondsLeft: 5)) {
                try await erasure.value
            }
            #expect(try await till.session(session).state == .authorizing)
        }
    }

    @Test func `an unknown outcome must be resolved before an erasure`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        let (other, session) = (try await till.contacted(), try await till.contacted())
        for session in [other, session] { try await till.give(session, to: customer) }
        let reported = await End {
            try await till.pay(
                session, .card(shipping: Till.ada), by: Bank().processor(Bank.lose))
        }
        #expect(reported == .reported(["unknown"]))
        await #expect(throws: CustomerRefusal.paymentInProgress(secondsLeft: 5)) {
            try await till.erase(customer)
        }
        // The refusal has changed nothing.
        #expect(try await till.session(session).state == .authorizing)
        #expect(try await till.session(other).state == .open)
        #expect(try await till.export(customer).customer.contact != nil)
    }

    /// A payment, a sheet update and two erasures of one customer, concurrently and repeatedly: the
    /// checkout is either paid once or not paid, and erased data stays erased.
    @Test func `concurrent payments, updates and erasures finish completely`() async throws {
        let till = try await Till()
        for round in 0..<24 {
            let customer = try await till.account()
            let session = try await till.contacted()
            try await till.give(session, to: customer)
            let bank = Bank()
            let ends = await together(4) { index in
                await End {
                    if index == round % 4 { try await Task.sleep(for: .milliseconds(2)) }
                    switch index {
                    case 0:
                        return try await till.pay(
                            session, .card(shipping: Till.ada), by: bank.processor())
                    case 1:
                        let select = SelectShippingContact(
                            context: till.context(session), contact: Till.ada)
                        _ = try await select(on: till.database)
                    default: try await till.erase(customer)
                    }
                    throw CheckoutRefusal.noContact
                }
            }
            let after = try await till.session(session)
            let isPaid = ends.contains(.paid)
            #expect(bank.keys.count == (isPaid ? 1 : 0), "\(ends)")
            #expect(after.state == (isPaid ? .captured : .canceled) || after.privacy.key != nil)
            for end in ends {
                guard case .failed(let error) = end else { continue }
                #expect(error.contains("paymentInProgress"), "\(error)")
            }
            // The last erasure also erases the sheet update.
            try await till.erase(customer)
            #expect(try await till.erasableData(of: session) == [])
            #expect(
                try await Self.events(of: customer, till) == ["customer.opened", "customer.erased"])
        }
    }

    @Test func `sixteen concurrent erasures erase the customer once`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        try await till.give(try await till.contacted(), to: customer)
        _ = try await together(16) { _ in try await till.erase(customer) }
        #expect(
            try await Self.events(of: customer, till) == ["customer.opened", "customer.erased"])
    }

    /// Without the lock in `Customer.selectForShare`, the export could have a contact, and
    /// checkouts without one.
    @Test func `an export has all of a person's data or none`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let customer = try await till.account()
            let hasRead = Gate()
            let goOn = DispatchSemaphore(value: 0)
            let export = Task.detached {
                try await database.transaction { transaction in
                    defer { hasRead.open() }
                    let found = try FindCustomer(customer: customer, keys: till.keys)
                        .withShareLock(in: transaction)
                    hasRead.open()
                    goOn.wait()
                    let export = ExportCustomer(
                        customer: customer, after: nil, keys: till.keys, now: now)
                    return (found, try export(in: transaction))
                }
            }
            await hasRead.wait()
            let erasure = Task.detached { try await till.erase(customer) }
            defer { goOn.signal() }
            try await Self.someoneWaits(in: database)
            // Payments go on while the export runs: it does not lock a checkout yet.
            try await database.run(
                """
                SELECT true FROM checkouts WHERE merchant_id = \(till.merchant.number)
                FOR UPDATE NOWAIT
                """)
            goOn.signal()
            let (found, exported) = try await export.value
            #expect(found?.contact?.familyName == "Byron")
            #expect(exported.checkouts[0].contacts.shipping?.familyName == "Byron")
            try await erasure.value
            let after = try await till.export(customer)
            #expect(after.customer.contact == nil && after.customer.erasedAt == now)
            #expect(after.checkouts[0].contacts == CheckoutContacts())
        }
    }

    /// A refund as store credit locks the checkout and refers to the customer; an erasure locks the
    /// customer and needs the checkout. They must not deadlock.
    @Test func `a concurrent refund as store credit and erasure both finish`() async throws {
        let deadlocks = DeadlockCount()
        try await TestDatabase.configured { $0.notify = deadlocks.record }.withFreshDatabase {
            database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            for _ in 0..<8 {
                let session = try await till.contacted()
                #expect(
                    try await till.pay(session, .card(shipping: Till.ada), by: bank.processor)
                        .isSuccess)
                let customer = try await till.account(of: session)
                _ = try await together(6) { index in
                    if index % 2 == 0 {
                        try await till.erase(customer)
                    } else {
                        _ = try await till.refund(
                            session, 100, to: .balance(nil), by: bank.processor)
                    }
                }
                #expect(try await till.session(session).refunded == 300)
                #expect(try await till.erasableData(of: session) == [])
            }
        }
        #expect(deadlocks.value == 0)
    }

    private static func someoneWaits(in database: Database) async throws {
        try await eventually("the erasure does not wait") {
            try await database.run(
                """
                SELECT true FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            ).count == 1
        }
    }

    private static func events(of customer: Customer.ID, _ till: Till) async throws -> [String] {
        try await till.database.run(
            """
            SELECT type FROM events WHERE merchant_id = \(customer.merchant)
                AND object = \(customer.text) ORDER BY sequence
            """
        ).map { try $0.get("type") }
    }
}
