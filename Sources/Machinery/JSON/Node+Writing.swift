import CJSON

extension Node: Writable {
    /// Writes the value: members in their order, no spaces, numbers in their shortest form.
    package func write(to writer: inout Writer) { write(to: &writer, sorted: false) }

    package func appendJSON(to writer: inout Writer) { write(to: &writer, sorted: false) }

    /// The same bytes for all equivalent documents, for fingerprints: keys sorted by their bytes.
    package func canonicalBytes() -> [UInt8] {
        var writer = Writer()
        write(to: &writer, sorted: true)
        return writer.bytes
    }

    private func write(to writer: inout Writer, sorted: Bool) {
        let raw = raw
        switch raw.kind {
        case PJ_NULL.rawValue: writer.null()
        case PJ_BOOL.rawValue: writer.value(raw.payload != 0)
        case PJ_STRING.rawValue: writer.string(utf8)
        case PJ_ARRAY.rawValue:
            writer.array { for element in elements { element.write(to: &$0, sorted: sorted) } }
        case PJ_OBJECT.rawValue: writer.object { writeMembers(to: &$0, sorted: sorted) }
        default: writeNumber(raw, to: &writer)
        }
    }

    private func writeMembers(to writer: inout Writer, sorted: Bool) {
        var members = members
        guard sorted else {
            while let (key, value) = members.nextNodes() {
                writer.key(key.utf8)
                value.write(to: &writer, sorted: false)
            }
            return
        }
        var pairs: [(key: Node, value: Node)] = []
        pairs.reserveCapacity(count)
        while let pair = members.nextNodes() { pairs.append(pair) }
        pairs.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (key, value) in pairs {
            writer.key(key.utf8)
            value.write(to: &writer, sorted: true)
        }
    }

    private func writeNumber(_ raw: pj_node, to writer: inout Writer) {
        if let text = oversizedText {
            writer.number(text)
        } else if let integer = int64 {
            writer.value(integer)
        } else if raw.kind == PJ_UNSIGNED.rawValue {
            writer.number(String(raw.payload).utf8)
        } else {
            writer.number(Double(bitPattern: raw.payload).description.utf8)
        }
    }
}
