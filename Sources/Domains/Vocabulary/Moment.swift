/// The time of an operation, and the source of its identifiers.
package struct Moment: Sendable {
    package let now: Instant
    private let identify: @Sendable (Instant) -> UUID128

    package init(_ now: Instant, identify: @escaping @Sendable (Instant) -> UUID128) {
        self.now = now
        self.identify = identify
    }

    /// A new identifier, which sorts by this time (UUID version 7).
    package func identifier() -> UUID128 { identify(now) }

    /// A later time of the same operation, with the same source of identifiers.
    package func later(_ now: Instant) -> Moment { Moment(now, identify: identify) }
}
