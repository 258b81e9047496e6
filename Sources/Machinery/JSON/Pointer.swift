/// Segments of a JSON pointer (RFC 6901).
package enum Pointer {
    /// Escapes `~` and `/`, which have a meaning in a pointer.
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

    /// True if an answer may repeat an unknown name. A name that is very long, contains an `@`, or
    /// has as many digits as a phone or card number is a value in the wrong place.
    package static func mayRepeat(_ name: some Collection<UInt8>) -> Bool {
        let digits = name.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return name.count <= 128 && digits < 7 && !name.contains(UInt8(ascii: "@"))
    }
}
