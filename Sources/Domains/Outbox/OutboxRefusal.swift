/// The reason why a call about events or endpoints is refused.
package enum OutboxRefusal: Error, Equatable, Sendable {
    case endpointNotFound
    case eventNotFound
    case deliveryNotFound
    /// The merchant has the maximum number of endpoints.
    case tooManyEndpoints
    /// The endpoint is disabled, so the server delivers no events to it.
    case endpointDisabled
    /// The event after which a list should continue was purged or never existed.
    case eventOfCursorNotFound
}
