/// The digits of a telephone number out of what people write around them.
struct PhoneDigits {
    let digits: [UInt8]
    let hasPlus: Bool

    /// Nil when there is anything that telephone numbers are not written with.
    init?(_ text: String) {
        var digits: [UInt8] = []
        digits.reserveCapacity(16)
        var hasPlus = false
        for scalar in PhoneDigits.withoutLabel(text).unicodeScalars {
            switch scalar.value {
            case 48...57: digits.append(UInt8(scalar.value))
            case 0x2B, 0xFF0B:
                guard digits.isEmpty, !hasPlus else { return nil }
                hasPlus = true
            // Blanks, brackets, points, hyphens and dashes, slash, tilde, middle dots, marks of direction.
            case 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x2F, 0x7E, 0xA0, 0xB7, 0x2000...0x2015,
                0x202A...0x202F,
                0x2212, 0x2060, 0x2066...0x2069, 0x3000, 0x30FB, 0x30FC, 0xFF08, 0xFF09, 0xFF0D,
                0xFF0E,
                0x5B, 0x5D:
                continue
            default:
                if PhoneDigits.beginsExtension(scalar), digits.count >= 6 {
                    self.digits = digits
                    self.hasPlus = hasPlus
                    return
                }
                guard scalar.value > 0x7F, scalar.properties.numericType == .decimal,
                    let digit = scalar.properties.numericValue
                else { return nil }
                digits.append(48 + UInt8(digit))
            }
        }
        self.digits = digits
        self.hasPlus = hasPlus
    }

    /// `x12`, `ext. 12`, `#12`, `;ext=12`, `,12`: what is dialled after the call is answered.
    private static func beginsExtension(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "x", "X", "e", "E", "#", ";", ",": true
        default: false
        }
    }

    /// Without the `tel:` of a link.
    private static func withoutLabel(_ text: String) -> Substring {
        let label = text.utf8.prefix(4)
        let isLink = label.map { $0 | 0x20 }.elementsEqual("tel:".utf8)
        return isLink ? text.dropFirst(4) : text[...]
    }
}
