/// Crockford's base32 in lowercase, without its aliases: every number has one spelling.
enum Base32 {
    private static let alphabet: [UInt8] = [
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102, 103, 104, 106, 107, 109,
        110, 112, 113, 114, 115, 116, 118, 119, 120, 121, 122,
    ]

    static func digit(of value: UInt8) -> UInt8 { alphabet[Int(value & 31)] }

    /// Refuses `i`, `l`, `o` and `u`, which resemble digits or can form words.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 97...104: digit - 87
        case 106, 107: digit - 88
        case 109, 110: digit - 89
        case 112...116: digit - 90
        case 118...122: digit - 91
        default: nil
        }
    }
}
