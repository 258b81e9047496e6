import CartSupport
import Dispatch
import Idempotency
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary
import Workers

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Two workers on one database, as two servers run them.
@Suite(.timeLimit(.minutes(5))) struct SideBySideTests {
    @Test func `two workers finish every attempt, and each is looked up once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let count = 3 * RecoverAttempts.batch
            for _ in 0..<count {
                let begin = till.begin(try await till.checkout(), .card())
                _ = try await database.transaction { try begin(in: $0) }
            }
            let asked = Journal<AttemptKey>()
            var processor = Processor.unimplemented
            processor.find = { (key) async throws(ProcessorFault) in
                asked.add(key)
                return .declined(.declined)
            }
            let runs = Journal<JobRun>()
            let later = now.adding(seconds: 6)
            let job = Job(
                name: "recover attempts", everyMilliseconds: 10, batch: RecoverAttempts.batch
            ) { [processor] moment in try await till.recover(by: processor, at: moment) }
            let workers = (0..<2).map { _ in
                Worker(
                    [job],
                    clock: WorkerClock(
                        now: { later }, sleep: { try await Task.sleep(for: .milliseconds($0)) },
                        random: { 0 }), finished: { runs.add($0) })
            }
            let running = workers.map { worker in Task { await worker.run() } }
            try await eventually("all attempts are finished") {
                finished(runs) >= count
            }
            for worker in workers { worker.stop() }
            for task in running { await task.value }
            #expect(finished(runs) == count)
            #expect(asked.all.count == count)
            #expect(Set(asked.all).count == count)
            #expect(runs.all.allSatisfy { $0.errorKind == nil })
        }
    }

    private func finished(_ runs: Journal<JobRun>) -> Int {
        runs.all.reduce(0) { $0 + ((try? $1.result.get()) ?? 0) }
    }

    @Test func `a worker skips the keys that another one is deleting`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            for key in ["one", "two"] {
                let claim = Claim(
                    merchant: 0, scope: "op", key: key, fingerprint: [1], at: now.microseconds)
                try await database.run(claim.insert())
            }
            let isLocked = Gate()
            let isOver = DispatchSemaphore(value: 0)
            let other = Task {
                defer { isLocked.open() }
                try await database.transaction { transaction in
                    _ = try transaction.run(
                        "SELECT true FROM idempotency_keys WHERE key = 'one' FOR UPDATE")
                    isLocked.open()
                    // The thread belongs to the connection.
                    isOver.wait()
                }
            }
            await isLocked.wait()
            let later = now.adding(seconds: ClaimExpiry.retentionSeconds + 1).microseconds
            let swept = try? await database.run(ClaimExpiry.sweep(before: later, batch: 10))
            isOver.signal()
            try await other.value
            #expect(swept?.count == 1)
            #expect(
                try await database.run(ClaimExpiry.sweep(before: later, batch: 10)).count == 1)
        }
    }
}
