/// An answer. The server adds `Date`, `Content-Length`, `Connection` and `Request-Id`.
package struct Response: Sendable {
    package var status: Int
    package var headers: [(String, String)]
    package var body: [UInt8]
    /// If set, the server sends it instead of the body.
    package var eventStream: EventStream?

    package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer that stays open until its event stream ends.
    package init(status: Int, headers: [(String, String)] = [], eventStream: EventStream) {
        self.init(status: status, headers: headers)
        self.eventStream = eventStream
    }

    package subscript(name: String) -> String? {
        headers.first { equalIgnoringCase($0.0, name) }?.1
    }
}

func equalIgnoringCase(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
}
