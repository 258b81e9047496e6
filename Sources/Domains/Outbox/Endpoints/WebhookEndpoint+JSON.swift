import JSON
import Vocabulary

/// An endpoint as the API and events show it, without its secret.
extension WebhookEndpoint: Writable {
    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    /// Writes the members only; the answer to a creation adds the secret.
    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("url", url)
        if let eventTypes { writer.member("eventTypes", eventTypes.map(\.rawValue)) }
        writer.member("description", ifPresent: description)
        writer.member("disabled", disabledAt != nil)
        writer.member("disabledAt", ifPresent: disabledAt?.rfc3339)
        writer.member("disabledBecause", ifPresent: disabledBecause?.rawValue)
        writer.member("failingSince", ifPresent: failingSince?.rfc3339)
        writer.member("pausedUntil", ifPresent: pausedUntil?.rfc3339)
        writer.member("previousSecretUntil", ifPresent: secrets.beforeUntil?.rfc3339)
        writer.member("createdAt", createdAt.rfc3339)
        writer.member("changedAt", changedAt.rfc3339)
    }

    /// The data of an event about the endpoint.
    package var eventData: [UInt8] { Writer.value { write(to: &$0) } }
}
