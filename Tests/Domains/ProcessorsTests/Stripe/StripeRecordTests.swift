import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

/// The invariants that the tables of Stripe charges enforce.
@Suite struct StripeRecordTests {
    private let merchant = MerchantNumber(4_999_999)
    private let now = Instant(seconds: 1_790_000_000)

    private func charge(_ name: String) throws -> StripeCharge {
        StripeCharge(
            AuthorizationRequest(
                key: AttemptKey(merchant: merchant, text: "att_\(name)"),
                amount: Money(minorUnits: 1000, currency: try #require(Currency("USD"))),
                statementName: "Shop", payment: try StripeFixture.token(), captureNow: false),
            at: now)
    }

    @Test(arguments: [
        ("state = 'gone'", "stripe_charges_are_in_a_known_state"),
        ("amount = -1", "stripe_charges_ask_for_at_least_zero"),
        ("state = 'done'", "stripe_charges_that_moved_money_have_an_intent"),
        ("state = 'voided'", "stripe_charges_that_moved_money_have_an_intent"),
        ("state = 'declined'", "stripe_declines_have_a_reason"),
        ("decline = 'declined'", "stripe_declines_have_a_reason"),
    ])
    func `an impossible charge is refused`(change: String, constraint: String) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let charge = try charge("one")
            #expect(try await database.run(charge.insert).count == 1)
            await #expect {
                _ = try await database.run("UPDATE stripe_charges SET \(raw: change)")
            } throws: {
                ($0 as? PostgresError)?.constraintName == constraint
            }
        }
    }

    @Test(arguments: [
        ("kind = 'gift'", "stripe_settlements_are_of_a_known_kind"),
        ("state = 'gone'", "stripe_settlements_are_in_a_known_state"),
        ("amount = -1", "stripe_settlements_move_at_least_zero"),
        ("state = 'refused'", "stripe_settlements_fail_for_a_reason"),
        ("reason = 'expired'", "stripe_settlements_fail_for_a_reason"),
        ("state = 'pending'", "stripe_refunds_that_move_have_a_reference"),
        ("state = 'done'", "stripe_refunds_that_move_have_a_reference"),
    ])
    func `an impossible capture, increment or refund is refused by the table`(
        change: String, constraint: String
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let charge = try charge("one")
            let operation = StripeOperation(.refund, charge.key, of: charge.key, charge.amount)
            #expect(try await database.run(operation.insert(at: now)).count == 1)
            #expect(try await database.run(operation.insert(at: now)).isEmpty)
            await #expect {
                _ = try await database.run("UPDATE stripe_settlements SET \(raw: change)")
            } throws: {
                ($0 as? PostgresError)?.constraintName == constraint
            }
        }
    }

    @Test func `a payment belongs to one key, and a key has one payment`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let (one, two) = (try charge("one"), try charge("two"))
            for charge in [one, two] {
                #expect(try await database.run(charge.insert).count == 1)
                #expect(try await database.run(charge.insert).isEmpty)
            }
            #expect(try await database.run(one.name("pi_1")).count == 1)
            #expect(try await database.run(one.name("pi_2")).isEmpty)
            await #expect { _ = try await database.run(two.name("pi_1")) } throws: {
                ($0 as? PostgresError)?.constraintName
                    == "stripe_charges_have_their_own_intent"
            }
        }
    }

    @Test func `a closed key gets no payment, and a key with a payment is not closed`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let (one, two) = (try charge("one"), try charge("two"))
            try await database.run(one.insert)
            #expect(try await database.run(StripeCharge.close(one.key, at: now)).count == 1)
            #expect(try await database.run(one.name("pi_1")).isEmpty)
            try await database.run(two.insert)
            try await database.run(two.name("pi_2"))
            #expect(try await database.run(StripeCharge.close(two.key, at: now)).isEmpty)
        }
    }
}
