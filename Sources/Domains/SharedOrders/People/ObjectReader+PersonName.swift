import JSON
import Merchants
import Vocabulary

extension ObjectReader {
    /// Reads a person's name: letters of any script, but no characters that change the direction of
    /// other text.
    package func personName(_ key: StaticString) -> String? {
        guard let text = label(key, maxLength: SharedOrderLimits.nameLengthMax) else { return nil }
        guard text.unicodeScalars.allSatisfy({ !$0.turnsText }) else {
            refuse(
                key, "invalid_value",
                "must not contain characters that change the direction of text")
            return nil
        }
        return text
    }
}

extension Unicode.Scalar {
    /// True if it changes the direction of the text beside it (UAX 9), such as the next person's
    /// name.
    fileprivate var turnsText: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
