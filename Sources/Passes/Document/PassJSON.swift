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
        guard document.hasNUL else { return document }
        let prefix = member.map { [$0] } ?? []
        // The strict parser reports the location.
        guard isBinary(document.root, at: [], under: prefix) else {
            return try Document.parse(bytes)
        }
        return document
    }

    /// Returns true if only messages of barcodes contain NUL.
    private static func isBinary(_ node: Node, at path: [String], under prefix: [String]) -> Bool {
        switch node.kind {
        case .object:
            node.members.allSatisfy { key, value in
                !key.utf8.contains(0) && isBinary(value, at: path + [key], under: prefix)
            }
        case .array:
            node.elements.allSatisfy { isBinary($0, at: path + ["-"], under: prefix) }
        case .string:
            path == prefix + ["barcode", "message"]
                || path == prefix + ["barcodes", "-", "message"]
                || node.string?.utf8.contains(0) != true
        case .null, .bool, .integer, .number: true
        }
    }
}
