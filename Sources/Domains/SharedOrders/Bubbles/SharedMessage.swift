/// A bubble that a device composed for a step. Composing is not sending: only the device knows
/// whether the message is sent.
package struct SharedMessage: Sendable {
    package let number: Int
    package let participant: Int
    package var state: State

    package enum State: String, Sendable, CaseIterable {
        case composed
        /// The message is in the input field.
        case staged
        /// The buyer tapped Send.
        case sending
        /// Another participant's device received it.
        case received
        case canceled
    }
}
