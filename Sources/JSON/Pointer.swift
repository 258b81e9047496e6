/// Segments of a JSON pointer (RFC 6901).
package enum Pointer {
    /// `~` and `/` have a meaning of their own in a pointer.
    package static func escape(_ segment: String) -> String {
        guard segment.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
        else { return segment }
        var escaped = ""
        for scalar in segment.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
