/// Apple's identifier of a merchant token, in a payment and in later notifications
/// (docs/rules/apple.md#5.4 and #6).
package enum MerchantTokenIdentifier {
    package static let lengthMax = 64

    /// Returns nil if it is empty, too long, or contains anything but visible ASCII: Apple assigns
    /// no such identifier.
    package static func read(_ text: String) -> String? {
        let bytes = text.utf8
        let isGood = (1...lengthMax).contains(bytes.count) && bytes.allSatisfy { 0x21...0x7E ~= $0 }
        return isGood ? text : nil
    }
}
