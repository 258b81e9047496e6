import Testing
import Vocabulary

@testable import Processors

@Suite struct SandboxAuthorizationPlanTests {
    private func plan(
        _ outcome: SimulatedOutcome?, delay: Int64? = nil, minorUnits: Int64 = 1001
    ) -> SandboxAuthorizationPlan {
        SandboxAuthorizationPlan(
            token: SimulatedToken(outcome: outcome, delayMilliseconds: delay),
            amount: Money(minorUnits: minorUnits, currency: Currency("USD")!))
    }

    @Test func `each simulated outcome has its decision`() {
        let decisions: [SimulatedOutcome: SandboxAuthorizationPlan.PlannedDecision] = [
            .approve: .charge(1001),
            .decline: .decline(.declined),
            .insufficientFunds: .decline(.insufficientFunds),
            .doNotHonor: .decline(.doNotHonor),
            .billingPostalCodeMismatch: .decline(.billingAddress(.postalCode)),
            .billingAddressUnknown: .decline(.billingAddress(.addressLines)),
            .partial: .charge(500),
            .timeout: .nothing,
            .unknown: .charge(1001),
            .lateSuccess: .charge(1001),
            .slow: .charge(1001),
            .expiredCard: .decline(.expiredCard),
            .lostCard: .decline(.lostCard),
            .authenticationRequired: .decline(.authenticationRequired),
            .unlinked: .decline(.unlinked),
            .unreachable: .nothing,
        ]
        #expect(decisions.count == SimulatedOutcome.allCases.count)
        for (outcome, decision) in decisions { #expect(plan(outcome).decision == decision) }
    }

    @Test func `the sandbox loses the answer of an unknown outcome only`() {
        for outcome in SimulatedOutcome.allCases {
            #expect(plan(outcome).answer == (outcome == .unknown ? .lost : .given))
        }
    }

    @Test func `a delay postpones the answer, and for a late success the record`() {
        #expect(plan(.slow).answerMilliseconds == 3000)
        #expect(plan(.lateSuccess).hiddenMilliseconds == 10_000)
        for outcome in SimulatedOutcome.allCases {
            let delayed = plan(outcome, delay: 70)
            #expect(delayed.answerMilliseconds == (outcome == .lateSuccess ? 0 : 70))
            #expect(delayed.hiddenMilliseconds == (outcome == .lateSuccess ? 70 : 0))
            if outcome != .slow, outcome != .lateSuccess {
                #expect(plan(outcome).answerMilliseconds == 0)
                #expect(plan(outcome).hiddenMilliseconds == 0)
            }
        }
    }

    @Test func `the token's outcome overrides the amount's`() {
        #expect(plan(nil, minorUnits: 400_002).decision == .decline(.insufficientFunds))
        #expect(plan(.approve, minorUnits: 400_002).decision == .charge(400_002))
        #expect(plan(nil, minorUnits: 400_010).answerMilliseconds == 3000)
    }

    @Test(arguments: [0, 1] as [Int64])
    func `an amount that cannot be halved is not partially approved`(minorUnits: Int64) {
        #expect(
            plan(.partial, minorUnits: minorUnits).decision == .decline(.insufficientFunds))
        #expect(plan(.partial, minorUnits: 2).decision == .charge(1))
    }

    @Test func `a card verification is an approval of zero`() {
        #expect(plan(nil, minorUnits: 0).decision == .charge(0))
    }
}
