import Merchants
import Postgres
import Threads
import Vocabulary

/// Dependencies for workers that talk to Apple about merchant tokens.
package struct AppleTokenService: Sendable {
    package let database: Database
    let registry: Registry
    let gateway: AppleGateway
    let identity: MerchantIdentity.Finding
    let moment: @Sendable () -> Moment
    /// Reports an abandoned task; never contains a value that a caller sent.
    let report: @Sendable (AbandonedTask) -> Void

    package init(
        database: Database, registry: Registry, gateway: AppleGateway,
        identity: @escaping MerchantIdentity.Finding, moment: @escaping @Sendable () -> Moment,
        report: @escaping @Sendable (AbandonedTask) -> Void
    ) {
        self.database = database
        self.registry = registry
        self.gateway = gateway
        self.identity = identity
        self.moment = moment
        self.report = report
    }

    /// The number of concurrent calls in one job: each opens its own connection, because it
    /// presents a certificate.
    package static let batch = 20

    package struct AbandonedTask: Equatable, Sendable {
        package enum Kind: Equatable, Sendable { case event, unlink }

        package let kind: Kind
        package let merchant: MerchantNumber
        /// nil if Apple answered, but the answer was unreadable.
        package let unavailability: AppleUnavailable?
    }

    /// Returns the number of items that ended. An item that fails does not stop the others; its
    /// error is thrown after they are done.
    func each<Item: Sendable>(
        _ items: [Item], end: @escaping @Sendable (Item) async throws -> Bool
    ) async throws -> Int {
        try await items.concurrentResults(end).count { try $0.get() }
    }
}
