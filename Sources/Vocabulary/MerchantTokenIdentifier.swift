/// How Apple names a merchant token, in a payment and in what it tells of it later (contracts 5.4 and 6).
package enum MerchantTokenIdentifier {
    package static let lengthMax = 64

    /// Nothing where it is empty, too long, or has anything but visible ASCII: Apple promises no such name.
    package static func read(_ text: String) -> String? {
        let bytes = text.utf8
        let isGood = (1...lengthMax).contains(bytes.count) && bytes.allSatisfy { 0x21...0x7E ~= $0 }
        return isGood ? text : nil
    }
}
