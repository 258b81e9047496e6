import Merchants
import Postgres
import Vocabulary

/// With what workers and Apple talk about merchant tokens.
package struct AppleDesk: Sendable {
    package let database: Database
    let registry: Registry
    let gateway: AppleGateway
    let identity: MerchantIdentity.Finding
    let now: @Sendable () -> Instant
    let identify: @Sendable (Instant) -> UUID128
    /// Told of what is given up; never with a value that somebody sent.
    let report: @Sendable (GivenUp) -> Void

    package init(
        database: Database, registry: Registry, gateway: AppleGateway,
        identity: @escaping MerchantIdentity.Finding, now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (Instant) -> UUID128,
        report: @escaping @Sendable (GivenUp) -> Void
    ) {
        self.database = database
        self.registry = registry
        self.gateway = gateway
        self.identity = identity
        self.now = now
        self.identify = identify
        self.report = report
    }

    /// So many calls of one job at once: each is a connection of its own, because it shows a certificate.
    package static let batch = 20

    package struct GivenUp: Equatable, Sendable {
        package enum Matter: Equatable, Sendable { case event, unlink }

        package let matter: Matter
        package let merchant: MerchantNumber
        /// Nothing where Apple has answered, and it could not be read.
        package let silence: AppleSilence?
    }

    /// How many came to an end. One that cannot be ended holds up no other, and is what is thrown when the others
    /// are done.
    func each<Item: Sendable>(
        _ items: [Item], end: @escaping @Sendable (Item) async throws -> Bool
    ) async throws -> Int {
        let results = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
            for item in items { group.addTask { await Result { try await end(item) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return try results.count { try $0.get() }
    }
}
