import JSON
import Vocabulary

/// An event as the API and webhooks show it: the same bytes at each delivery attempt.
extension Event: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("type", type.rawValue)
            $0.member("createdAt", at.rfc3339)
            $0.member("object", object)
            $0.member("sequence", sequence)
            $0.member("data", raw: data)
        }
    }

    /// The body of a delivery, which is the signed content.
    package var body: [UInt8] { Writer.value { write(to: &$0) } }
}
