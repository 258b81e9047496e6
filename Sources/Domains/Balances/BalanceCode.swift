import Crypto
import Vocabulary

/// A code in the form for comparison: uppercase ASCII letters and digits, without blanks and
/// dashes.
///
/// It is as good as money, so it is never stored, logged or shown again: rows store a keyed hash.
package struct BalanceCode: Hashable, Sendable {
    package let normalized: String

    package static let lengths = 8...64

    /// Returns nil if no balance can have this code.
    package init?(typed text: String) {
        guard text.unicodeScalars.count <= BalanceLimits.typedCodeLengthMax else { return nil }
        var normalized = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "A"..."Z", "0"..."9": normalized.unicodeScalars.append(scalar)
            // Not Unicode's uppercase, which turns ſ into S and ß into two letters.
            case "a"..."z":
                normalized.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) - 32))
            case "\u{2212}": continue
            default:
                guard
                    scalar.properties.isWhitespace
                        || scalar.properties.generalCategory == .dashPunctuation
                else { return nil }
            }
        }
        guard BalanceCode.lengths ~= normalized.utf8.count else { return nil }
        self.normalized = normalized
    }

    /// Reads a code that a merchant imports; returns nil if it is too easy to guess.
    ///
    /// Eight letters and digits have 40 bits, as twelve digits do; an attacker gets some thirty
    /// attempts per minute at one merchant. A code of only a few different characters is a
    /// guessable pattern.
    package init?(imported text: String) {
        guard let code = BalanceCode(typed: text) else { return nil }
        let isNumber = code.normalized.utf8.allSatisfy { $0 < UInt8(ascii: "A") }
        guard !isNumber || code.normalized.utf8.count >= BalanceCode.digitsMin,
            Set(code.normalized.utf8).count >= BalanceCode.differentMin
        else { return nil }
        self = code
    }

    package static let digitsMin = 12
    package static let differentMin = 4

    /// Generates a code of 80 bits.
    package static func generate(_ random: (UInt64, UInt64)) -> BalanceCode {
        var bits = random
        var normalized = ""
        for place in 0..<generatedLength {
            if place == generatedLength / 2 { bits.0 = bits.1 }
            normalized.append(Character(alphabet[Int(bits.0 & 31)]))
            bits.0 >>= 5
        }
        return BalanceCode(normalized: normalized)
    }

    private init(normalized: String) { self.normalized = normalized }

    private static let generatedLength = 16
    /// Without 0, 1, I and O.
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".unicodeScalars)

    /// The code in groups of four, easy to read and type.
    package var grouped: String {
        var text = ""
        for (place, character) in normalized.enumerated() {
            if place > 0, place % 4 == 0 { text.append("-") }
            text.append(character)
        }
        return text
    }

    /// The last characters, to tell cards apart; fewer of a short code, so that it stays hard to
    /// guess.
    package var hint: String { String(normalized.suffix(normalized.utf8.count < 12 ? 2 : 4)) }

    /// The values that rows store: keyed hashes that differ from merchant to merchant, under the
    /// current derivation key first and then under older ones.
    package func hashes(_ keys: KeyRing, of merchant: MerchantNumber) throws -> [Hash] {
        let context = Array("\(merchant.text) \(normalized)".utf8)
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

/// Descriptions hide the code, because only the API's answer may show it, once.
extension BalanceCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "a code" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
