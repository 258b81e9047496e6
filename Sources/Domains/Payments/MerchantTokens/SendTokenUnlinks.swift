import Merchants
import Postgres
import Vocabulary

/// Notifies Apple of merchant tokens that the server no longer charges. The call runs between two
/// statements, and a repeat changes nothing.
package struct SendTokenUnlinks: Sendable {
    private let service: AppleTokenService

    package init(_ service: AppleTokenService) { self.service = service }

    package static let batch = AppleTokenService.batch

    /// Returns the number of notices that Apple has received, or that were dropped or abandoned.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let claimed = try await service.database.run(
            TokenUnlink.claim(
                at: now, leasedUntil: now.adding(seconds: AppleBackoff.leaseSeconds),
                limit: Self.batch)
        ).map(TokenUnlink.init(row:))
        return try await service.each(claimed, end: end)
    }

    private func end(_ unlink: TokenUnlink) async throws -> Bool {
        guard !unlink.isUsed else {
            try await service.database.run(unlink.drop)
            return true
        }
        let moment = service.moment()
        guard let merchant = try await service.registry.merchant(unlink.merchant) else {
            return false
        }
        let unlinkToken = UnlinkMerchantToken(
            merchantToken: unlink.merchantToken, merchant: merchant, request: moment.identifier(),
            now: moment.now)
        switch try await unlinkToken(at: service.gateway, as: service.identity) {
        case .done:
            try await service.database.run(unlink.drop)
            return true
        case .later(let unavailability):
            var unlink = unlink
            unlink.tries += 1
            let next = AppleBackoff.next(
                after: unlink.tries, since: unlink.requestedAt, at: service.moment().now)
            try await service.database.run(next.map { unlink.postpone(until: $0) } ?? unlink.drop)
            guard next == nil else { return false }
            service.report(
                AppleTokenService.AbandonedTask(
                    kind: .unlink, merchant: unlink.merchant, unavailability: unavailability))
            return true
        }
    }
}
