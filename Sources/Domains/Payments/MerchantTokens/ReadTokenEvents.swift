import Merchants
import Postgres
import Vocabulary

/// Asks Apple for the events behind its notifications, and applies them: the call runs between two
/// transactions, and a repeat changes nothing.
package struct ReadTokenEvents: Sendable {
    private let service: AppleTokenService

    package init(_ service: AppleTokenService) { self.service = service }

    package static let batch = AppleTokenService.batch

    /// Returns the number of notifications that ended.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let claimed = try await service.database.run(
            TokenNotice.claim(
                at: now, leasedUntil: now.adding(seconds: AppleBackoff.leaseSeconds),
                limit: Self.batch)
        ).map(TokenNotice.init(row:))
        return try await service.each(claimed, end: end)
    }

    private func end(_ notice: TokenNotice) async throws -> Bool {
        let moment = service.moment()
        guard let merchant = try await service.registry.merchant(notice.merchant) else {
            return false
        }
        let fetch = FetchTokenEvent(
            event: notice.event, merchant: merchant, request: moment.identifier(), now: moment.now)
        let outcome = try await fetch(at: service.gateway, as: service.identity)
        let end = FinishTokenNotice(notice: notice, outcome: outcome, moment: service.moment())
        let ended = try await service.database.transaction { try end(in: $0) }
        if case .abandoned(let unavailability) = ended {
            service.report(
                AppleTokenService.AbandonedTask(
                    kind: .event, merchant: notice.merchant, unavailability: unavailability))
        }
        return ended != .waits
    }
}

/// Stores Apple's answer, or that there was none.
struct FinishTokenNotice: Verb {
    let notice: TokenNotice
    let outcome: FetchTokenEvent.Outcome
    let moment: Moment

    enum Ending: Equatable, Sendable {
        case done, waits
        case abandoned(AppleUnavailable?)
    }

    func callAsFunction(in transaction: Transaction) throws -> Ending {
        // Another worker was faster, because this one exceeded its lease.
        guard let row = try transaction.run(notice.lock).first else { return .waits }
        var notice = try TokenNotice(row: row)
        switch outcome {
        case .unknown:
            // Deletes the row, so that forged notifications cannot fill the table.
            try transaction.enqueue(notice.drop)
            return .done
        case .event(let event):
            try act(on: event, in: transaction)
            notice.dueAt = nil
            try transaction.enqueue(notice.store)
            return .done
        case .unreadable:
            notice.unreadable += 1
            let isOver = notice.unreadable >= TokenNotice.unreadableMax
            return try postpone(&notice, isOver: isOver, nil, in: transaction)
        case .later(let unavailability):
            return try postpone(&notice, isOver: false, unavailability, in: transaction)
        }
    }

    private func postpone(
        _ notice: inout TokenNotice, isOver: Bool, _ unavailability: AppleUnavailable?,
        in transaction: Transaction
    ) throws -> Ending {
        notice.tries += 1
        notice.dueAt =
            isOver
            ? nil : AppleBackoff.next(after: notice.tries, since: notice.receivedAt, at: moment.now)
        try transaction.enqueue(notice.store)
        return notice.dueAt == nil ? .abandoned(unavailability) : .waits
    }

    private func act(on event: TokenEvent, in transaction: Transaction) throws {
        switch event.kind {
        case .unlink:
            try UnlinkSavedCards(
                merchantToken: event.merchantToken, merchant: notice.merchant, reason: event.reason,
                moment: moment)(in: transaction)
        case .metadata(let lastFour?):
            try UpdateSavedCards(
                merchantToken: event.merchantToken, merchant: notice.merchant, lastFour: lastFour,
                moment: moment)(in: transaction)
        case .metadata(nil), .other: return
        }
    }
}
