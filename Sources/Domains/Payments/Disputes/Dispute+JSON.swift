import Checkouts
import JSON
import Vocabulary

extension Dispute: Writable {
    /// The dispute as the API and webhooks show it.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("status", state.rawValue)
        writer.member("amount", amount.decimal)
        writer.member("reason", ifPresent: reason)
        writer.member("reference", reference)
        writer.member("openedAt", openedAt.rfc3339)
        writer.member("endedAt", ifPresent: endedAt?.rfc3339)
    }
}

extension EventDetail {
    init(_ dispute: Dispute) {
        self.init { writer in
            writer.key("dispute")
            dispute.write(to: &writer)
        }
    }
}
