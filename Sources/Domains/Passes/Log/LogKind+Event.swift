import JSON
import Outbox
import Vocabulary

extension LogKind {
    /// The event for a new kind of message. Contains its words, but no names.
    ///
    /// - Parameter number: the ordinal of the kind within its type, and so the event's sequence
    ///   number. Kinds are never deleted, so that outsiders who send arbitrary messages cause at
    ///   most one event more than `kindsMax`.
    func event(
        _ identifier: UUID128, of type: PassType.ID, named name: String, number: Int
    ) -> Event {
        Event(
            id: Event.ID(merchant: type.merchant, uuid: identifier), type: .passTypeLogKind,
            object: type.text, sequence: number,
            data: Writer.write {
                $0.member("id", type.text)
                switch PackageKind(of: name) {
                case .pass: $0.member("passTypeIdentifier", name)
                case .order: $0.member("orderTypeIdentifier", name)
                }
                $0.member("message", shape)
                $0.member("firstAt", firstAt.rfc3339)
            }, at: firstAt)
    }
}
