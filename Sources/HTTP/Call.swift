/// A request on its way through the server, from its head to its last answered byte.
// Unchecked: every member is touched by the loop's thread alone; the handler's task, which
// captures it, runs there too.
final class Call: @unchecked Sendable {
    let id: String
    let connection: OpaquePointer
    let visitor: Visitor
    let receivedAt: Int64

    var method: Method?
    var request: Request?
    var route: Route?
    var parameters = Parameters()
    /// Once set, what still arrives of the body is dropped.
    var refusal: Refusal?
    var response: Response?
    var mustClose = false
    /// Chunked: the library takes a bare LF for the end of a chunk's line, and whoever takes it for
    /// something else sees another request where this one ends. So nothing is read behind it.
    var isLast = false
    /// The answer was written to the socket by us, because the library would not take one.
    var answeredByHand = false
    var dispatched = false
    var suspended = false
    var task: Task<Void, Never>?
    /// Set while the answer is a stream.
    var open: OpenAnswer?

    var body: [UInt8] = []
    var bytesIn = 0
    /// Of the body, beyond its first bytes: counted among what all bodies hold.
    var bytesHeld = 0
    var status = 0
    var bytesOut = 0

    init(id: String, connection: OpaquePointer, visitor: Visitor, receivedAt: Int64) {
        self.id = id
        self.connection = connection
        self.visitor = visitor
        self.receivedAt = receivedAt
    }
}
