/// One request and its answer as logs and metrics see them, without anything that identifies a
/// person or an object.
package struct Exchange: Sendable {
    package enum Ending: Sendable {
        /// The whole answer went to the client's socket.
        case answered
        /// The client went away or was cut off, before or while the answer was sent.
        case cutOff
    }

    package let id: String
    /// Nil for a method that no route can have.
    package let method: Method?
    /// The route's template, never the path itself.
    package let route: String?
    /// Zero when no answer was sent.
    package let status: Int
    /// The `traceparent` header as the client sent it, for tracing.
    package let traceparent: String?
    /// The answer was a stream of events, so its time is the time that the client watched.
    package let isStream: Bool
    /// From the arrival of the head until the answer was sent.
    package let microseconds: Int64
    package let bytesIn: Int
    package let bytesOut: Int
    package let ending: Ending
}
