import Merchants
import Postgres
import Vocabulary

/// Tells Apple about merchant tokens that are not charged any more: the call runs between two
/// statements, and a repeat changes nothing.
package struct TellUnlinks: Sendable {
    private let desk: AppleDesk

    package init(_ desk: AppleDesk) { self.desk = desk }

    package static let batch = AppleDesk.batch

    /// Returns the number of tokens that ended.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let claimed = try await desk.database.run(
            TokenUnlink.claim(
                at: now, leasedUntil: now.adding(seconds: ApplePause.leaseSeconds),
                limit: Self.batch)
        ).map(TokenUnlink.init(row:))
        return try await desk.each(claimed, end: end)
    }

    private func end(_ unlink: TokenUnlink) async throws -> Bool {
        guard !unlink.isUsed else {
            try await desk.database.run(unlink.drop)
            return true
        }
        let moment = desk.now()
        guard let merchant = try await desk.registry.merchant(unlink.merchant) else { return false }
        let tell = TellUnlink(
            merchantToken: unlink.merchantToken, merchant: merchant,
            request: desk.identify(moment), now: moment)
        switch try await tell(at: desk.gateway, as: desk.identity) {
        case .done:
            try await desk.database.run(unlink.drop)
            return true
        case .later(let silence):
            var unlink = unlink
            unlink.tries += 1
            let next = ApplePause.next(after: unlink.tries, since: unlink.askedAt, at: desk.now())
            try await desk.database.run(next.map { unlink.putOff(until: $0) } ?? unlink.drop)
            guard next == nil else { return false }
            desk.report(
                AppleDesk.GivenUp(matter: .unlink, merchant: unlink.merchant, silence: silence))
            return true
        }
    }
}
