import Processors
import TestSupport
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5))) struct BoundedTests {
    private let deadlines = Deadlines()

    private enum Fault: Error, Equatable { case late, own }

    @Test func `a timely answer is returned and leaves no task behind`() async throws {
        let answer = try await bounded(.seconds(25), on: deadlines, atLimit: Fault.late) {
            () async throws(Fault) in 7
        }
        #expect(answer == 7)
        #expect(deadlines.count == 0)
    }

    @Test func `an operation's own error is thrown`() async {
        await #expect(throws: Fault.own) {
            try await bounded(.seconds(25), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) -> Int in throw .own
            }
        }
        #expect(deadlines.count == 0)
    }

    @Test func `an operation that ignores cancellation is abandoned at the limit`() async {
        let never = Gate()
        await #expect(throws: Fault.late) {
            try await bounded(.milliseconds(20), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) in await never.wait()
            }
        }
        never.open()
    }

    @Test func `an operation's result after its limit is dropped`() async {
        let late = Gate()
        let finished = Gate()
        await #expect(throws: Fault.late) {
            try await bounded(.milliseconds(20), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) in
                await late.wait()
                finished.open()
            }
        }
        late.open()
        await finished.wait()
        #expect(deadlines.count == 0)
    }

    @Test func `an operation is canceled at its limit`() async throws {
        let canceled = Journal<Bool>()
        let never = Gate()
        await #expect(throws: Fault.late) {
            try await bounded(.milliseconds(20), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) in
                await withTaskCancellationHandler {
                    await never.wait()
                } onCancel: {
                    canceled.add(true)
                }
            }
        }
        #expect(try await canceled.wait(for: 1) == [true])
        never.open()
    }

    @Test func `a negative limit ends a call at once, a huge one never`() async throws {
        let never = Gate()
        await #expect(throws: Fault.late) {
            try await bounded(.seconds(-1), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) in await never.wait()
            }
        }
        never.open()
        let huge = Duration.seconds(Int64.max)
        let answer = try await bounded(huge, on: deadlines, atLimit: Fault.late) {
            () async throws(Fault) in 1
        }
        #expect(answer == 1)
    }

    @Test func `short limits fire while long ones wait`() async {
        let never = Gate()
        let long = Task {
            try await bounded(.seconds(3600), on: deadlines, atLimit: Fault.late) {
                () async throws(Fault) in await never.wait()
            }
        }
        for milliseconds in [30, 10, 20] {
            await #expect(throws: Fault.late) {
                try await bounded(.milliseconds(milliseconds), on: deadlines, atLimit: Fault.late) {
                    () async throws(Fault) in await never.wait()
                }
            }
        }
        never.open()
        _ = await long.result
    }

    @Test func `each of many calls gets one result, its own or the limit's`() async {
        let answers = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<2000 {
                group.addTask {
                    try? await bounded(
                        .microseconds(number % 200), on: deadlines, atLimit: Fault.late
                    ) { () async throws(Fault) in
                        for _ in 0..<(number % 7) { await Task.yield() }
                        return number
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 2000)
        #expect(deadlines.count == 0)
    }
}
