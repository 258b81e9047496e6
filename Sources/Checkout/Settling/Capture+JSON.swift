import JSON
import Vocabulary

extension Capture {
    /// As its merchant's server and its webhooks see it.
    package func write(to writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: amount.currency).decimal }
        writer.object {
            $0.member("id", id.text)
            $0.member("status", state.shown)
            $0.member("amount", amount.decimal)
            $0.member("cardAmount", decimal(card))
            $0.array("balances", holds) { part, writer in
                writer.object {
                    $0.member("hold", part.hold.text)
                    $0.member("amount", decimal(part.amount))
                }
            }
            if let items { $0.array("items", items) { $0.write(to: &$1) } }
            $0.member("final", isLast)
            $0.member("failure", ifPresent: failure)
            $0.member("createdAt", startedAt.rfc3339)
            $0.member("endedAt", ifPresent: endedAt?.rfc3339)
        }
    }
}

extension Capture.State {
    /// Whether a server is at it or a worker asks again makes no difference to who waits.
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
