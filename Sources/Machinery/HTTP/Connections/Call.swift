/// A request inside the server, from its head to the last byte of its answer.
// Unchecked: only the loop's thread touches the members; the handler's task, which captures the
// call, runs there too.
final class Call: @unchecked Sendable {
    let id: String
    let connection: OpaquePointer
    let client: ClientConnection
    let receivedAt: Int64

    var method: Method?
    var request: Request?
    var route: Route?
    var parameters = Parameters()
    /// Once set, the server drops the rest of the body.
    var refusal: Refusal?
    var response: Response?
    var mustClose = false
    /// The request is chunked. The library accepts a bare LF as the end of a chunk's line; a proxy
    /// that reads it differently would see a second request where this one ends. So the server
    /// reads nothing after this request.
    var isLast = false
    /// The client does not end the connection after the answer.
    var keepsConnection = false
    /// The server wrote the answer to the socket itself, because the library would not take one.
    var answeredDirectly = false
    /// After such an answer the server still reads the body, and drops it.
    var isDraining = false
    var suspended = false
    var task: Task<Void, Never>?
    /// Set while the answer is a stream.
    var open: StreamingResponse?

    var body: [UInt8] = []
    var bytesIn = 0
    /// Bytes of the body beyond its first ones, counted against the limit for all bodies.
    var bytesHeld = 0
    var status = 0
    var bytesOut = 0

    init(id: String, connection: OpaquePointer, client: ClientConnection, receivedAt: Int64) {
        self.id = id
        self.connection = connection
        self.client = client
        self.receivedAt = receivedAt
    }
}
