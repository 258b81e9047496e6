/// A position in a distributed trace (W3C Trace Context, level 1).
package struct Trace: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64
    /// The identifier of this unit of work; in a parsed header, the caller's.
    package let span: UInt64
    package let isSampled: Bool

    /// Starts a new trace without the sampled flag, so that other systems need not record it.
    package static func new(using random: inout some RandomNumberGenerator) -> Trace {
        Trace(
            high: .random(in: 1 ... .max, using: &random), low: random.next(),
            span: .random(in: 1 ... .max, using: &random), isSampled: false)
    }

    package static func new() -> Trace {
        var random = SystemRandomNumberGenerator()
        return new(using: &random)
    }

    /// Creates a span of the caller's trace; starts a new trace if the header is absent or invalid.
    package static func continuing(
        _ traceparent: String?, using random: inout some RandomNumberGenerator
    ) -> Trace {
        guard let caller = traceparent.flatMap(Trace.init(traceparent:)) else {
            return new(using: &random)
        }
        return caller.child(using: &random)
    }

    package static func continuing(_ traceparent: String?) -> Trace {
        var random = SystemRandomNumberGenerator()
        return continuing(traceparent, using: &random)
    }

    /// The same trace with a new span.
    package func child(using random: inout some RandomNumberGenerator) -> Trace {
        Trace(
            high: high, low: low, span: .random(in: 1 ... .max, using: &random),
            isSampled: isSampled)
    }

    package func child() -> Trace {
        var random = SystemRandomNumberGenerator()
        return child(using: &random)
    }

    /// Reads the header `traceparent`. A version above 00 may append more after a hyphen (part
    /// 3.2.4 of the recommendation); version ff, zero identifiers and uppercase letters are
    /// invalid.
    package init?(traceparent: String) {
        let bytes = Array(traceparent.utf8)
        guard bytes.count >= 55, bytes[2] == 45, bytes[35] == 45, bytes[52] == 45,
            let version = hexadecimal(bytes[0..<2]), version != 0xff,
            let high = hexadecimal(bytes[3..<19]), let low = hexadecimal(bytes[19..<35]),
            let span = hexadecimal(bytes[36..<52]), let flags = hexadecimal(bytes[53..<55]),
            high | low != 0, span != 0,
            bytes.count == 55 || version > 0 && bytes[55] == 45
        else { return nil }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1)
    }

    package init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool) {
        self.high = high
        self.low = low
        self.span = span
        self.isSampled = isSampled
    }

    /// 32 lowercase hexadecimal digits.
    package var traceID: String { hexadecimal(high) + hexadecimal(low) }

    /// The header for outgoing requests.
    package var traceparent: String {
        "00-\(traceID)-\(hexadecimal(span))-\(isSampled ? "01" : "00")"
    }
}

private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - 48)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - 87)
        default: return nil
        }
    }
    return value
}

private func hexadecimal(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { text in
        for index in 0..<16 {
            text[index] = hexDigits[Int(value >> UInt64(60 - index * 4) & 15)]
        }
        return 16
    }
}
