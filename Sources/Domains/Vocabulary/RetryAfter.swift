/// The delay that a server requests with `Retry-After` (RFC 9110, 10.2.3).
package enum RetryAfter {
    /// A day: a longer delay is more often a mistake than intended, and would stop the work for
    /// good.
    package static let secondsMax: Int64 = 86_400

    /// Parses seconds or an HTTP date, and returns the delay in seconds, from 0 to a day.
    ///
    /// Returns nil for any other text, so that an invalid header changes nothing. A date in the
    /// past means no delay.
    package static func seconds(_ value: String?, at now: Instant) -> Int64? {
        guard let value else { return nil }
        let text = String(value.drop { $0 == " " || $0 == "\t" })
        guard let first = text.utf8.first else { return nil }
        if first.isASCIIDigit {
            let digits = text.prefix { $0 != " " && $0 != "\t" }
            guard digits.hasOnlyASCIIDigits,
                text.dropFirst(digits.count).allSatisfy({ $0 == " " || $0 == "\t" })
            else { return nil }
            // A number too large for an integer is a valid, long delay.
            return min(Int64(digits) ?? secondsMax, secondsMax)
        }
        guard let moment = HTTPDate.read(text) else { return nil }
        let wait = Instant(seconds: moment).microseconds - now.microseconds
        // Rounded up, so that the next attempt is never too early.
        return min(max(0, (wait + 999_999) / 1_000_000), secondsMax)
    }
}
