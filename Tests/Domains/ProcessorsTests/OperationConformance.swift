import Processors
import Testing
import Vocabulary

/// A processor's own record of one charge, in minor units.
struct RecordedMoney: Hashable, Sendable {
    /// Held, and neither captured nor released.
    var held: Int64 = 0
    var taken: Int64 = 0
    var refunded: Int64 = 0
}

/// The requirements on every processor adapter for operations after an authorization.
struct OperationConformance: Sendable {
    let processor: Processor
    let merchant: MerchantNumber
    let approving: PaymentInstrument
    let declining: PaymentInstrument
    /// - Returns: the amounts of a charge, as the processor's side has them.
    let record: @Sendable (AttemptKey) async throws -> RecordedMoney
    /// True if an authorization can be captured in several parts. An adapter that cannot do so
    /// refuses a capture that is not the last, and each other property holds with a last one.
    var supportsPartialCaptures = true

    /// Runs all checks, one property after the other.
    func run() async throws {
        if supportsPartialCaptures { try await capturesInParts() } else { try await refusesAPart() }
        try await refundsInParts()
        try await releasesTheRestWithTheLastCapture()
        try await repeatsItsAnswers()
        try await movesMoneyOnceForManyCalls()
        try await refusesAReusedKey()
        try await refusesExcessiveAmounts()
        try await limitsConcurrentCapturesAndRefunds()
        try await refusesOperationsOnUnchargedAttempts()
        try await voidsOnlyTheUncapturedPart()
        try await refundsAnImmediateCaptureOnVoid()
        try await incrementsTheAuthorization()
        try await findsNoUnknownDispute()
    }

    // MARK: Requests

    private func key(_ name: String) -> AttemptKey {
        AttemptKey(merchant: merchant, text: "set_\(name)")
    }

