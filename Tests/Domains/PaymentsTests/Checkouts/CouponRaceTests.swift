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

/// A redemption is taken when an attempt starts and returned when the attempt fails
/// (docs/rules/money.md#5).
struct CouponRaceTests {
    private static let tenth = CouponTerms.Reduction.percentage(Rate(percent: "10")!)

    @Test func `the last redemption goes to exactly one of sixteen buyers`() async throws {
        let till = try await Till()
        let coupon = try await till.coupon(
            "LAST", CouponTerms(reduction: Self.tenth, redemptionsMax: 3))
        let bank = Bank()
        let sessions = try await together(18) { _ in
            try await till.checkout(coupon: coupon) { $0.supportsCouponCode = true }
        }
        for session in sessions.prefix(2) {
            #expect(try await till.pay(session, by: bank.processor()).isSuccess)
        }
        let ends = await together(16) { index in
            await End { try await till.pay(sessions[index + 2], by: bank.processor()) }
        }
        #expect(ends.count { $0 == .paid } == 1)
        #expect(ends.count { $0 == .reported(["couponCodeExpired"]) } == 15)
        #expect(bank.asked.all.map(\.amount.minorUnits) == [900, 900, 900])
        #expect(try await till.redemptions(coupon) == 3)
    }

    @Test func `a redemption is taken during the authorization and returned on a decline`()
        async throws
    {
        let till = try await Till()
        let coupon = try await till.coupon(
            "ONE", CouponTerms(reduction: Self.tenth, redemptionsMax: 1))
        let session = try await till.checkout(coupon: coupon) { $0.supportsCouponCode = true }
        let other = try await till.checkout(coupon: coupon) { $0.supportsCouponCode = true }
        let bank = Bank()
        let declined = await End {
            try await till.pay(
                session,
                by: bank.processor { (_) async throws(ProcessorFault) in
                    let redemptions = try? await till.redemptions(coupon)
                    #expect(redemptions == 1)
                    let end = await End {
                        try await till.pay(other, by: .unimplemented)
                    }
                    #expect(end == .reported(["couponCodeExpired"]))
                    return .declined(.declined)
                })
        }
        #expect(declined == .reported([]))
        #expect(try await till.redemptions(coupon) == 0)
        #expect(try await till.pay(other, by: bank.processor()).isSuccess)
        #expect(try await till.redemptions(coupon) == 1)
        // The declined buyer learns that the coupon is used up, and never pays the full price
        // without consent.
        let again = await End { try await till.pay(session, .card("b"), by: .unimplemented) }
        #expect(again == .reported(["couponCodeExpired"]))
    }

    /// The attempt's outcome → redemptions after it.
    @Test(arguments: [
        ("approved", Int64(1)), ("partial", 0), ("declined", 0), ("unreachable", 0), ("lost", 1),
    ])
    func `a redemption stays taken as long as the charge may exist`(
        outcome: String, redemptions: Int64
    ) async throws {
        let till = try await Till()
        let coupon = try await till.coupon("X", CouponTerms(reduction: Self.tenth))
        let session = try await till.checkout(coupon: coupon) { $0.supportsCouponCode = true }
        _ = try await till.pay(
            session,
            by: Bank().processor { (request) async throws(ProcessorFault) in
                switch outcome {
                case "partial":
                    return .partiallyApproved(Bank.approval(of: request, minorUnits: 1))
                case "declined": return .declined(.declined)
                case "unreachable": throw .unreachable
                case "lost": throw .answerLost
                default: return .approved(Bank.approval(of: request))
                }
            })
        #expect(try await till.redemptions(coupon) == redemptions)
    }

    /// Email address → the buyer that it counts for.
    @Test(arguments: [
        ("j@example.com", "j@example.com"), ("J@Example.com", "j@example.com"),
        ("j+toast@example.com", "j@example.com"), ("j+a+b@example.com", "j@example.com"),
        ("+j@example.com", "+j@example.com"), ("j.k@example.com", "j.k@example.com"),
        ("jk@a+b.example", "jk@a+b.example"),
    ])
    func `an email address with a plus tag counts as the same buyer`(email: String, buyer: String) {
        #expect(CouponUse.buyer(of: email) == buyer)
    }

    @Test func `a coupon limited to one per buyer is used once, even concurrently`() async throws {
        let till = try await Till()
        let coupon = try await till.coupon(
            "HELLO", CouponTerms(reduction: Self.tenth, redemptionsPerBuyerMax: 1))
        let bank = Bank()
        let sessions = try await together(9) { _ in
            try await till.checkout(coupon: coupon) {
                $0.supportsCouponCode = true
                $0.requiredShippingContactFields = [.email]
            }
        }
        let spellings = [
            "ann@example.com", "Ann@Example.com", " ann@example.com ", "ann+toast@example.com",
        ]
        let ends = await together(8) { index in
            await End {
                try await till.pay(
                    sessions[index],
                    .card(shipping: Contact(emailAddress: spellings[index % 4])),
                    by: bank.processor())
            }
        }
        #expect(ends.count { $0 == .paid } == 1)
        #expect(ends.count { $0 == .reported(["couponCodeInvalid"]) } == 7)
        let other = await End {
            try await till.pay(
                sessions[8], .card(shipping: Contact(emailAddress: "bob@example.com")),
                by: bank.processor())
        }
        #expect(other == .paid)
        #expect(try await till.redemptions(coupon) == 2)
        // The server stores a keyed hash of the buyer, never the address.
        let buyers: [[UInt8]] = try await till.database.run(
            """
            SELECT buyer FROM attempts WHERE merchant_id = \(till.merchant.number)
                AND coupon_id = \(coupon.id.uuid)
            """
        ).map { try $0.get("buyer") }
        #expect(buyers.map(\.count) == [32, 32])
        #expect(Set(buyers).count == 2)
    }
}
