import JSON
import Passes

/// A field as the front or back of a pass shows it.
struct ShownField: Equatable, Sendable {
    let key: String
    let label: String
    let value: String
    let changeMessage: String?

    static func all(of pass: Node) -> [ShownField] {
        PassStyle.allCases.compactMap { pass[$0.rawValue] }.flatMap { style in
            style.members.flatMap { _, group in
                group.kind == .array ? group.elements.compactMap(ShownField.init) : []
            }
        }
    }

    private init?(_ node: Node) {
        guard node.kind == .object, let key = node["key"]?.string else { return nil }
        self.key = key
        label = node["label"]?.string ?? key
        value =
            node["value"].map { value in
                value.string
                    ?? String(decoding: Writer.value { value.write(to: &$0) }, as: UTF8.self)
            } ?? ""
        changeMessage = node["changeMessage"]?.string
    }

    /// What a lock screen says of it; without a message of the pass's own the field changes silently.
    var news: String {
        changeMessage?.replacing("%@", with: value) ?? "\(label): \(value) (without a message)"
    }
}
