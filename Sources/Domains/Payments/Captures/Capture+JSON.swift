import Checkouts
import JSON
import Vocabulary

extension Capture: Writable {
    /// The capture as the API and webhooks show it.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: amount.currency).decimal }
        writer.member("id", id.text)
        writer.member("status", state.shown)
        writer.member("amount", amount.decimal)
        writer.member("cardAmount", decimal(card))
        writer.array("balances", holds) { part, writer in
            writer.object {
                $0.member("hold", part.hold.text)
                $0.member("amount", decimal(part.amount))
            }
        }
        if let items { writer.array("items", items) { $0.write(to: &$1) } }
        writer.member("final", isLast)
        writer.member("failure", ifPresent: failure)
        writer.member("createdAt", startedAt.rfc3339)
        writer.member("endedAt", ifPresent: endedAt?.rfc3339)
    }
}

extension Capture.State {
    /// The merchant does not need to know if a server or a worker processes it.
    package var shown: String {
        switch self {
        case .started, .unknown: "processing"
        case .succeeded: "succeeded"
        case .failed: "failed"
        }
    }
}

extension EventDetail {
    init(_ capture: Capture) {
        self.init { writer in
            writer.key("capture")
            capture.write(to: &writer)
        }
    }
}
