import Vocabulary

/// A merchant's own address that is told of its events.
package struct Endpoint: Sendable, Identified {
    package static let identifierPrefix = "whe"
    package typealias ID = Identifier<Endpoint>

    package enum DisabledBecause: String, Sendable, CaseIterable {
        /// The merchant switched it off.
        case merchant
        /// It answered 410: nobody is there any more.
        case gone
        /// Every attempt of some days has failed.
        case failing
    }

    package let id: ID
    package var url: String
    /// Nothing when it gets all of them, also those that are invented later.
    package var eventTypes: [Event.Kind]?
    package var description: String?
    package var secrets: EndpointSecrets
    package private(set) var disabledAt: Instant?
    package private(set) var disabledBecause: DisabledBecause?
    /// Since when every attempt has failed.
    package var failingSince: Instant?
    /// How many events about itself were written.
    package var events: Int
    package let createdAt: Instant
    package var changedAt: Instant
    package var deletedAt: Instant?

    /// Sixteen systems that each listen for themselves are more than a shop has; every event is
    /// written and sent once for each of them.
    package static let countMax = 16

    package init(
        id: ID, url: String, eventTypes: [Event.Kind]?, description: String?,
        secrets: EndpointSecrets, disabledAt: Instant? = nil,
        disabledBecause: DisabledBecause? = nil, failingSince: Instant? = nil, events: Int = 0,
        createdAt: Instant, changedAt: Instant, deletedAt: Instant? = nil
    ) {
        self.id = id
        self.url = url
        self.eventTypes = eventTypes
        self.description = description
        self.secrets = secrets
        self.disabledAt = disabledAt
        self.disabledBecause = disabledBecause
        self.failingSince = failingSince
        self.events = events
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.deletedAt = deletedAt
    }

    /// What is disabled already stays so, for its first reason.
    package mutating func disable(because reason: DisabledBecause, at now: Instant) {
        guard disabledAt == nil else { return }
        disabledAt = now
        disabledBecause = reason
        changedAt = now
    }

    /// Begins anew: what failed before is not held against it.
    package mutating func enable(at now: Instant) {
        guard disabledAt != nil else { return }
        disabledAt = nil
        disabledBecause = nil
        failingSince = nil
        changedAt = now
    }
}
