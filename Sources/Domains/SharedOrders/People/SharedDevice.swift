import Vocabulary

/// Messages' identifier of a participant on one of their devices.
package struct SharedDevice: Sendable {
    package let device: UUID128
    package let participant: Int
}
