import Vocabulary

/// A date as passes have it (W3C's profile of ISO 8601): with hours, minutes and a zone; seconds may be missing.
package enum PassDate {
    package static let form = "a date with hours, minutes and a zone, as 2026-05-04T10:06+02:00"

    package static func read(_ text: String) -> Instant? {
        if let instant = Instant(rfc3339: text) { return instant }
        let bytes = Array(text.utf8)
        // 2026-05-04T10:06 are sixteen.
        guard bytes.count > 16 else { return nil }
        return Instant(
            rfc3339: String(
                decoding: bytes[..<16] + Array(":00".utf8) + bytes[16...], as: UTF8.self))
    }
}
