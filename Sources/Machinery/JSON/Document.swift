import CJSON

/// A parsed JSON document (RFC 8259), immutable, in one block of memory.
///
/// It refuses more than the RFC: duplicate keys, lone surrogates in strings, nesting beyond the
/// given depth, and NUL in strings unless the caller accepts it. Numbers of any size are accepted;
/// the accessors of `Node` state their ranges.
package final class Document: Sendable {
    /// The deepest nesting of arrays and objects in a request.
    package static let depthMax = 32

    // Written once, before other code sees the document, and freed with it.
    nonisolated(unsafe) let table: pj_table
    /// The source text of numbers that fit no machine type, by node.
    let oversized: [Int: [UInt8]]

    private init(_ table: pj_table, oversized: [Int: [UInt8]] = [:]) {
        self.table = table
        self.oversized = oversized
    }

    deinit { pj_free(table.nodes) }

    package var root: Node { Node(document: self, index: 0) }

    /// True if a string or a name contains NUL.
    package var hasNUL: Bool {
        UnsafeBufferPointer(start: table.strings, count: Int(table.string_bytes)).contains(0)
    }

    /// - Parameter takesNUL: true for strings that are never stored as text, because Postgres text
    ///   cannot contain NUL.
    package static func parse(
        _ bytes: [UInt8], depthMax: Int = Document.depthMax, takesNUL: Bool = false
    ) throws(JSONSyntaxError) -> Document {
        // Reading and writing are recursive.
        precondition(1...1000 ~= depthMax, "a depth that a thread's stack bears")
        var table = pj_table()
        let status = bytes.withUnsafeBufferPointer {
            pj_parse($0.baseAddress, $0.count, depthMax, takesNUL, &table)
        }
        if status == PJ_OK { return Document(table) }
        try refuse(status, table)
        return try parseSlowly(bytes, depthMax, takesNUL)
    }

    /// Throws the parser's own error; returns if the position must still be found.
    private static func refuse(_ status: pj_status, _ table: pj_table) throws(JSONSyntaxError) {
        switch status {
        case PJ_DUPLICATE_KEY:
            let document = Document(table)
            let pointer = document.pointer(toKeyAt: table.culprit)
            throw JSONSyntaxError(.duplicateKey, pointer: pointer)
        case PJ_TOO_LARGE, PJ_NO_MEMORY: throw JSONSyntaxError(.tooLarge)
        default: break
        }
    }

    /// Throws the position and the reason of a refusal, or parses the input with its oversized
    /// numbers.
    private static func parseSlowly(
        _ bytes: [UInt8], _ depthMax: Int, _ takesNUL: Bool
    ) throws(JSONSyntaxError) -> Document {
        var examination = SyntaxCheck(bytes, depthMax: depthMax, takesNUL: takesNUL)
        try examination.run()
        // The parser gets a zero in place of each number that it cannot hold.
        var patched = bytes
        for number in examination.oversized {
            for at in number.range { patched[at] = UInt8(ascii: " ") }
            patched[number.range.lowerBound] = UInt8(ascii: "0")
        }
        var table = pj_table()
        let status = patched.withUnsafeBufferPointer {
            pj_parse($0.baseAddress, $0.count, depthMax, takesNUL, &table)
        }
        guard status == PJ_OK else {
            try refuse(status, table)
            throw JSONSyntaxError(.invalidJSON)
        }
        return Document(table, oversized: texts(of: examination.oversized, in: bytes, table))
    }

    private static func texts(
        of numbers: [SyntaxCheck.Number], in bytes: [UInt8], _ table: pj_table
    ) -> [Int: [UInt8]] {
        var texts: [Int: [UInt8]] = [:]
        var left = numbers[...]
        var ordinal = 0
        for index in 0..<Int(table.node_count) where isNumber(table.nodes[index]) {
            if let number = left.first, number.ordinal == ordinal {
                texts[index] = Array(bytes[number.range])
                left.removeFirst()
            }
            ordinal += 1
        }
        return texts
    }

    private static func isNumber(_ node: pj_node) -> Bool {
        (UInt32(PJ_INTEGER.rawValue)...UInt32(PJ_NUMBER.rawValue)).contains(node.kind)
    }
}

extension Document {
    /// The index after a node and all its contents.
    func after(_ index: Int) -> Int { table.after(index) }

    /// The pointer (RFC 6901) to the member whose key is at this index, built down from the root.
    func pointer(toKeyAt culprit: Int) -> String {
        var pointer = ""
        var container = 0
        while true {
            let isObject = table.nodes[container].kind == PJ_OBJECT.rawValue
            var index = container + 1
            var place = 0
            while true {
                if isObject && index == culprit { return pointer + "/" + segment(index) }
                let value = isObject ? index + 1 : index
                let next = after(value)
                if culprit < next {
                    pointer += "/" + (isObject ? segment(index) : String(place))
                    container = value
                    break
                }
                index = next
                place += 1
            }
        }
    }

    private func segment(_ key: Int) -> String {
        let key = Node(document: self, index: key)
        return Pointer.mayRepeat(key.utf8) ? Pointer.escape(key.string ?? "") : "…"
    }
}
