import Vocabulary

/// A date in a pass (W3C NOTE-datetime, a profile of ISO 8601): requires hours, minutes and a time
/// zone; seconds are optional and end at 59, only they may have a fraction, and T and Z must be
/// uppercase.
package enum PassDate {
    package static let form =
        "a date with hours, minutes and a time zone, such as 2026-05-04T10:06+02:00"

    package static func read(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard !bytes.contains(UInt8(ascii: "t")), !bytes.contains(UInt8(ascii: "z")),
            !hasLeapSecond(bytes)
        else { return nil }
        if let instant = Instant(rfc3339: text) { return instant }
        // 2026-05-04T10:06 has sixteen characters.
        guard bytes.count > 16, bytes[16] != UInt8(ascii: ".") else { return nil }
        return Instant(
            rfc3339: String(
                decoding: bytes[..<16] + Array(":00".utf8) + bytes[16...], as: UTF8.self))
    }

    /// RFC 3339 has a 60th second, but NOTE-datetime ends at 59.
    private static func hasLeapSecond(_ bytes: [UInt8]) -> Bool {
        bytes.dropFirst(16).starts(with: ":60".utf8)
    }
}
