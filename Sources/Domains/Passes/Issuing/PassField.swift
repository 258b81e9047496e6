import JSON

/// One field of a pass as it is displayed.
package struct PassField: Sendable {
    private let key: String
    private let label: String?
    /// As JSON.
    private let value: [UInt8]

    init(_ key: String, _ field: Node, own: [UInt8]?, _ strings: PassStrings) {
        self.key = key
        label = field["label"]?.string.map { strings[$0] }
        let shown = own ?? field["value"].map { node in Writer.value { node.write(to: &$0) } }
        let text = shown.flatMap { try? Document.parse($0).root.string }
        value = text.map { text in Writer.value { $0.value(strings[text]) } } ?? shown ?? []
    }

    package func write(to writer: inout Writer) {
        writer.key(dynamic: key)
        writer.object {
            $0.member("label", label)
            $0.member("value", raw: value)
        }
    }
}
