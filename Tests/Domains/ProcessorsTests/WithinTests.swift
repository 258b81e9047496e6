import Processors
import TestSupport
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5))) struct WithinTests {
    private let deadlines = Deadlines()
    private let request = AuthorizationRequest(
        key: AttemptKey(merchant: MerchantNumber(1), text: "att_1"),
        amount: Money(minorUnits: 1000, currency: Currency("USD")!), statementName: "Shop",
        payment: .simulated(SimulatedToken(), card: .unknown), captureNow: false)

    /// Answers consecutive calls with the given results.
    private func processor(
        _ answers: [Result<AuthorizationOutcome, ProcessorFault>], calls: Journal<AttemptKey>
    ) -> Processor {
        var processor = Processor.unimplemented
        processor.authorize = { request throws(ProcessorFault) in
            calls.add(request.key)
            return try answers[calls.all.count - 1].get()
        }
        return processor
    }

    @Test func `a request that was not sent is retried with the same key`() async throws {
        let calls = Journal<AttemptKey>()
        let processor = processor(
            [.failure(.unreachable), .failure(.unreachable), .success(.declined(.declined))],
            calls: calls)
        let outcome = try await processor.authorize(
            request, within: .seconds(25), on: deadlines, pauses: [.zero, .zero])
        #expect(outcome == .declined(.declined))
        #expect(calls.all == Array(repeating: request.key, count: 3))
    }

    @Test func `a request that was not sent is tried at most three times`() async {
        let calls = Journal<AttemptKey>()
        let processor = processor(
            Array(repeating: .failure(.unreachable), count: 4), calls: calls)
        await #expect(throws: ProcessorFault.unreachable) {
            try await processor.authorize(
                request, within: .seconds(25), on: deadlines, pauses: [.zero, .zero])
        }
        #expect(calls.all == Array(repeating: request.key, count: 3))
    }

    @Test(arguments: [
        ProcessorFault.timeout, .answerLost, .garbage, .rejected, .closed, .keyReused,
    ])
    func `a request with a fault other than not sent is not retried`(fault: ProcessorFault) async {
        let calls = Journal<AttemptKey>()
        let processor = processor([.failure(fault), .success(.pending)], calls: calls)
        await #expect(throws: fault) {
            try await processor.authorize(request, within: .seconds(25), on: deadlines)
        }
        #expect(calls.all.count == 1)
    }

    @Test func `a processor that never answers is a timeout`() async {
        let never = Gate()
        var processor = Processor.unimplemented
        processor.authorize = { _ in
            await never.wait()
            return .pending
        }
        await #expect(throws: ProcessorFault.timeout) {
            try await processor.authorize(request, within: .milliseconds(20), on: deadlines)
        }
        never.open()
    }

    @Test func `each call of a limited processor ends at its limit`() async {
        let never = Gate()
        let silent = Processor(
            name: "silent",
            authorize: { _ in
                await never.wait()
                return .pending
            },
            find: { _ in
                await never.wait()
                return nil
            },
            close: { _ in
                await never.wait()
                return nil
            },
            void: { _ in
                await never.wait()
                return .voided
            },
            capture: { _ in
                await never.wait()
                return .pending
            },
            increment: { _ in
                await never.wait()
                return .pending
            },
            refund: { _ in
                await never.wait()
                return .pending(reference: "")
            },
            dispute: { _, _ in
                await never.wait()
                return nil
            },
            records: { _ in
                await never.wait()
                return RecordsPage(records: [])
            }
        ).limited(to: .milliseconds(20), on: deadlines)
        #expect(silent.name == "silent")
        await #expect(throws: ProcessorFault.timeout) { try await silent.authorize(request) }
        await #expect(throws: ProcessorFault.timeout) { try await silent.find(request.key) }
        await #expect(throws: ProcessorFault.timeout) { try await silent.close(request.key) }
        await #expect(throws: ProcessorFault.timeout) { try await silent.void(request.key) }
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.capture(
                CaptureRequest(
                    key: request.key, charge: request.key, amount: request.amount, isLast: true))
        }
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.increment(
                IncrementRequest(key: request.key, charge: request.key, amount: request.amount))
        }
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.refund(
                RefundRequest(key: request.key, charge: request.key, amount: request.amount))
        }
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.dispute(request.key.merchant, "dp_1")
        }
        await #expect(throws: ProcessorFault.timeout) {
            try await silent.records(
                RecordsRequest(
                    merchant: request.key.merchant, from: Instant(seconds: 0),
                    until: Instant(seconds: 1)))
        }
        never.open()
    }
}
