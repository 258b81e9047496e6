import Carts
import JSON

/// The subject of a checkout's event: a capture, a refund or a dispute.
package struct EventDetail: Sendable {
    let write: @Sendable (inout Writer) -> Void

    package init(_ write: @escaping @Sendable (inout Writer) -> Void) { self.write = write }
}

extension CheckoutSession {
    package func eventData(_ detail: EventDetail?) -> [UInt8] {
        Writer.value { writer in
            writer.object { body in
                write(summaryTo: &body, at: changedAt)
                write(amountsTo: &body)
                body.member("reference", ifPresent: request.reference)
                detail?.write(&body)
            }
        }
    }
}
