import Processors
import Testing
import Vocabulary

@testable import Checkout

/// What is made of each answer of a processor, for everything that it depends on: what the buyer
/// was told before, the merchant's two policies, and where the card was issued (money.md 8, 9, 11).
struct VerdictTests {
    @Test(arguments: [
        ProcessorFault.timeout, .answerLost, .garbage, .keyReused, .unreachable, .rejected, .closed,
    ])
    func `a fault is unknown where the charge may exist, and nothing else`(fault: ProcessorFault) {
        let expected: Verdict =
            switch fault {
            case .timeout, .answerLost, .garbage, .keyReused: .unknown
            case .unreachable, .rejected, .closed: .notCharged
            }
        for case (let told, let policy, let accepted) in Self.settings {
            #expect(
                Verdict(.failure(fault), to: attempt(told), accepted: accepted, policy: policy)
                    == expected)
        }
    }

    @Test func `pending is unknown and voided is not charged, whoever was told what`() {
        for case (let told, let policy, let accepted) in Self.settings {
            let verdict = { (outcome: AuthorizationOutcome) in
                Verdict(.success(outcome), to: attempt(told), accepted: accepted, policy: policy)
            }
            #expect(verdict(.pending) == .unknown)
            #expect(verdict(.voided) == .notCharged)
        }
    }

    @Test(arguments: DeclineReason.all)
    func `a decline keeps its reason`(reason: DeclineReason) {
        for case (let told, let policy, let accepted) in Self.settings {
            #expect(
                Verdict(
                    .success(.declined(reason)), to: attempt(told), accepted: accepted,
                    policy: policy) == .decline(reason))
        }
    }

    @Test func `a part of the amount is given back, whatever was told and whatever it is called`() {
        for case (let told, let policy, let accepted) in Self.settings {
            for amount: Int64 in [0, 1, 999, 1001, 5000] {
                let approval = approval(amount, from: nil)
                for outcome in [
                    AuthorizationOutcome.partiallyApproved(approval), .approved(approval),
                ] {
                    #expect(
                        Verdict(
                            .success(outcome), to: attempt(told), accepted: accepted,
                            policy: policy) == .void(approval, .bank(.insufficientFunds)))
                }
            }
        }
    }

    @Test func `another currency is not the amount that was asked for`() {
        let other = approval(1000, from: nil, in: euros)
        #expect(
            Verdict(
                .success(.approved(other)), to: attempt(.nothing), accepted: [], policy: .init())
                == .void(other, .bank(.insufficientFunds)))
    }

    /// issuing country × accepted countries × policy → whether the card is taken.
    @Test(
        arguments: [
            (nil, [], false, true), (nil, [], true, true),
            (nil, ["US"], false, true), (nil, ["US"], true, false),
            ("US", ["US"], false, true), ("US", ["US"], true, true),
            ("US", ["DE", "US"], true, true),
            ("DE", ["US"], false, false), ("DE", ["US"], true, false),
            ("DE", [], false, true), ("DE", [], true, true),
        ] as [(String?, [String], Bool, Bool)])
    func `a card from elsewhere is given back, one from nowhere by the merchant's policy`(
        country: String?, accepted: [String], refusesUnknown: Bool, isTaken: Bool
    ) {
        let approval = approval(1000, from: country)
        for told in Attempt.Told.allCases {
            for keepsLate in [false, true] {
                let verdict = Verdict(
                    .success(.approved(approval)), to: attempt(told),
                    accepted: accepted.map { Country($0)! },
                    policy: Verdict.Policy(
                        keepsLateSuccess: keepsLate, refusesUnknownCountry: refusesUnknown))
                #expect((verdict == .void(approval, .issuingCountry)) == !isTaken)
            }
        }
    }

    /// what the buyer was told × the merchant's choice → what becomes of a success.
    @Test(
        arguments: [
            (Attempt.Told.nothing, false, "keep"), (.nothing, true, "keep"),
            (.success, false, "keep"), (.success, true, "keep"),
            (.failure, false, "void late"), (.failure, true, "keep late"),
            (.unknown, false, "void late"), (.unknown, true, "keep late"),
        ] as [(Attempt.Told, Bool, String)])
    func `a success is late once the buyer was told anything else`(
        told: Attempt.Told, keepsLate: Bool, becomes: String
    ) {
        let approval = approval(1000, from: "US")
        let expected: [String: Verdict] = [
            "keep": .keep(approval, isLate: false), "keep late": .keep(approval, isLate: true),
            "void late": .voidLate(approval),
        ]
        for accepted in [[], [america]] {
            for refusesUnknown in [false, true] {
                let verdict = Verdict(
                    .success(.approved(approval)), to: attempt(told), accepted: accepted,
                    policy: Verdict.Policy(
                        keepsLateSuccess: keepsLate, refusesUnknownCountry: refusesUnknown))
                #expect(verdict == expected[becomes])
            }
        }
    }

    @Test func `a redemption comes back exactly when the money is not ours`() {
        let approval = approval(1000, from: nil)
        #expect(!Verdict.keep(approval, isLate: false).givesCouponBack)
        #expect(!Verdict.keep(approval, isLate: true).givesCouponBack)
        #expect(!Verdict.unknown.givesCouponBack)
        #expect(Verdict.void(approval, .issuingCountry).givesCouponBack)
        #expect(Verdict.voidLate(approval).givesCouponBack)
        #expect(Verdict.decline(.declined).givesCouponBack)
        #expect(Verdict.notCharged.givesCouponBack)
    }

    // Everything that must not matter to the outcomes above.
    private static let settings: [(Attempt.Told, Verdict.Policy, [Country])] =
        Attempt.Told.allCases.flatMap { told in
            [false, true].flatMap { late in
                [false, true].flatMap { unknown in
                    [[], [america]].map { accepted in
                        (
                            told,
                            Verdict.Policy(
                                keepsLateSuccess: late, refusesUnknownCountry: unknown), accepted
                        )
                    }
                }
            }
        }

    private func attempt(_ told: Attempt.Told) -> Attempt {
        let merchant = MerchantNumber(1)
        let uuid = UUID128(high: 1, low: 2)
        return Attempt(
            id: Attempt.ID(merchant: merchant, uuid: uuid),
            checkout: Sheet.ID(merchant: merchant, uuid: uuid), number: 1, state: .started,
            processor: "test", amount: Money(minorUnits: 1000, currency: dollars), version: 1,
            fingerprint: [], told: told, startedAt: now, leasedUntil: now)
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
