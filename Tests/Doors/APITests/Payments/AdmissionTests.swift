import HTTP
import Merchants
import Payments
import Testing
import Vocabulary

@testable import API

/// Limits on payment attempts when all buyers of one merchant pay at the same moment.
@Suite struct AdmissionTests {
    private let limits = CallLimits(
        callsPerSecond: 1, attemptsPerMinute: 10, clock: { 0 })

    private func admission(
        _ buyer: UInt64, from address: String? = nil, of merchant: Int64 = 7,
        by limits: CallLimits? = nil
    ) -> Admission {
        (limits ?? self.limits).admission(
            UUID128.version7(at: Instant(microseconds: 0), random: (buyer, 0)),
            from: address.map { ClientNetwork($0) },
            of: MerchantNumber(merchant))
    }

    @Test func `64 simultaneous attempts are admitted up to the merchant's limit`() async {
        let begun = await withTaskGroup(of: Bool.self) { group in
            for buyer in 0..<64 {
                group.addTask {
                    guard let tried = admission(UInt64(buyer)).reserve() else { return false }
                    tried.keep()
                    return true
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(begun == 10)
        // Another merchant's buyers have a limit of their own.
        #expect(admission(1, of: 8).reserve() != nil)
    }

    @Test func `an address may try a limited number of unknown API keys`() throws {
        let address = ClientNetwork("203.0.113.7")
        // A valid key releases its reservation and does not count.
        for _ in 0..<100 { try limits.reserveKeyGuess(from: address).release() }
        for _ in 0..<20 { _ = try limits.reserveKeyGuess(from: address) }
        let problem = #expect(throws: Problem.self) {
            _ = try limits.reserveKeyGuess(from: address)
        }
        #expect(problem?.status == 429)
        _ = try limits.reserveKeyGuess(from: ClientNetwork("203.0.113.8"))
    }

    @Test func `repeated taps during a payment use up no attempts of other buyers`() {
        for _ in 0..<64 { admission(1).reserve()?.release() }
        #expect(admission(2).reserve() != nil)
    }

    @Test func `a buyer has five attempts a minute, and one that never started does not count`() {
        let mine = admission(1)
        mine.reserve()?.release()
        for _ in 0..<5 { mine.reserve()?.keep() }
        #expect(mine.reserve() == nil)
        #expect(throws: Problem.self) { try mine.admit() }
    }

    @Test func `an address with many checkouts leaves attempts for other addresses`() {
        let limits = CallLimits(callsPerSecond: 1, attemptsPerMinute: 100, clock: { 0 })
        let begun = (0..<500).count { buyer in
            let tried = admission(UInt64(buyer), from: "192.0.2.1", by: limits).reserve()
            tried?.keep()
            return tried != nil
        }
        #expect(begun == 10)
        for other in 0..<90 {
            #expect(
                admission(UInt64(1000 + other), from: "198.51.100.\(other)", by: limits).reserve()
                    != nil)
        }
        #expect(admission(2000, from: "198.51.100.200", by: limits).reserve() == nil)
    }
}
