import Vocabulary

/// A merchant's webhook endpoint.
package struct WebhookEndpoint: Sendable, Identified {
    package static let identifierPrefix = "whe"
    package typealias ID = Identifier<WebhookEndpoint>

    package enum DisabledBecause: String, Sendable, CaseIterable {
        /// The merchant disabled it.
        case merchant
        /// It answered 410: it is gone for good.
        case gone
        /// Every attempt of five days has failed.
        case failing
    }

    package let id: ID
    package var url: String {
        // A Retry-After pause belongs to the server at the old URL.
        didSet { if url != oldValue { pausedUntil = nil } }
    }
    /// Nil subscribes to all types, including types that are added later.
    package var eventTypes: [Event.Kind]?
    package var description: String?
    package var secrets: EndpointSecrets
    package private(set) var disabledAt: Instant?
    package private(set) var disabledBecause: DisabledBecause?
    /// The start of the period in which every attempt has failed.
    package var failingSince: Instant?
    /// The time until which its server asked for no more requests. It may have passed.
    package private(set) var pausedUntil: Instant?
    /// The number of events that were emitted about the endpoint itself.
    package var events: Int
    package let createdAt: Instant
    package var changedAt: Instant
    package var deletedAt: Instant?

    /// Sixteen systems with endpoints of their own are more than a shop has. Every event is stored
    /// and sent once for each of them.
    package static let countMax = 16

    package init(
        id: ID, url: String, eventTypes: [Event.Kind]?, description: String?,
        secrets: EndpointSecrets, disabledAt: Instant? = nil,
        disabledBecause: DisabledBecause? = nil, failingSince: Instant? = nil,
        pausedUntil: Instant? = nil, events: Int = 0, createdAt: Instant, changedAt: Instant,
        deletedAt: Instant? = nil
    ) {
        self.id = id
        self.url = url
        self.eventTypes = eventTypes
        self.description = description
        self.secrets = secrets
        self.disabledAt = disabledAt
        self.disabledBecause = disabledBecause
        self.failingSince = failingSince
        self.pausedUntil = pausedUntil
        self.events = events
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.deletedAt = deletedAt
    }

    /// Disables the endpoint. If it is already disabled, the first reason stays.
    package mutating func disable(because reason: DisabledBecause, at now: Instant) {
        guard disabledAt == nil else { return }
        disabledAt = now
        disabledBecause = reason
        changedAt = now
    }

    /// Enables the endpoint and clears its earlier failures.
    package mutating func enable(at now: Instant) {
        guard disabledAt != nil else { return }
        disabledAt = nil
        disabledBecause = nil
        failingSince = nil
        pausedUntil = nil
        changedAt = now
    }
}
