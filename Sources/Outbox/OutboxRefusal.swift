/// Why a call about events and endpoints is refused.
package enum OutboxRefusal: Error, Equatable, Sendable {
    case endpointNotFound
    case eventNotFound
    case deliveryNotFound
    /// A merchant has as many endpoints as it may have.
    case tooManyEndpoints
    /// Nothing is delivered to an endpoint that is disabled.
    case endpointDisabled
    /// The event after which a list was to go on is no longer kept, or never was.
    case eventOfCursorNotFound
}
