import JSON
import Vocabulary

extension DeliveryRecord: Writable {
    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("event", delivery.event.text)
        writer.member("endpoint", delivery.endpoint.text)
        writer.member("type", type.rawValue)
        writer.member("state", delivery.state.rawValue)
        writer.member("attemptCount", delivery.attempts)
        if delivery.state == .pending { writer.member("nextAt", delivery.nextAt.rfc3339) }
        writer.member("createdAt", delivery.createdAt.rfc3339)
        writer.member("endedAt", ifPresent: delivery.endedAt?.rfc3339)
        if let lastAttempt {
            writer.key("lastAttempt")
            lastAttempt.write(to: &writer)
        }
    }
}

extension DeliveryAttempt: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("number", number)
            $0.member("at", at.rfc3339)
            $0.member("milliseconds", milliseconds)
            $0.member("status", ifPresent: status.map(Int64.init))
            $0.member("failure", ifPresent: failure)
        }
    }
}
