import TestSupport
import Testing
import Vocabulary

@testable import Processors

@Suite(.timeLimit(.minutes(5))) struct BreakerTests {
    /// The steps of a clock that a test advances.
    private let steps = Journal<Int64>()
    private let calls = Journal<String>()
    private let breaker: Breaker
    private let request = AuthorizationRequest(
        key: AttemptKey(merchant: MerchantNumber(1), text: "att_1"),
        amount: Money(minorUnits: 1000, currency: Currency("USD")!), statementName: "Shop",
        payment: .simulated(SimulatedToken(), card: .unknown), captureNow: false)

    init() {
        let steps = steps
        breaker = Breaker(now: { 1_000_000_000 + steps.all.reduce(0, +) })
    }

    private func wait(seconds: Int64) { steps.add(seconds * 1_000_000) }

    /// A processor whose payments and lookups fail with these faults; nil is an answer.
    private func processor(
        payment: ProcessorFault?, find: ProcessorFault? = nil
    ) -> Processor {
        var processor = Processor.unimplemented
        let calls = calls
        processor.authorize = { _ throws(ProcessorFault) in
            calls.add("authorize")
            if let payment { throw payment }
            return .declined(.declined)
        }
        processor.find = { _ throws(ProcessorFault) in
            calls.add("find")
            if let find { throw find }
            return nil
        }
        return processor.guarded(by: breaker)
    }

    private func authorize(_ processor: Processor) async -> ProcessorFault? {
        do throws(ProcessorFault) {
            _ = try await processor.authorize(request)
            return nil
        } catch {
            return error
        }
    }

    private func fail(_ times: Int, with fault: ProcessorFault = .timeout) async {
        let down = processor(payment: fault)
        for _ in 0..<times { #expect(await authorize(down) == fault) }
    }

    @Test(arguments: [ProcessorFault.timeout, .answerLost, .garbage, .unreachable])
    func `after five consecutive failures no call is made`(fault: ProcessorFault) async {
        await fail(5, with: fault)
        let up = processor(payment: nil)
        #expect(await authorize(up) == .unreachable)
        #expect(calls.all.count == 5)
        wait(seconds: 9)
        #expect(await authorize(up) == .unreachable)
        #expect(calls.all.count == 5)
        wait(seconds: 1)
        #expect(await authorize(up) == nil)
        #expect(await authorize(up) == nil)
        #expect(breaker.phase == .closed)
    }

    @Test func `an answer of the processor restarts the count of failures`() async {
        for _ in 0..<3 {
            await fail(4)
            #expect(await authorize(processor(payment: nil)) == nil)
        }
        #expect(breaker.phase == .closed)
    }

    @Test func `processor failures that are far apart do not open the breaker`() async {
        for _ in 0..<12 {
            await fail(1)
            wait(seconds: 21)
        }
        #expect(breaker.phase == .closed)
    }

    @Test(arguments: [ProcessorFault.rejected, .closed, .keyReused])
    func `a request that is refused for its content does not count as a failure`(
        fault: ProcessorFault
    ) async {
        await fail(4)
        await fail(20, with: fault)
        #expect(breaker.phase == .closed)
        // It does not count as an answer either.
        await fail(1)
        #expect(breaker.phase != .closed)
    }

    @Test func `after the breaker's pause one payment calls the processor, and others fail fast`()
        async throws
    {
        await fail(5)
        wait(seconds: 10)
        let (gate, calls, breaker) = (Gate(), calls, breaker)
        var slow = Processor.unimplemented
        slow.authorize = { _ throws(ProcessorFault) in
            calls.add("try")
            await gate.wait()
            throw .timeout
        }
        let guarded = slow.guarded(by: breaker)
        async let first = authorize(guarded)
        try await eventually("one call tries the processor") { calls.all.contains("try") }
        for _ in 0..<3 { #expect(await authorize(guarded) == .unreachable) }
        gate.open()
        #expect(await first == .timeout)
        #expect(calls.all.count { $0 == "try" } == 1)
        // It failed, so another pause begins.
        wait(seconds: 9)
        #expect(await authorize(guarded) == .unreachable)
        wait(seconds: 1)
        #expect(await authorize(processor(payment: nil)) == nil)
        #expect(breaker.phase == .closed)
    }

    @Test func `a trial payment without a result blocks the next payment for half a minute`()
        async throws
    {
        await fail(5)
        wait(seconds: 10)
        let (gate, calls) = (Gate(), calls)
        var silent = Processor.unimplemented
        silent.authorize = { _ throws(ProcessorFault) in
            calls.add("try")
            await gate.wait()
            throw .timeout
        }
        let guarded = silent.guarded(by: breaker)
        async let lost = authorize(guarded)
        try await eventually("one call tries the processor") { calls.all.contains("try") }
        wait(seconds: 29)
        #expect(await authorize(processor(payment: nil)) == .unreachable)
        wait(seconds: 1)
        #expect(await authorize(processor(payment: nil)) == nil)
        gate.open()
        _ = await lost
    }

    @Test func `a trial payment that calls no processor leaves the trial to the next payment`()
        async
    {
        await fail(5)
        wait(seconds: 10)
        await fail(1, with: .closed)
        #expect(await authorize(processor(payment: nil)) == nil)
        #expect(breaker.phase == .closed)
    }

    @Test func `the breaker never blocks workers, and counts their failures`() async throws {
        let down = processor(payment: nil, find: .unreachable)
        for _ in 0..<5 {
            await #expect(throws: ProcessorFault.unreachable) { try await down.find(request.key) }
        }
        #expect(await authorize(down) == .unreachable)
        #expect(calls.all == Array(repeating: "find", count: 5))
        // Workers call the processor while the breaker is open, and take no payment's trial.
        for _ in 0..<20 {
            await #expect(throws: ProcessorFault.unreachable) { try await down.find(request.key) }
        }
        wait(seconds: 10)
        await #expect(throws: ProcessorFault.unreachable) { try await down.find(request.key) }
        #expect(await authorize(down) == nil)
        #expect(breaker.phase == .closed)
    }

    @Test func `a worker's answer from the processor lets one payment through at once`()
        async throws
    {
        await fail(5)
        let half = processor(payment: .timeout, find: nil)
        #expect(try await half.find(request.key) == nil)
        #expect(await authorize(half) == .timeout)
        #expect(await authorize(half) == .unreachable)
    }

    @Test func `the processor's answers to workers do not hide that payments fail`() async throws {
        let half = processor(payment: .timeout, find: nil)
        for _ in 0..<5 {
            #expect(await authorize(half) == .timeout)
            _ = try await half.find(request.key)
        }
        #expect(breaker.phase != .closed)
    }

    @Test func `every call except a payment passes an open breaker`() async throws {
        await fail(5)
        var inner = Processor.unimplemented
        inner.name = "inner"
        inner.find = { _ in nil }
        inner.close = { _ in nil }
        inner.void = { _ in .nothingToVoid }
        inner.capture = { _ in .pending }
        inner.increment = { _ in .pending }
        inner.refund = { _ in .pending(reference: "") }
        inner.dispute = { _, _ in nil }
        let guarded = inner.guarded(by: breaker)
        #expect(guarded.name == "inner")
        let key = request.key
        #expect(try await guarded.find(key) == nil)
        #expect(try await guarded.close(key) == nil)
        #expect(try await guarded.void(key) == .nothingToVoid)
        let capture = CaptureRequest(key: key, charge: key, amount: request.amount, isLast: true)
        #expect(try await guarded.capture(capture) == .pending)
        let increment = IncrementRequest(key: key, charge: key, amount: request.amount)
        #expect(try await guarded.increment(increment) == .pending)
        let refund = RefundRequest(key: key, charge: key, amount: request.amount)
        #expect(try await guarded.refund(refund) == .pending(reference: ""))
        #expect(try await guarded.dispute(key.merchant, "dp_1") == nil)
    }
}
