import HTTP
import Idempotency
import JSON

/// An HTTP answer, and the copy of it that is stored for a replay.
struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
    /// The body without secrets that are shown only once; the body itself if it has no such
    /// secrets.
    let stored: [UInt8]

    init(_ status: Int = 200, _ body: [UInt8], stored: [UInt8]? = nil) {
        self.status = status
        self.body = body
        self.stored = stored ?? body
    }

    init(_ status: Int = 200, write: (inout Writer) -> Void) {
        self.init(status, Writer.value(write))
    }

    /// - Parameter store: writes the copy without secrets.
    init(
        _ status: Int = 200, write: (inout Writer) -> Void, storing store: (inout Writer) -> Void
    ) {
        self.init(status, Writer.value(write), stored: Writer.value(store))
    }

    init(_ stored: StoredAnswer) {
        self.init(stored.status, stored.body)
    }

    /// A stored answer with members that are never stored.
    init(_ stored: StoredAnswer, adding members: (inout Writer) -> Void) throws {
        let root = try Document.parse(stored.body).root
        self.init(stored.status) { writer in
            writer.object { body in
                root.write(membersTo: &body)
                members(&body)
            }
        }
    }

    /// The answer to store for a replay.
    var toStore: StoredAnswer { StoredAnswer(status: status, body: stored) }

    var response: Response {
        Response(status: status, headers: Answer.jsonHeaders, body: body)
    }

    static let jsonHeaders = [
        ("Content-Type", "application/json"), ("Cache-Control", "private, no-store"),
    ]

    /// Stored for an answer with a secret and contacts: a replay shows the object's current state.
    static let currentState = Answer(200, Array("{}".utf8))
}
