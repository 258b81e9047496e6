import Vocabulary

/// A color in a pass: `rgb(23, 187, 82)` in Apple's reference, `#17bb52` in Apple's Pass Builder.
package enum PassColor {
    package static let form = "a color, such as rgb(23, 187, 82) or #17bb52"

    case opaque
    /// `rgba(23, 187, 82, 0.75)`: Apple does not document it, but Wallet shows airlines' passes
    /// that use it.
    case translucent

    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "#") {
            guard bytes.count == 4 || bytes.count == 7,
                bytes.dropFirst().allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
            else { return nil }
            self = .opaque
        } else if let parts = Self.parts(of: text, in: "rgb("), parts.count == 3,
            parts.allSatisfy(Self.isWeight)
        {
            self = .opaque
        } else if let parts = Self.parts(of: text, in: "rgba("), parts.count == 4,
            parts.dropLast().allSatisfy(Self.isWeight), Self.isOpacity(parts[3])
        {
            self = .translucent
        } else {
            return nil
        }
    }

    /// Returns the parts between the commas, without surrounding spaces.
    private static func parts(of text: String, in name: String) -> [Substring]? {
        guard text.hasPrefix(name), text.hasSuffix(")") else { return nil }
        return text.dropFirst(name.count).dropLast()
            .split(separator: ",", omittingEmptySubsequences: false).map { part in
                let rest = part.drop { $0 == " " }
                guard let last = rest.lastIndex(where: { $0 != " " }) else { return rest.prefix(0) }
                return rest[...last]
            }
    }

    private static func isWeight(_ part: Substring) -> Bool {
        1...3 ~= part.utf8.count && part.hasOnlyASCIIDigits && UInt8(part) != nil
    }

    /// Accepts a number from 0 to 1.
    private static func isOpacity(_ part: Substring) -> Bool {
        guard part.utf8.count <= 8, let value = Double(part), 0...1 ~= value else { return false }
        return part.filter { $0 != "." }.hasOnlyASCIIDigits
    }
}
