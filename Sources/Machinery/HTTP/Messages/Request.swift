/// A request whose head and body have arrived whole and within their limits.
package struct Request: Sendable {
    package var method: Method
    /// The path as it was sent, still percent-encoded, without the query.
    package var path: String
    package var query: QueryItems
    package var headers: Headers
    package var body: [UInt8]
    /// Generated for this request; also the `Request-Id` of the answer.
    package var id: String
    /// The peer of the connection as text, without its port.
    package var remoteAddress: String
    /// Arrival of the head, on the monotonic clock in microseconds.
    package var receivedAt: Int64

    package init(
        method: Method = .get, path: String = "/", query: QueryItems = QueryItems(),
        headers: [(String, String)] = [], body: [UInt8] = [], id: String = "",
        remoteAddress: String = "127.0.0.1", receivedAt: Int64 = 0
    ) {
        self.init(
            method: method, path: path, query: query, headers: Headers(headers), body: body,
            id: id, remoteAddress: remoteAddress, receivedAt: receivedAt)
    }

    init(
        method: Method, path: String, query: QueryItems, headers: Headers, body: [UInt8],
        id: String, remoteAddress: String, receivedAt: Int64
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.id = id
        self.remoteAddress = remoteAddress
        self.receivedAt = receivedAt
    }
}
