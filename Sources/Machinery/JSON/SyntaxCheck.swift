/// Finds the first position where bytes stop being JSON, and the numbers that fit no machine type.
///
/// It runs only after the fast parser has refused the input: that parser reports no position, and
/// also refuses a valid document with a large number.
struct SyntaxCheck {
    struct Number {
        /// The number of numbers before it in the document.
        let ordinal: Int
        let range: Range<Int>
    }

    /// The source text of each is kept, so a body of such numbers must not cost more than other
    /// bodies.
    static let oversizedMax = 1000

    private(set) var oversized: [Number] = []

    private let bytes: [UInt8]
    private let depthMax: Int
    private let takesNUL: Bool
    private var at = 0
    private var depth = 0
    private var numbers = 0

    init(_ bytes: [UInt8], depthMax: Int, takesNUL: Bool = false) {
        self.bytes = bytes
        self.depthMax = depthMax
        self.takesNUL = takesNUL
    }

    mutating func run() throws(JSONSyntaxError) {
        if let offset = Self.firstInvalidUTF8(bytes) {
            throw JSONSyntaxError(.invalidUTF8, offset: offset)
        }
        skipSpace()
        if at == bytes.count { throw JSONSyntaxError(.empty) }
        try value()
        skipSpace()
        if at < bytes.count { throw JSONSyntaxError(.trailingContent, offset: at) }
    }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func refusal() -> JSONSyntaxError { JSONSyntaxError(.invalidJSON, offset: at) }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: expected) else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ expected: Unicode.Scalar) throws(JSONSyntaxError) {
        guard skip(expected) else { throw refusal() }
    }

    private mutating func value() throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: text) else { throw refusal() }
        at += text.count
    }

    private mutating func descend() throws(JSONSyntaxError) {
        depth += 1
        if depth > depthMax {
            throw JSONSyntaxError(.tooDeep, offset: at, depthMax: depthMax)
        }
        at += 1
        skipSpace()
    }

    private mutating func array() throws(JSONSyntaxError) {
        try descend()
        defer { depth -= 1 }
        if skip("]") { return }
        while true {
            try value()
            skipSpace()
            if skip("]") { return }
            try expect(",")
            skipSpace()
        }
    }

    private mutating func object() throws(JSONSyntaxError) {
        try descend()
        defer { depth -= 1 }
        if skip("}") { return }
        while true {
            guard byte == UInt8(ascii: "\"") else { throw refusal() }
            try string()
            skipSpace()
            try expect(":")
            skipSpace()
            try value()
            skipSpace()
            if skip("}") { return }
            try expect(",")
            skipSpace()
        }
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = at
        while let byte, byte >= 0x30 && byte <= 0x39 { at += 1 }
        if at == start { throw refusal() }
    }

    private mutating func number() throws(JSONSyntaxError) {
        let start = at
        var hasFraction = false
        var exponent = 0
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") {
            hasFraction = true
            try digits()
        }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            let first = at
            try digits()
            exponent = at - first
        }
        if isOversized(start..<at, hasFraction: hasFraction, exponentDigits: exponent) {
            guard oversized.count < Self.oversizedMax else { throw JSONSyntaxError(.tooLarge) }
            oversized.append(Number(ordinal: numbers, range: start..<at))
        }
        numbers += 1
    }

    /// Nearly all numbers obviously fit because of their length; the others are converted.
    private func isOversized(
        _ range: Range<Int>, hasFraction: Bool, exponentDigits: Int
    ) -> Bool {
        if !hasFraction && exponentDigits == 0 {
            guard range.count > 18 else { return false }
            let text = String(decoding: bytes[range], as: UTF8.self)
            return Int64(text) == nil && UInt64(text) == nil
        }
        guard range.count > 200 || exponentDigits > 2 else { return false }
        let value = Double(String(decoding: bytes[range], as: UTF8.self))
        return value?.isFinite != true
    }

    private mutating func string() throws(JSONSyntaxError) {
        at += 1
        while true {
            guard let byte, byte >= 0x20 else { throw refusal() }
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"): try escape()
            default: at += 1
            }
        }
    }

    private mutating func escape() throws(JSONSyntaxError) {
        let start = at
        at += 1
        switch byte {
        case UInt8(ascii: "u"): break
        case let byte? where "\"\\/bfnrt".utf8.contains(byte):
            at += 1
            return
        default: throw refusal()
        }
        let unit = try codeUnit()
        if unit == 0, !takesNUL { throw JSONSyntaxError(.nul, offset: start) }
        if UTF16.isTrailSurrogate(unit) { throw JSONSyntaxError(.loneSurrogate, offset: start) }
        guard UTF16.isLeadSurrogate(unit) else { return }
        guard skip("\\"), byte == UInt8(ascii: "u"), UTF16.isTrailSurrogate(try codeUnit()) else {
            throw JSONSyntaxError(.loneSurrogate, offset: start)
        }
    }

    /// Reads `uXXXX`.
    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        at += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit() else { throw refusal() }
            unit = unit << 4 | digit
            at += 1
        }
        return unit
    }

    private func hexDigit() -> UInt16? {
        switch byte {
        case let byte? where byte >= 0x30 && byte <= 0x39: UInt16(byte - 0x30)
        case let byte? where byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66:
            UInt16((byte | 0x20) - 0x61 + 10)
        default: nil
        }
    }

    private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
