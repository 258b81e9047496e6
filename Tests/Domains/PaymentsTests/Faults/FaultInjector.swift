import CartSupport
import Postgres
import Processors
import Threads

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Makes the server die, or a statement, commit or call fail, at a chosen point. It counts the
/// points at which that can happen: before statements are sent, before and after a commit, and
/// before and after an external call.
///
/// After its death the server has no effect until it restarts.
// Unchecked: `lock` guards the state.
final class FaultInjector: @unchecked Sendable {
    enum Fault: CaseIterable {
        /// The process is gone.
        case death
        /// One statement, commit or call fails; the process lives.
        case mishap
    }

    private let lock = Lock()
    private var passed = 0
    private var strikesAt: Int?
    private var fault = Fault.death
    private var variant = 0
    private var isDead = false
    private var late: [@Sendable () async -> Void] = []

    /// - Parameter variant: selects one of the ways in which a call can fail.
    func arm(at point: Int?, _ fault: Fault, variant: Int) {
        lock.withLock {
            passed = 0
            strikesAt = point
            self.fault = fault
            self.variant = variant
        }
    }

    /// Ends the faults and restarts the server.
    ///
    /// - Returns: the number of points passed, and whether the fault occurred.
    func disarm() -> (passed: Int, struck: Bool) {
        lock.withLock {
            let struck = strikesAt.map { $0 < passed } ?? false
            strikesAt = nil
            isDead = false
            return (passed, struck)
        }
    }

    private enum Stroke {
        case none, dead
        case now(Fault, Int)
    }

    private func pass() -> Stroke {
        lock.withLock {
            if isDead { return .dead }
            defer { passed += 1 }
            guard passed == strikesAt else { return .none }
            if fault == .death { isDead = true }
            return .now(fault, variant)
        }
    }

    /// - Returns: the error of the connection at this point of a transaction; nil without a fault.
    func interrupt(_ point: Database.InterruptPoint) -> PostgresError? {
        switch pass() {
        case .none: return nil
        case .dead: return .unavailable("dead")
        case .now: return point == .sending ? .unavailable("lost") : .outcomeUnknown
        }
    }

    /// A call to a processor: the request can be lost, arrive late or twice, and the answer can be
    /// lost or unreadable.
    func call<Outcome: Sendable>(
        _ body: @escaping @Sendable () async throws(ProcessorFault) -> Outcome
    ) async throws(ProcessorFault) -> Outcome {
        switch pass() {
        case .none: break
        case .dead, .now(.death, _): throw .unreachable
        case .now(.mishap, let variant):
            switch variant % 3 {
            case 0: throw .unreachable
            case 1: throw .timeout
            default:
                lock.withLock { late.append { _ = try? await body() } }
                throw .timeout
            }
        }
        let outcome = try await body()
        switch pass() {
        case .none: return outcome
        case .dead, .now(.death, _): throw .answerLost
        case .now(.mishap, let variant):
            switch variant % 3 {
            case 0: throw .answerLost
            case 1: throw .garbage
            default: return try await body()
            }
        }
    }

    /// A call to a merchant's server, which may fail to arrive.
    ///
    /// - Returns: true if the answer arrives.
    func post(_ arrive: @Sendable () -> Void) -> Bool {
        guard case .none = pass() else { return false }
        arrive()
        guard case .none = pass() else { return false }
        return true
    }

    /// Delivers the requests that were in transit when their callers gave up.
    func arriveLate() async {
        let calls = lock.withLock {
            defer { late = [] }
            return late
        }
        for call in calls { await call() }
    }

    /// The processor behind an unreliable connection.
    func line(to bank: Processor) -> Processor {
        Processor(
            name: bank.name,
            authorize: { (request) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.authorize(request)
                }
            },
            find: { (key) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in try await bank.find(key) }
            },
            close: { (key) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in try await bank.close(key) }
            },
            void: { (key) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in try await bank.void(key) }
            },
            capture: { (request) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.capture(request)
                }
            },
            increment: { (request) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.increment(request)
                }
            },
            refund: { (request) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.refund(request)
                }
            },
            dispute: { (merchant, reference) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.dispute(merchant, reference)
                }
            },
            records: { (request) async throws(ProcessorFault) in
                try await self.call { () async throws(ProcessorFault) in
                    try await bank.records(request)
                }
            })
    }
}

extension SeededGenerator {
    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
