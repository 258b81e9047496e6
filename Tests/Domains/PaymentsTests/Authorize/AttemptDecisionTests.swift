import CartSupport
import Processors
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The decision about each result of a processor. It depends on the outcome that the buyer has been
/// shown, on the merchant's two policies, and on the card's issuing country (docs/rules/money.md#8,
/// #9, #11).
struct AttemptDecisionTests {
    @Test(arguments: [
        ProcessorFault.timeout, .answerLost, .garbage, .keyReused, .unreachable, .rejected, .closed,
    ])
    func `the outcome after a processor fault is unknown exactly if the charge may exist`(
        fault: ProcessorFault
    ) {
        let expected: AttemptDecision =
            switch fault {
            case .timeout, .answerLost, .garbage, .keyReused: .unknown
            case .unreachable, .rejected, .closed: .notCharged
            }
        for case (let reportedOutcome, let policy, let accepted) in Self.settings {
            #expect(
                AttemptDecision(
                    .failure(fault), to: attempt(reportedOutcome), accepted: accepted,
                    policy: policy)
                    == expected)
        }
    }

    @Test func `a pending payment is unknown and a voided one not charged, in all settings`() {
        for case (let reportedOutcome, let policy, let accepted) in Self.settings {
            let decision = { (outcome: AuthorizationOutcome) in
                AttemptDecision(
                    .success(outcome), to: attempt(reportedOutcome), accepted: accepted,
                    policy: policy)
            }
            #expect(decision(.pending) == .unknown)
            #expect(decision(.voided) == .notCharged)
        }
    }

    @Test(arguments: DeclineReason.all)
    func `a decline keeps its reason`(reason: DeclineReason) {
        for case (let reportedOutcome, let policy, let accepted) in Self.settings {
            #expect(
                AttemptDecision(
                    .success(.declined(reason)), to: attempt(reportedOutcome), accepted: accepted,
                    policy: policy) == .decline(reason))
        }
    }

    @Test func `an approval of another amount is voided in all settings`() {
        for case (let reportedOutcome, let policy, let accepted) in Self.settings {
            for amount: Int64 in [0, 1, 999, 1001, 5000] {
                let approval = approval(amount, from: nil)
                for outcome in [
                    AuthorizationOutcome.partiallyApproved(approval), .approved(approval),
                ] {
                    #expect(
                        AttemptDecision(
                            .success(outcome), to: attempt(reportedOutcome), accepted: accepted,
                            policy: policy) == .void(approval, .bank(.insufficientFunds)))
                }
            }
        }
    }

    @Test func `an approval in another currency is voided`() {
        let other = approval(1000, from: nil, in: euros)
        #expect(
            AttemptDecision(
                .success(.approved(other)), to: attempt(.nothing), accepted: [], policy: .init())
                == .void(other, .bank(.insufficientFunds)))
    }

    /// Issuing country × accepted countries × policy → true if the card is accepted.
    @Test(
        arguments: [
            (nil, [], false, true), (nil, [], true, true),
            (nil, ["US"], false, true), (nil, ["US"], true, false),
            ("US", ["US"], false, true), ("US", ["US"], true, true),
            ("US", ["DE", "US"], true, true),
            ("DE", ["US"], false, false), ("DE", ["US"], true, false),
            ("DE", [], false, true), ("DE", [], true, true),
        ] as [(String?, [String], Bool, Bool)])
    func `the approval of a card from an unaccepted or refused unknown country is voided`(
        country: String?, accepted: [String], refusesUnknown: Bool, isTaken: Bool
    ) {
        let approval = approval(1000, from: country)
        for reportedOutcome in Attempt.ReportedOutcome.allCases {
            for keepsLate in [false, true] {
                let decision = AttemptDecision(
                    .success(.approved(approval)), to: attempt(reportedOutcome),
                    accepted: accepted.map { Country($0)! },
                    policy: AttemptDecision.Policy(
                        acceptsLateSuccess: keepsLate, refusesUnknownCountry: refusesUnknown))
                #expect((decision == .void(approval, .issuingCountry)) == !isTaken)
            }
        }
    }

    /// The outcome that the buyer has been shown × the merchant's policy → the decision about an
    /// approval.
    @Test(
        arguments: [
            (Attempt.ReportedOutcome.nothing, false, "keep"), (.nothing, true, "keep"),
            (.success, false, "keep"), (.success, true, "keep"),
            (.failure, false, "void late"), (.failure, true, "keep late"),
            (.unknown, false, "void late"), (.unknown, true, "keep late"),
        ] as [(Attempt.ReportedOutcome, Bool, String)])
    func `an approval is late if the sheet showed a failure or an unknown outcome before`(
        reportedOutcome: Attempt.ReportedOutcome, keepsLate: Bool, becomes: String
    ) {
        let approval = approval(1000, from: "US")
        let expected: [String: AttemptDecision] = [
            "keep": .accept(approval, isLate: false), "keep late": .accept(approval, isLate: true),
            "void late": .voidLate(approval),
        ]
        for accepted in [[], [america]] {
            for refusesUnknown in [false, true] {
                let decision = AttemptDecision(
                    .success(.approved(approval)), to: attempt(reportedOutcome), accepted: accepted,
                    policy: AttemptDecision.Policy(
                        acceptsLateSuccess: keepsLate, refusesUnknownCountry: refusesUnknown))
                #expect(decision == expected[becomes])
            }
        }
    }

    @Test func `a coupon redemption is released exactly if no charge is kept or possible`() {
        let approval = approval(1000, from: nil)
        #expect(!AttemptDecision.accept(approval, isLate: false).releasesCoupon)
        #expect(!AttemptDecision.accept(approval, isLate: true).releasesCoupon)
        #expect(!AttemptDecision.unknown.releasesCoupon)
        #expect(AttemptDecision.void(approval, .issuingCountry).releasesCoupon)
        #expect(AttemptDecision.voidLate(approval).releasesCoupon)
        #expect(AttemptDecision.decline(.declined).releasesCoupon)
        #expect(AttemptDecision.notCharged.releasesCoupon)
    }

    // Settings that must not change the decisions above.
    private static let settings: [(Attempt.ReportedOutcome, AttemptDecision.Policy, [Country])] =
        Attempt.ReportedOutcome.allCases.flatMap { reportedOutcome in
            [false, true].flatMap { late in
                [false, true].flatMap { unknown in
                    [[], [america]].map { accepted in
                        (
                            reportedOutcome,
                            AttemptDecision.Policy(
                                acceptsLateSuccess: late, refusesUnknownCountry: unknown), accepted
                        )
                    }
                }
            }
        }

    private func attempt(_ reportedOutcome: Attempt.ReportedOutcome) -> Attempt {
        let merchant = MerchantNumber(1)
        let uuid = UUID128(high: 1, low: 2)
        return Attempt(
            id: Attempt.ID(merchant: merchant, uuid: uuid),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: uuid), number: 1,
            state: .started,
            processor: "test", amount: Money(minorUnits: 1000, currency: dollars), version: 1,
            fingerprint: [], reportedOutcome: reportedOutcome, startedAt: now, leasedUntil: now)
    }

    private func approval(
        _ amount: Int64, from country: String?, in currency: Currency = dollars
    ) -> Approval {
        Approval(
            reference: "r", amount: Money(minorUnits: amount, currency: currency),
            networkTransaction: nil, issuingCountry: country.map { Country($0)! },
            captureBefore: now, isCaptured: true, card: .unknown)
    }
}
