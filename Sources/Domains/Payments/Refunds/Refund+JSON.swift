import Checkouts
import JSON
import Vocabulary

extension Refund: Writable {
    /// The refund as the API and webhooks show it.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: amount.currency).decimal }
        writer.member("id", id.text)
        writer.member("status", state.shown)
        writer.member("amount", amount.decimal)
        writer.member("cardAmount", decimal(toCard))
        writer.array("balances", toHolds.filter { !$0.isDiverted }) { given, writer in
            writer.object {
                $0.member("hold", given.part.hold.text)
                $0.member("amount", decimal(given.part.amount))
            }
        }
        if let credit {
            writer.object("credit") {
                $0.member("balance", credit.balance.text)
                $0.member("amount", decimal(credit.amount))
            }
        }
        if let items { writer.array("items", items) { $0.write(to: &$1) } }
        writer.member("reason", ifPresent: reason)
        writer.member("failure", ifPresent: failure)
        writer.member("createdAt", startedAt.rfc3339)
        writer.member("endedAt", ifPresent: endedAt?.rfc3339)
    }
}

extension Refund.State {
    /// The merchant does not need to know if a server or a worker processes it.
    package var shown: String {
        switch self {
        case .started, .unknown: "processing"
        case .pending: "pending"
        case .succeeded: "succeeded"
        case .failed: "failed"
        }
    }
}

extension EventDetail {
    init(_ refund: Refund) {
        self.init { writer in
            writer.key("refund")
            refund.write(to: &writer)
        }
    }
}
