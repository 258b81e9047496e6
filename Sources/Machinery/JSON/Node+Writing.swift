import CJSON
import Glibc

extension Node: Writable {
    /// Writes the value: members in their order, no spaces, numbers in their shortest form.
    package func write(to writer: inout Writer) { appendJSON(to: &writer) }

    /// Writes the members of an object into another one.
    package func write(membersTo writer: inout Writer) {
        for (key, value) in members {
            writer.key(dynamic: key)
            value.write(to: &writer)
        }
    }

    package func appendJSON(to writer: inout Writer) {
        NodeWriter(document, sorted: false).write(index, to: &writer)
    }

    /// The same bytes for all equivalent documents, for fingerprints: keys sorted by their bytes.
    package func canonicalBytes() -> [UInt8] {
        var writer = Writer()
        NodeWriter(document, sorted: true).write(index, to: &writer)
        return writer.bytes
    }
}

/// Writes values by their indices: a `Node` for each would count a reference to the document.
private struct NodeWriter {
    private let document: Document
    private let table: pj_table
    /// True if members are written in the order of their keys.
    private let sorted: Bool

    init(_ document: Document, sorted: Bool) {
        self.document = document
        self.sorted = sorted
        table = document.table
    }

    func write(_ index: Int, to writer: inout Writer) {
        let raw = table.nodes[index]
        switch raw.kind {
        case PJ_NULL.rawValue: writer.null()
        case PJ_BOOL.rawValue: writer.value(raw.payload != 0)
        case PJ_STRING.rawValue: writer.string(table.utf8(raw))
        case PJ_ARRAY.rawValue:
            writer.array { writer in
                var element = index + 1
                for _ in 0..<raw.length {
                    write(element, to: &writer)
                    element = table.after(element)
                }
            }
        case PJ_OBJECT.rawValue: writer.object { writeMembers(of: index, raw, to: &$0) }
        default: writeNumber(index, raw, to: &writer)
        }
    }

    private func writeMembers(of index: Int, _ raw: pj_node, to writer: inout Writer) {
        var keys: [Int] = []
        keys.reserveCapacity(Int(raw.length))
        var key = index + 1
        for _ in 0..<raw.length {
            keys.append(key)
            key = table.after(key + 1)
        }
        if sorted { keys.sort { table.isString($0, before: $1) } }
        for key in keys {
            writer.key(table.utf8(table.nodes[key]))
            write(key + 1, to: &writer)
        }
    }

    private func writeNumber(_ index: Int, _ raw: pj_node, to writer: inout Writer) {
        let node = Node(document: document, index: index)
        if let text = node.oversizedText {
            writer.number(text)
        } else if let integer = node.int64 {
            writer.value(integer)
        } else if raw.kind == PJ_UNSIGNED.rawValue {
            writer.number(String(raw.payload).utf8)
        } else {
            writer.number(Double(bitPattern: raw.payload).description.utf8)
        }
    }
}

extension pj_table {
    /// True if one string sorts before another by its bytes.
    fileprivate func isString(_ index: Int, before other: Int) -> Bool {
        let (one, two) = (nodes[index], nodes[other])
        let order = memcmp(
            strings + Int(one.payload), strings + Int(two.payload),
            Int(min(one.length, two.length)))
        return order == 0 ? one.length < two.length : order < 0
    }
}
