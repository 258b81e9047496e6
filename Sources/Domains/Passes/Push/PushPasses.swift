import Credentials
import Postgres
import Threads
import Vocabulary

/// Notifies phones that their passes have changed. Sends the pushes between two statements. A phone
/// that gets two pushes requests updates twice, with the same result.
package struct PushPasses: Sendable {
    private let context: PushContext

    package init(_ context: PushContext) { self.context = context }

    /// Pushes are concurrent, with a connection for each certificate.
    package static let batch = 500
    /// Seconds until the server retries if the type has no certificate, or one that Apple refused.
    static let rejectedCertificateSeconds: Int64 = 3_600

    /// Notifies the phones of each type separately: a type whose certificate cannot be read, or
    /// whose connection hangs, neither delays the others nor loses their results.
    ///
    /// - Returns: the number of pushes claimed.
    /// - Throws: `PushServiceUnreachable` if no push of a type got a response: they are postponed,
    ///   and the caller logs it for the operator.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let pushes = try await context.database.run(
            WaitingPush.claim(at: now, limit: Self.batch)
        ).map(WaitingPush.init(row:))
        let groups = Dictionary(grouping: pushes, by: \.type).map {
            (type: $0.key, pushes: $0.value)
        }
        let results = await groups.concurrentResults { try await notify($0.pushes, of: $0.type) }
        for result in results { try result.get() }
        return pushes.count
    }

    private func notify(_ group: [WaitingPush], of type: PassType.ID) async throws {
        var updates = PushUpdates()
        var unreachable: PushServiceUnreachable?
        if let identity = try await identity(of: group[0]) {
            let outcomes = await outcomes(of: group, as: identity)
            for (push, outcome) in outcomes { note(outcome, of: push, in: &updates) }
            unreachable = PushServiceUnreachable(outcomes.map(\.1))
            if updates.isCertificateRejected { context.report(type, .certificateRejected) }
        } else {
            context.report(type, .noCertificate)
            updates.later = group.map(untilCertificate)
        }
        try await store(updates)
        if let unreachable { throw unreachable }
    }

    private struct PushUpdates {
        var done: [WaitingPush] = []
        var gone: [WaitingPush] = []
        var later: [PostponedPush] = []
        var isCertificateRejected = false
    }

    private func identity(of push: WaitingPush) async throws -> SigningIdentity? {
        do {
            return try await context.signer(push.type.merchant, push.typeIdentifier)
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
                tasks.addTask { (push, await context.gateway.push(push.token, identity)) }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    private func note(_ outcome: PushOutcome, of push: WaitingPush, in updates: inout PushUpdates) {
        switch outcome {
        case .accepted, .topicMismatch: updates.done.append(push)
        case .badToken: updates.gone.append(push)
        case .gone(let since):
            // A phone that sent its token later is valid again.
            let isTokenExpired = since.map { push.tokenAt < $0 } ?? true
            if isTokenExpired { updates.gone.append(push) } else { updates.done.append(push) }
        case .later(let seconds): postpone(push, seconds, in: &updates)
        case .unreachable: postpone(push, nil, in: &updates)
        case .certificateRejected:
            updates.isCertificateRejected = true
            updates.later.append(untilCertificate(push))
        }
    }

    private func postpone(_ push: WaitingPush, _ seconds: Int64?, in updates: inout PushUpdates) {
        guard push.tries < WaitingPush.triesMax else {
            context.report(push.type, .abandoned)
            return updates.done.append(push)
        }
        let pause = WaitingPush.pauseSeconds(after: push.tries)
        updates.later.append(
            PostponedPush(
                push: push, until: later(max(seconds ?? 0, pause)), tries: push.tries + 1))
    }

    /// Postpones a push until the merchant may have replaced the certificate. The wait is no try of
    /// the phone, but a change of its pass does not end it.
    private func untilCertificate(_ push: WaitingPush) -> PostponedPush {
        PostponedPush(
            push: push, until: later(Self.rejectedCertificateSeconds), tries: max(push.tries, 1))
    }

    private func later(_ seconds: Int64) -> Instant { context.now().adding(seconds: seconds) }

    private func store(_ updates: PushUpdates) async throws {
        if !updates.done.isEmpty { try await context.database.run(WaitingPush.drop(updates.done)) }
        if !updates.later.isEmpty {
            try await context.database.run(WaitingPush.postpone(updates.later))
        }
        for push in updates.gone {
            let delete = DeleteExpiredDevice(push: push)
            try await context.database.transaction { try delete(in: $0) }
        }
    }
}
