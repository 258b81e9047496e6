/// A bubble that was put together for a step: making it is no delivery, and only its device knows what becomes of it.
package struct SharedMessage: Sendable {
    package let number: Int
    package let participant: Int
    package var state: State

    package enum State: String, Sendable, CaseIterable {
        case composed
        /// In the input field.
        case staged
        /// The buyer has tapped: it goes out.
        case sending
        /// Somebody else's device has it.
        case received
        case canceled
    }
}
