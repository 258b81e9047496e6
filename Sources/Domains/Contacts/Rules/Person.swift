import Vocabulary

extension Examination {
    /// A name needs a letter; one word is enough, and there is no other rule.
    mutating func examineNames(in country: Country?) {
        let hasGiven = storeCleaned(.givenName, FieldLimit.name, .name)
        let hasFamily = storeCleaned(.familyName, FieldLimit.name, .name)
        if !hasGiven, !hasFamily {
            reportMissing(.name, .nameRequired)
        } else if ![normalized.givenName, normalized.familyName].contains(
            where: Examination.hasLetter)
        {
            report(.name, .nameLetters)
        }
        let hasPhoneticGiven = storeCleaned(.phoneticGivenName, FieldLimit.name, .phoneticName)
        let hasPhoneticFamily = storeCleaned(.phoneticFamilyName, FieldLimit.name, .phoneticName)
        if !hasPhoneticGiven, !hasPhoneticFamily {
            reportMissing(.phoneticName, .phoneticNameRequired)
        } else if country?.code == "JP",
            ![normalized.phoneticGivenName, normalized.phoneticFamilyName].allSatisfy(
                Examination.isPhonetic)
        {
            report(.phoneticName, .phoneticNameCharacters)
        }
    }

    private static func hasLetter(_ text: String?) -> Bool {
        text?.unicodeScalars.contains {
            $0.isASCII ? $0.isLetterOrDigit && $0.value > 57 : $0.properties.isAlphabetic
        } ?? false
    }

    /// True for kana of any width, and Latin letters with accents; false for kanji and digits.
    private static func isPhonetic(_ text: String?) -> Bool {
        text?.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20, 0x27, 0x2D, 0x2E, 0x3D, 0xB7, 0xFF1D, 65...90, 97...122: true
            case 0xC0...0x24F, 0x300...0x36F, 0x1E00...0x1EFF, 0x2019: true
            case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
            case 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
            default: false
            }
        } ?? true
    }
}
