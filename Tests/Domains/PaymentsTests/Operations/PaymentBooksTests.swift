import CartSupport
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The constraints on payments in the tables: the last line of defense of the books.
struct PaymentBooksTests {
    private static let refused: [(table: String, change: String, constraint: String)] = [
        ("checkouts", "captured = 1001", "captured_at_most_what_was_authorised"),
        ("checkouts", "capturing = 601", "captured_at_most_what_was_authorised"),
        ("checkouts", "capturing = -1", "captured_at_most_what_was_authorised"),
        ("checkouts", "authorized = 399", "captured_at_most_what_was_authorised"),
        ("checkouts", "refunded = 401", "refunded_at_most_what_was_captured"),
        ("checkouts", "refunding = 301", "refunded_at_most_what_was_captured"),
        ("checkouts", "disputed = 301", "refunded_at_most_what_was_captured"),
        ("checkouts", "disputed = -1", "refunded_at_most_what_was_captured"),
        ("checkouts", "maximum_amount = 999", "authorised_at_most_the_maximum"),
        ("checkouts", "tendered = -1", "balances_pay_at_least_zero"),
        ("checkouts", "tendered = 1", "balances_that_pay_are_named"),
        ("checkouts", "total = -1", "total_is_at_least_zero"),
        ("attempts", "captured = 1001", "attempts_capture_at_most_what_was_approved"),
        ("attempts", "capturing = 601", "attempts_capture_at_most_what_was_approved"),
        ("attempts", "approved = 399", "attempts_capture_at_most_what_was_approved"),
        ("attempts", "refunding = 301", "attempts_refund_at_most_what_they_captured"),
        ("attempts", "disputed = 301", "attempts_refund_at_most_what_they_captured"),
        ("attempts", "state = 'started'", "attempts_end_when_they_are_done"),
        ("captures", "amount = -1", "captures_take_at_least_zero"),
        ("captures", "card = 401", "captures_take_at_least_zero"),
        ("captures", "increment = 401", "captures_take_at_least_zero"),
        ("captures", "attempt_id = NULL", "captures_of_a_card_name_its_attempt"),
        ("captures", "attempt_id = gen_random_uuid()", "captures_are_of_an_attempt"),
        ("captures", "checkout_id = gen_random_uuid()", "captures_are_of_a_checkout"),
        ("captures", "state = 'started'", "captures_end_when_they_are_done"),
        ("captures", "number = 2", "captures_are_numbered"),
        ("refunds", "amount = 0", "refunds_give_something"),
        ("refunds", "card = 101", "refunds_give_something"),
        ("refunds", "credit = 1", "refunds_as_credit_name_the_balance"),
        ("refunds", "attempt_id = NULL", "refunds_to_a_card_name_its_attempt"),
        ("refunds", "state = 'pending'", "refunds_end_when_they_are_done"),
        ("disputes", "taken = 1001", "disputes_are_about_something"),
        ("disputes", "amount = 0, taken = 0", "disputes_are_about_something"),
        ("disputes", "state = 'won'", "disputes_end_when_they_are_done"),
    ]

    @Test func `the payment tables refuse to move more money than was paid`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        try await till.capture(session, 300, by: bank.processor)
        try await till.capture(session, 100, by: bank.processor)
        try await till.refund(session, 100, by: bank.processor)
        let attempt = try await till.attempts(session)[0]
        try await till.recordDispute(
            DisputeReport(
                reference: "dispute of \(attempt.id.text)", charge: AttemptKey(attempt.id),
                amount: money("10.00"), reason: "fraudulent", state: .opened), of: session)
        for (table, change, constraint) in Self.refused {
            // The first of the two captures.
            let only = table == "captures" ? "AND number = 1" : ""
            var refusal: String?
            do {
                try await till.database.run(
                    """
                    UPDATE \(raw: table) SET \(raw: change) WHERE merchant_id = \(session.id.merchant)
                        AND checkout_id = \(session.id.uuid) \(raw: only)
                    """)
            } catch let error as PostgresError {
                refusal = error.constraintName
            }
            #expect(refusal == constraint, "\(table): \(change)")
        }
    }
}