    private func usd(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: Currency("USD")!)
    }

    /// Authorizes 100.00.
    private func charge(
        _ name: String, captureNow: Bool = false, payment: PaymentInstrument? = nil
    ) async throws -> AttemptKey {
        let request = AuthorizationRequest(
            key: key(name), amount: usd(10_000), statementName: "Shop",
            payment: payment ?? approving, captureNow: captureNow)
        _ = try await processor.authorize(request)
        return request.key
    }

    private func capture(
        _ name: String, of charge: AttemptKey, _ minorUnits: Int64, isLast: Bool = false
    ) -> CaptureRequest {
        CaptureRequest(
            key: key(name), charge: charge, amount: usd(minorUnits),
            isLast: isLast || !supportsPartialCaptures)
    }

    /// The expected record after a partial capture of 100.00: without partial captures, the first
    /// one releases the rest.
    private func recorded(taken: Int64, refunded: Int64 = 0) -> RecordedMoney {
        RecordedMoney(
            held: supportsPartialCaptures ? 10_000 - taken : 0, taken: taken, refunded: refunded)
    }

    private func refund(
        _ name: String, of charge: AttemptKey, _ minorUnits: Int64
    ) -> RefundRequest {
        RefundRequest(key: key(name), charge: charge, amount: usd(minorUnits))
    }

    // MARK: Properties

    private func capturesInParts() async throws {
        let charge = try await charge("parts")
        #expect(try await record(charge) == RecordedMoney(held: 10_000))
        for part in 1...3 {
            let answer = try await processor.capture(capture("parts_\(part)", of: charge, 2_000))
            #expect(answer.isCaptured)
        }
        #expect(try await record(charge) == RecordedMoney(held: 4_000, taken: 6_000))
    }

    private func refusesAPart() async throws {
        let charge = try await charge("parts")
        let part = CaptureRequest(
            key: key("parts_1"), charge: charge, amount: usd(2_000), isLast: false)
        for _ in 0..<2 {
            #expect(try await processor.capture(part) == .refused(.unsupported))
        }
        #expect(try await record(charge) == RecordedMoney(held: 10_000))
        // The full amount is not a part, even if the caller does not say that it is the last.
        let whole = CaptureRequest(
            key: key("parts_2"), charge: charge, amount: usd(10_000), isLast: false)
        #expect(try await processor.capture(whole).isCaptured)
        #expect(try await record(charge) == RecordedMoney(taken: 10_000))
    }

    private func refundsInParts() async throws {
        let charge = try await charge("back")
        #expect(try await processor.capture(capture("back_0", of: charge, 6_000)).isCaptured)
        for part in 1...2 {
            let answer = try await processor.refund(refund("back_\(part)", of: charge, 3_000))
            #expect(answer.hasSucceeded)
        }
        #expect(try await record(charge) == recorded(taken: 6_000, refunded: 6_000))
    }

    private func releasesTheRestWithTheLastCapture() async throws {
        let charge = try await charge("last")
        let last = capture("last_1", of: charge, 7_000, isLast: true)
        #expect(try await processor.capture(last).isCaptured)
        #expect(try await record(charge) == RecordedMoney(taken: 7_000))
        let answer = try await processor.capture(capture("last_2", of: charge, 1))
        #expect(answer.isRefused)
        #expect(try await record(charge) == RecordedMoney(taken: 7_000))
    }

    private func repeatsItsAnswers() async throws {
        let charge = try await charge("again")
        let capture = capture("again_1", of: charge, 9_000)
        let refund = refund("again_2", of: charge, 5_000)
        let captured = try await processor.capture(capture)
        let refunded = try await processor.refund(refund)
        for _ in 0..<2 {
            #expect(try await processor.capture(capture) == captured)
            #expect(try await processor.refund(refund) == refunded)
        }
        #expect(try await record(charge) == recorded(taken: 9_000, refunded: 5_000))
        // A refusal is final, too: the same key does not perform the operation later.
        let tooMuch = self.refund("again_3", of: charge, 4_001)
        let refused = try await processor.refund(tooMuch)
        #expect(refused == .failed(.exceeds))
        if supportsPartialCaptures {
            _ = try await processor.capture(self.capture("again_4", of: charge, 1_000))
        }
        #expect(try await processor.refund(tooMuch) == refused)
    }

    private func movesMoneyOnceForManyCalls() async throws {
        let charge = try await charge("once")
        let processor = processor
        let capture = capture("once_1", of: charge, 100)
        let captures = try await many { _ in try await processor.capture(capture) }
        #expect(Set(captures).count == 1)
        #expect(captures.allSatisfy { $0.isCaptured })
        #expect(try await record(charge) == recorded(taken: 100))
        let refund = refund("once_2", of: charge, 1)
        let refunds = try await many { _ in try await processor.refund(refund) }
        #expect(Set(refunds).count == 1)
        #expect(refunds.allSatisfy { $0.hasSucceeded })
        #expect(try await record(charge) == recorded(taken: 100, refunded: 1))
    }

    private func refusesAReusedKey() async throws {
        let charge = try await charge("reused")
        let other = try await self.charge("reused_by")
        let first = try await processor.capture(capture("reused_1", of: charge, 500))
        for request in [
            capture("reused_1", of: charge, 501), capture("reused_1", of: other, 500),
            CaptureRequest(
                key: key("reused_1"), charge: charge, amount: usd(500),
                isLast: supportsPartialCaptures),
        ] {
            await #expect(throws: ProcessorFault.keyReused) {
                try await processor.capture(request)
            }
        }
        #expect(try await processor.capture(capture("reused_1", of: charge, 500)) == first)
        _ = try await processor.refund(refund("reused_2", of: charge, 10))
        await #expect(throws: ProcessorFault.keyReused) {
            try await processor.refund(refund("reused_2", of: charge, 11))
        }
        #expect(try await record(charge) == recorded(taken: 500, refunded: 10))
        #expect(try await record(other) == RecordedMoney(held: 10_000))
    }

    private func refusesExcessiveAmounts() async throws {
        let charge = try await charge("more")
        let tooMuch = try await processor.capture(capture("more_1", of: charge, 10_001))
        #expect(tooMuch == .refused(.exceeds))
        let unpaid = try await processor.refund(refund("more_2", of: charge, 1))
        #expect(unpaid == .failed(.exceeds))
        #expect(try await record(charge) == RecordedMoney(held: 10_000))
    }

    /// 64 captures of 300 compete for 10,000: 33 of them fit, or one if the first is the last. Then
    /// 64 refunds of 200 compete for 9,900, or 64 of 5 for 300.
    private func limitsConcurrentCapturesAndRefunds() async throws {
        let charge = try await charge("race")
        let processor = processor
        let captures = try await many {
            try await processor.capture(capture("race_capture_\($0)", of: charge, 300))
        }
        #expect(captures.count { $0.isCaptured } == (supportsPartialCaptures ? 33 : 1))
        #expect(
            captures.count { $0 == .refused(supportsPartialCaptures ? .exceeds : .expired) }
                == (supportsPartialCaptures ? 31 : 63))
        #expect(try await record(charge) == recorded(taken: supportsPartialCaptures ? 9_900 : 300))
        let refunds = try await many {
            try await processor.refund(
                refund("race_refund_\($0)", of: charge, supportsPartialCaptures ? 200 : 5))
        }
        #expect(refunds.count { $0.hasSucceeded } == (supportsPartialCaptures ? 49 : 60))
        #expect(refunds.count { $0 == .failed(.exceeds) } == (supportsPartialCaptures ? 15 : 4))
        #expect(
            try await record(charge)
                == recorded(
                    taken: supportsPartialCaptures ? 9_900 : 300,
                    refunded: supportsPartialCaptures ? 9_800 : 300))
    }

    private func refusesOperationsOnUnchargedAttempts() async throws {
        let declined = try await charge("declined", payment: declining)
        let voided = try await charge("voided")
        _ = try await processor.void(voided)
        for (number, charge) in [declined, voided, key("nobody")].enumerated() {
            let capture = try await processor.capture(capture("none_\(number)", of: charge, 1))
            #expect(capture == .refused(.noSuchCharge))
            let refund = try await processor.refund(refund("none_\(number)", of: charge, 1))
            #expect(refund == .failed(.noSuchCharge))
            #expect(try await record(charge) == RecordedMoney())
        }
    }

    private func voidsOnlyTheUncapturedPart() async throws {
        let charge = try await charge("part_void")
        _ = try await processor.capture(capture("part_void_1", of: charge, 4_000))
        for _ in 0..<2 { #expect(try await processor.void(charge) == .voided) }
        #expect(try await record(charge) == RecordedMoney(taken: 4_000))
        let late = try await processor.capture(capture("part_void_2", of: charge, 1))
        #expect(late.isRefused)
        #expect(try await processor.refund(refund("part_void_3", of: charge, 4_000)).hasSucceeded)
        #expect(try await record(charge) == RecordedMoney(taken: 4_000, refunded: 4_000))
    }

    private func refundsAnImmediateCaptureOnVoid() async throws {
        let charge = try await charge("at_once", captureNow: true)
        #expect(try await record(charge) == RecordedMoney(taken: 10_000))
        #expect(try await processor.capture(capture("at_once_1", of: charge, 1)).isRefused)
        #expect(try await processor.refund(refund("at_once_2", of: charge, 1_000)).hasSucceeded)
        for _ in 0..<2 { #expect(try await processor.void(charge) == .voided) }
        #expect(try await record(charge) == RecordedMoney(taken: 10_000, refunded: 10_000))
        #expect(try await processor.find(charge) == .voided)
    }

    /// An adapter without increments returns `unsupported`; the amount stays the same.
    private func incrementsTheAuthorization() async throws {
        let charge = try await charge("raise")
        let request = IncrementRequest(key: key("raise_1"), charge: charge, amount: usd(500))
        let first = try await processor.increment(request)
        #expect(try await processor.increment(request) == first)
        guard case .approved = first else {
            #expect(first == .refused(.unsupported))
            #expect(try await record(charge) == RecordedMoney(held: 10_000))
            return
        }
        #expect(try await record(charge) == RecordedMoney(held: 10_500))
        await #expect(throws: ProcessorFault.keyReused) {
            try await processor.increment(
                IncrementRequest(key: key("raise_1"), charge: charge, amount: usd(501)))
        }
        // The capture that needs the increment has the same key.
        #expect(try await processor.capture(capture("raise_1", of: charge, 10_500)).isCaptured)
        #expect(try await record(charge) == RecordedMoney(taken: 10_500))
    }

    private func findsNoUnknownDispute() async throws {
        #expect(try await processor.dispute(merchant, "nobodys") == nil)
    }

    private func many<Answer: Sendable>(
        _ body: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<64 { group.addTask { try await body(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension CaptureOutcome {
    var isCaptured: Bool {
        if case .captured = self { true } else { false }
    }
    var isRefused: Bool {
        if case .refused = self { true } else { false }
    }
}

extension RefundOutcome {
    var hasSucceeded: Bool {
        if case .succeeded = self { true } else { false }
    }
}
