/// Limits for the duration of a request and the size of its answer.
package struct Limits: Hashable, Sendable {
    /// Name resolution, connection and TLS together.
    package var connectMilliseconds = 5_000
    /// From the start to the last byte of the answer.
    package var totalMilliseconds = 15_000
    /// Bytes of the body that are read: enough to see the reason of a failure.
    package var answerBytesMax = 65_536

    /// For one answer; servers send about a tenth of it.
    static let headerBytesMax = 65_536
    /// Open connections, in use or idle; further requests wait within their own time.
    static let connectionsMax = 512
    /// Concurrent requests on one connection; the server may allow fewer.
    static let streamsMax = 500

    package init() {}
}
