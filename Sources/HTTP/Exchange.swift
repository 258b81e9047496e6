/// One request and its answer, as logs and metrics see them: nothing that names a person or a thing.
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
    /// The template of the route, never the path itself.
    package let route: String?
    /// Zero when there was no answer.
    package let status: Int
    /// The header `traceparent` as it was sent, for whoever reads it.
    package let traceparent: String?
    /// Whether its answer came event by event: then its time is how long somebody looked on.
    package let isStream: Bool
    /// From the arrival of the head until the answer was sent.
    package let microseconds: Int64
    package let bytesIn: Int
    package let bytesOut: Int
    package let ending: Ending
}
