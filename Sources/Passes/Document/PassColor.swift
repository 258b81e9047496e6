/// A colour as passes have it.
package enum PassColor {
    package static let form = "a colour as rgb(23, 187, 82) or #17bb52"

    package static func isColor(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "#") {
            return (bytes.count == 4 || bytes.count == 7)
                && bytes.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
        guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return false }
        let parts = text.dropFirst(4).dropLast().split(
            separator: ",", omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.allSatisfy { part in
                let digits = part.filter { $0 != " " }
                return digits.utf8.count <= 3 && UInt8(digits) != nil
            }
    }
}
