import Credentials
import Postgres
import Vocabulary

/// Notifies phones that their passes have changed. Sends the pushes between two statements. A phone
/// that gets two pushes requests updates twice, with the same result.
package struct PushPasses: Sendable {
    private let desk: PushDesk

    package init(_ desk: PushDesk) { self.desk = desk }

    /// Pushes are concurrent, with a connection for each certificate.
    package static let batch = 500
    /// Seconds until the server retries with a certificate that Apple refused.
    static let untakenSeconds: Int64 = 3_600

    /// Notifies the phones of each type separately: a type whose certificate cannot be read, or
    /// whose connection hangs, neither delays the others nor loses their results.
    ///
    /// - Returns: the number of pushes claimed.
    /// - Throws: `PushServiceUnreachable` if no push of a type got a response: they are postponed,
    ///   and the operator must be told.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let pushes = try await desk.database.run(
            WaitingPush.claim(at: now, limit: Self.batch)
        ).map(WaitingPush.init(row:))
        let results = await withTaskGroup(of: Result<Void, any Error>.self) { tasks in
            for (type, group) in Dictionary(grouping: pushes, by: \.type) {
                tasks.addTask {
                    do {
                        return .success(try await tell(group, of: type))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        for result in results { try result.get() }
        return pushes.count
    }

    private func tell(_ group: [WaitingPush], of type: PassType.ID) async throws {
        var ends = Ends()
        var silence: PushServiceUnreachable?
        if let identity = try await identity(of: group[0]) {
            let outcomes = await outcomes(of: group, as: identity)
            for (push, outcome) in outcomes { note(outcome, of: push, in: &ends) }
            silence = PushServiceUnreachable(outcomes.map(\.1))
            if ends.isUntaken { desk.report(type, .notTaken) }
        } else {
            desk.report(type, .noCertificate)
            ends.later = group.map { ($0, later(Self.untakenSeconds)) }
        }
        try await keep(ends)
        if let silence { throw silence }
    }

    private struct Ends {
        var done: [WaitingPush] = []
        var gone: [WaitingPush] = []
        var later: [(push: WaitingPush, until: Instant)] = []
        var isUntaken = false
    }

    private func identity(of push: WaitingPush) async throws -> SigningIdentity? {
        do {
            return try await desk.signer(push.type.merchant, push.typeIdentifier)
        } catch is CredentialsRefusal {
            // The operator has not configured Apple's certificates, so the server cannot sign
            // passes either.
            return nil
        }
    }

    private func outcomes(
        of group: [WaitingPush], as identity: SigningIdentity
    ) async -> [(WaitingPush, PushOutcome)] {
        await withTaskGroup(of: (WaitingPush, PushOutcome).self) { tasks in
            for push in group {
                tasks.addTask { (push, await desk.gateway.push(push.token, identity)) }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    private func note(_ outcome: PushOutcome, of push: WaitingPush, in ends: inout Ends) {
        switch outcome {
        case .taken, .otherTopic: ends.done.append(push)
        case .badToken: ends.gone.append(push)
        case .gone(let since):
            // A phone that sent its token later is valid again.
            let isDead = since.map { push.tokenAt < $0 } ?? true
            if isDead { ends.gone.append(push) } else { ends.done.append(push) }
        case .later(let seconds): putOff(push, seconds, in: &ends)
        case .unreachable: putOff(push, nil, in: &ends)
        case .notTaken:
            ends.isUntaken = true
            ends.later.append((push, later(Self.untakenSeconds)))
        }
    }

    private func putOff(_ push: WaitingPush, _ seconds: Int64?, in ends: inout Ends) {
        guard push.tries < WaitingPush.triesMax else {
            desk.report(push.type, .givenUp)
            return ends.done.append(push)
        }
        let pause = WaitingPush.pauseSeconds(after: push.tries)
        ends.later.append((push, later(max(seconds ?? 0, pause))))
    }

    private func later(_ seconds: Int64) -> Instant { desk.now().adding(seconds: seconds) }

    private func keep(_ ends: Ends) async throws {
        if !ends.done.isEmpty { try await desk.database.run(WaitingPush.drop(ends.done)) }
        if !ends.later.isEmpty { try await desk.database.run(WaitingPush.putOff(ends.later)) }
        for push in ends.gone {
            let forget = ForgetDevice(push: push)
            try await desk.database.transaction { try forget(in: $0) }
        }
    }
}
