import JSON

/// Parses the JSON of passes, whose barcodes may contain NUL characters.
///
/// A rail ticket's Aztec code is binary (UIC 918.3, VDV-KA), and `message` encodes its zero bytes
/// as `\u0000`, which JSON allows (RFC 8259, section 7). Other texts must not contain it: they are
/// displayed, stored as text or put into URLs.
package enum PassJSON {
    /// - Parameter member: the member of a request body that contains the pass's members; nil for a
    ///   pass.json.
    package static func parse(
        _ bytes: [UInt8], under member: String? = nil
    ) throws(JSONSyntaxError) -> Document {
        let document = try Document.parse(bytes, takesNUL: true)
        let prefix = member.map { [$0] } ?? []
        if let pointer = pointerToNUL(in: document, allowed: messages(under: prefix)) {
            throw JSONSyntaxError(.nul, pointer: pointer)
        }
        return document
    }

    /// Returns the pointer to the first NUL that Paysheet does not issue in a document of this
    /// kind; orders have none at all.
    static func pointerToNUL(in document: Document, of kind: PackageKind) -> String? {
        pointerToNUL(in: document, allowed: kind == .pass ? messages(under: []) : [])
    }

    /// Paths of the messages of barcodes; a hyphen stands for each element of a list.
    private static func messages(under prefix: [String]) -> [[String]] {
        [prefix + ["barcode", "message"], prefix + ["barcodes", "-", "message"]]
    }

    private static func pointerToNUL(in document: Document, allowed: [[String]]) -> String? {
        document.hasNUL ? pointerToFirstNUL(in: document.root, at: "", [], allowed) : nil
    }

    /// Returns the pointer to the first NUL outside the allowed paths: to the string, or to the
    /// object with a name that contains it.
    private static func pointerToFirstNUL(
        in node: Node, at pointer: String, _ path: [String], _ allowed: [[String]]
    ) -> String? {
        switch node.kind {
        case .object:
            for (key, value) in node.members {
                if key.utf8.contains(0) { return pointer }
                let name = Pointer.mayRepeat(key.utf8) ? Pointer.escape(key) : "…"
                let place = "\(pointer)/\(name)"
                if let found = pointerToFirstNUL(in: value, at: place, path + [key], allowed) {
                    return found
                }
            }
        case .array:
            for (index, element) in node.elements.enumerated() {
                let place = "\(pointer)/\(index)"
                if let found = pointerToFirstNUL(in: element, at: place, path + ["-"], allowed) {
                    return found
                }
            }
        case .string:
            if !allowed.contains(path), node.string?.utf8.contains(0) == true { return pointer }
        case .null, .bool, .integer, .number: break
        }
        return nil
    }
}
