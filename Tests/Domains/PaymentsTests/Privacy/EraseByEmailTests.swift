import CartSupport
import Contacts
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The data of an erased buyer in checkouts that they paid without their account.
@Suite struct EraseByEmailTests {
    @Test func `checkouts without the account are erased by their email address`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            var grace = Till.ada
            grace.emailAddress = "grace@example.com"
            var shouted = Till.ada
            shouted.emailAddress = "ADA@EXAMPLE.COM"
            let customer = try await till.account()
            var sessions: [CheckoutSession] = []
            for contact in [Till.ada, grace, shouted] {
                let session = try await till.contacted()
                #expect(
                    try await till.pay(session, .card(shipping: contact), by: Bank().processor())
                        .isSuccess)
                sessions.append(session)
            }
            let before = try await till.erasableData(of: sessions[1])
            let later = now.adding(seconds: 60)
            try await till.erase(customer, at: later)
            let erase = EraseByEmail(till.paymentContext(Bank().processor()))
            #expect(try await erase(at: later) == 3)
            #expect(try await till.erasableData(of: sessions[0]) == [])
            #expect(try await till.erasableData(of: sessions[1]) == before)
            #expect(try await till.erasableData(of: sessions[2]) == [])
            #expect(try await erase(at: later) == 0)
            #expect(try await till.database.run("SELECT email_hash FROM erasures").isEmpty)
        }
    }

    @Test func `an unreadable checkout blocks no other`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let (broken, till) = (try await Till(on: database), try await Till(on: database))
            var sessions: [CheckoutSession] = []
            for shop in [broken, till] {
                let customer = try await shop.account()
                let session = try await shop.contacted()
                #expect(
                    try await shop.pay(session, .card(shipping: Till.ada), by: Bank().processor())
                        .isSuccess)
                sessions.append(session)
                try await shop.erase(customer, at: now.adding(seconds: 60))
            }
            // The first shop's keys differ.
            let later = now.adding(seconds: 61)
            let erase = EraseByEmail(till.paymentContext(Bank().processor()))
            await #expect(throws: (any Error).self) { _ = try await erase(at: later) }
            #expect(try await erase(at: later) == 1)
            #expect(try await till.erasableData(of: sessions[1]) == [])
        }
    }

    @Test func `a merchant without a processor account is erased, too, and blocks no other`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let customer = try await till.account()
            let session = try await till.contacted()
            let pay = try await till.pay(
                session, .card(shipping: Till.ada), by: Bank().processor())
            #expect(pay.isSuccess)
            let later = now.adding(seconds: 60)
            try await till.erase(customer, at: later)
            let context = PaymentContext(
                database: database, registry: Registry(database: database, now: { now }),
                keys: till.keys, processor: { _ in nil }, identify: Till.identify)
            #expect(try await EraseByEmail(context)(at: later) == 1)
            #expect(try await till.erasableData(of: session) == [])
        }
    }
}
