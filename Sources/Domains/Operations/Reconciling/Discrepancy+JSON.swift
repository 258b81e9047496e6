import JSON
import Processors
import Vocabulary

extension Discrepancy {
    /// Writes the members that events and the command's JSON lines contain.
    package func write(membersTo writer: inout Writer) {
        writer.member("kind", kind.rawValue)
        writer.member("processor", processor)
        writer.member("key", key.text)
        writer.member("processorReference", ifPresent: reference)
        writer.member("checkout", ifPresent: checkout?.text)
        ours?.write(as: "ours", to: &writer)
        theirs?.write(as: "theirs", to: &writer)
        writer.member("paymentAt", paymentAt.rfc3339)
    }
}

extension Discrepancy.Side {
    fileprivate func write(as name: StaticString, to writer: inout Writer) {
        writer.object(name) {
            $0.member("status", state)
            $0.member("currencyCode", currency.code)
            $0.member("authorizedAmount", decimal(authorized))
            $0.member("capturedAmount", decimal(captured))
            $0.member("refundedAmount", decimal(refunded))
        }
    }
}
