import JSON
import Outbox
import Vocabulary

extension LogKind {
    /// What is told of a kind that is new: the words, and nobody's name.
    ///
    /// - Parameter number: of the kind among its type's, and so of the event. Kinds are never forgotten, so that strangers who write what they like
    ///   make one event more than there are kinds, for good.
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
