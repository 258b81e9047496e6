/// Parses the fixed-width numbers of a timestamp.
struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var next = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { next == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next < bytes.count, UInt32(bytes[next]) == character.value else { return false }
        next += 1
        return true
    }

    mutating func digits(_ count: Int) -> Int64? {
        guard bytes.count - next >= count else { return nil }
        var value: Int64 = 0
        for index in next..<(next + count) {
            guard bytes[index] >= 48, bytes[index] <= 57 else { return nil }
            value = value * 10 + Int64(bytes[index] - 48)
        }
        next += count
        return value
    }

    /// The decimals of a second in microseconds; further decimals are cut off.
    mutating func fraction() -> Int64? {
        let start = next
        var value: Int64 = 0
        var place: Int64 = 100_000
        while next < bytes.count, bytes[next] >= 48, bytes[next] <= 57 {
            value += Int64(bytes[next] - 48) * place
            place /= 10
            next += 1
        }
        return next > start ? value : nil
    }

    /// The offset from UTC in seconds, positive to the east: `Z`, or hours and minutes with a sign.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24,
            minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}

/// Writes the fixed-width numbers of a timestamp.
struct DigitWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var next = 0

    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func write(_ number: Int, width: Int, then separator: Unicode.Scalar) {
        var rest = number
        for index in stride(from: next + width - 1, through: next, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        next += width
        bytes[next] = UInt8(ascii: separator)
        next += 1
    }

    /// Drops the zeros before the last character, and the decimal point if nothing follows it;
    /// returns the remaining length.
    func endWithoutTrailingZeros() -> Int {
        let last = bytes[next - 1]
        var end = next - 1
        while bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
        if bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        bytes[end] = last
        return end + 1
    }
}
