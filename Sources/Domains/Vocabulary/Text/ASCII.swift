// Classes of ASCII characters, for notations in which digits and letters of other scripts are
// errors.

extension UInt8 {
    package var isASCIIDigit: Bool { 0x30...0x39 ~= self }
    package var isASCIIUppercase: Bool { 0x41...0x5A ~= self }
    package var isASCIILowercase: Bool { 0x61...0x7A ~= self }
    package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }
    package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
    package var isASCIIHexDigit: Bool { isASCIIDigit || 0x61...0x66 ~= self | 0x20 }

    /// True for a character that is never escaped in a URL (RFC 3986, 2.3).
    package var isUnreservedInURL: Bool {
        isASCIIAlphanumeric || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }
}

extension StringProtocol {
    /// True for a text of ASCII digits, and for an empty one.
    package var hasOnlyASCIIDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }

    /// The number that ASCII digits write, without a sign; nil for another text.
    package var wholeNumber: Int64? { hasOnlyASCIIDigits ? Int64(self) : nil }
}
