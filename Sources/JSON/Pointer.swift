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

    /// Whether a name that nobody asked for may stand in an answer. One that is very long, an address, or
    /// has as many digits as a telephone or a card is a value in the wrong place.
    static func mayRepeat(_ name: some Collection<UInt8>) -> Bool {
        let digits = name.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return name.count <= 128 && digits < 7 && !name.contains(UInt8(ascii: "@"))
    }
}
