import Checkout
import Merchants
import Testing
import Vocabulary

@testable import API

/// How many tries to pay one merchant's buyers have, when they all come at once.
@Suite struct AdmissionTests {
    private let limits = CallLimits(
        callsPerSecond: 1, attemptsPerMinute: 10, clock: { 0 })

    private func admission(_ buyer: UInt64, of merchant: Int64 = 7) -> Admission {
        limits.admission(
            UUID128.version7(at: Instant(microseconds: 0), random: (buyer, 0)),
            of: MerchantNumber(merchant))
    }

    @Test func `of 64 buyers who try at once no more begin than the limit has`() async {
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
        // Another merchant's are not held back.
        #expect(admission(1, of: 8).reserve() != nil)
    }

    @Test func `taps of a payment that has begun take nothing from others`() {
        for _ in 0..<64 { admission(1).reserve()?.giveBack() }
        #expect(admission(2).reserve() != nil)
    }

    @Test func `a buyer has five tries a minute, and one that did not begin is none`() {
        let mine = admission(1)
        mine.reserve()?.giveBack()
        for _ in 0..<5 { mine.reserve()?.keep() }
        #expect(mine.reserve() == nil)
        #expect(throws: Problem.self) { try mine.admit() }
    }
}
