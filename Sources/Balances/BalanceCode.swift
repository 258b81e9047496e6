import Crypto
import Vocabulary

/// A code as it is compared: upper case, without blanks and dashes, letters and digits of ASCII only.
///
/// It is as good as money, so it is never stored, logged or shown again: rows keep a keyed hash.
package struct BalanceCode: Hashable, Sendable {
    package let folded: String

    package static let lengths = 8...64

    /// Nothing when no balance can have this code.
    package init?(typed text: String) {
        guard text.unicodeScalars.count <= BalanceLimits.typedCodeLengthMax else { return nil }
        var folded = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "A"..."Z", "0"..."9": folded.unicodeScalars.append(scalar)
            // Not Unicode's upper case, which makes an S of ſ and two of ß.
            case "a"..."z": folded.unicodeScalars.append(Unicode.Scalar(scalar.value - 32)!)
            case "\u{2212}": continue
            default:
                guard
                    scalar.properties.isWhitespace
                        || scalar.properties.generalCategory == .dashPunctuation
                else { return nil }
            }
        }
        guard BalanceCode.lengths ~= folded.utf8.count else { return nil }
        self.folded = folded
    }

    /// A code that a merchant brings along; nothing when it is guessed too easily.
    ///
    /// Eight letters and digits are 40 bits, twelve digits as many; a guesser gets some thirty tries a
    /// minute at one merchant. Few different characters are a pattern.
    package init?(imported text: String) {
        guard let code = BalanceCode(typed: text) else { return nil }
        let isNumber = code.folded.utf8.allSatisfy { $0 < UInt8(ascii: "A") }
        guard !isNumber || code.folded.utf8.count >= BalanceCode.digitsMin,
            Set(code.folded.utf8).count >= BalanceCode.differentMin
        else { return nil }
        self = code
    }

    package static let digitsMin = 12
    package static let differentMin = 4

    /// A code of our own, of 80 bits.
    package static func generate(_ random: (UInt64, UInt64)) -> BalanceCode {
        var bits = random
        var folded = ""
        for place in 0..<generatedLength {
            if place == generatedLength / 2 { bits.0 = bits.1 }
            folded.append(Character(alphabet[Int(bits.0 & 31)]))
            bits.0 >>= 5
        }
        return BalanceCode(folded: folded)
    }

    private init(folded: String) { self.folded = folded }

    private static let generatedLength = 16
    /// Without 0, 1, I and O.
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".unicodeScalars)

    /// In groups of four, to be read and typed.
    package var grouped: String {
        var text = ""
        for (place, character) in folded.enumerated() {
            if place > 0, place % 4 == 0 { text.append("-") }
            text.append(character)
        }
        return text
    }

    /// Its end, to tell cards apart; of a short code less, so that it stays hard to guess.
    package var hint: String { String(folded.suffix(folded.utf8.count < 12 ? 2 : 4)) }

    /// What rows keep: a keyed hash that differs from merchant to merchant, under the current
    /// derivation key first and then under older ones.
    package func hashes(_ keys: KeyRing, of merchant: MerchantNumber) throws -> [Hash] {
        let context = Array("\(merchant.text) \(folded)".utf8)
        return try keys.allNumbers.reversed().map { number in
            Hash(
                key: number,
                mac: try keys.derive(label: "balance code", context: context, number: number))
        }
    }

    package struct Hash: Sendable {
        package let key: Int32
        package let mac: [UInt8]
    }
}

/// Codes are shown once, on purpose.
extension BalanceCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "a code" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
