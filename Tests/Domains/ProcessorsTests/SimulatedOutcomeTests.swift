import Processors
import Testing
import Vocabulary

@Suite struct SimulatedOutcomeTests {
    @Test func `every outcome but approval has an amount of its own`() {
        let outcomes = SimulatedOutcome.amounts.map(\.outcome)
        #expect(Set(outcomes) == Set(SimulatedOutcome.allCases).subtracting([.approve]))
        #expect(Set(outcomes).count == outcomes.count)
        #expect(Set(SimulatedOutcome.amounts.map(\.minorUnits)).count == outcomes.count)
    }

    @Test(arguments: ["USD", "JPY", "KWD"])
    func `an amount chooses the same outcome in any currency`(code: String) throws {
        let currency = try #require(Currency(code))
        func chosen(_ minorUnits: Int64) -> SimulatedOutcome {
            .chosen(by: Money(minorUnits: minorUnits, currency: currency))
        }
        #expect(chosen(400_001) == .decline)
        #expect(chosen(400_004) == .billingPostalCodeMismatch)
        #expect(chosen(400_010) == .slow)
        #expect(chosen(400_015) == .unreachable)
        for other: Int64 in [0, 1, 999, 40_001, 400_000, 400_016, Money.minorUnitsMax] {
            #expect(chosen(other) == .approve)
        }
    }

    @Test func `an outcome has its documented name`() {
        #expect(
            SimulatedOutcome.allCases.map(\.rawValue) == [
                "approve", "decline", "insufficient_funds", "do_not_honor",
                "billing_postal_code_mismatch", "billing_address_unknown", "partial", "timeout",
                "unknown", "late_success", "slow", "expired_card", "lost_card",
                "authentication_required", "unlinked", "unreachable",
            ])
    }
}
