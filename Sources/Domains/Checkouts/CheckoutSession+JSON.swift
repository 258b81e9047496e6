import Carts
import JSON
import Merchants
import Vocabulary

// The members of a checkout that several answers and its events share.
extension CheckoutSession {
    /// Writes the identifier, the status and the total, as any caller may see them.
    package func write(summaryTo writer: inout Writer, at now: Instant) {
        writer.member("id", id.text)
        write(statusTo: &writer, at: now)
    }

    package func write(statusTo writer: inout Writer, at now: Instant) {
        writer.member("status", state(at: now).rawValue)
        writer.member("version", version)
        writer.member("currencyCode", total.currency.code)
        writer.member("total", total)
        writer.member("totalType", totalIsPending ? "pending" : "final")
    }

    package func write(amountsTo writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: total.currency).decimal }
        writer.member("authorizedAmount", decimal(authorized))
        writer.member("capturedAmount", decimal(captured))
        writer.member("refundedAmount", decimal(refunded))
    }

    /// The checkout in an event: without secrets and contacts.
    package var eventData: [UInt8] { eventData(nil) }
}

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
                write(tendersTo: &body, isEvent: true)
                body.member("reference", ifPresent: request.reference)
                detail?.write(&body)
            }
        }
    }
}
