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

    /// Formats the phone number as the merchant wants it; an unreadable one is kept unchanged.
    mutating func examinePhone(in country: Country?) {
        let given = CleanedText(contact.phoneNumber, limit: FieldLimit.phoneNumber)
        if given.isTooLong {
            return report(.phoneNumber, .textTooLong(maximum: FieldLimit.phoneNumber))
        }
        guard let text = given.text else { return reportMissing(.phoneNumber, .phoneRequired) }
        // A territory's numbering plan equals its sovereign's, except from abroad.
        let home = destination?.territory ?? country ?? policy.shopCountry
        switch phone(text, in: home) {
        case .success(let number):
            let written = number.text(policy.phoneFormat, given: text)
            store(.phoneNumber, written, written == text ? .given : .normalised)
            if number.isForeign, country != nil { warn(.phoneNumber, .phoneOtherCountry) }
            if case .unknown = number { warn(.phoneNumber, .phoneUnknown) }
        case .failure(let problem):
            store(.phoneNumber, text, given.isChanged ? .normalised : .given)
            report(.phoneNumber, message(for: problem))
        }
    }

    /// Reads the number in the home country, or else in the country that the contact names: a buyer
    /// on Réunion who writes `FR 97400` may have a number of the mainland.
    private func phone(
        _ text: String, in home: Country?
    ) -> Result<PhoneNumber, PhoneNumber.Problem> {
        let number = PhoneNumber.read(text, in: home)
        if case .success(.international) = number { return number }
        let others =
            [namedCountry].compactMap(\.self)
            + (home.map(PhoneNumber.countries(dialingAs:)) ?? [])
        for country in others where country != home {
            let other = PhoneNumber.read(text, in: country)
            if case .success(.international) = other { return other }
        }
        return number
    }

    private func message(for problem: PhoneNumber.Problem) -> Message {
        switch problem {
        case .tooShort: .phoneTooShort
        case .tooLong: .phoneTooLong
        case .areaCode: .phoneAreaCode
        case .notANumber: .phoneNotANumber
        }
    }

    /// Converts the email's domain to lowercase; an unreadable address is kept unchanged.
    mutating func examineEmail() {
        // A quoted local part may contain several spaces in a row (RFC 5321, 4.1.2).
        let given = CleanedText(
            contact.emailAddress, limit: FieldLimit.emailAddress,
            keepsSpaces: contact.emailAddress?.contains("\"") == true)
        if given.isTooLong {
            return report(.emailAddress, .textTooLong(maximum: FieldLimit.emailAddress))
        }
        guard let text = given.text else { return reportMissing(.emailAddress, .emailRequired) }
        switch EmailAddress.read(text, format: policy.emailFormat) {
        case .success(let address):
            let isSame = address == text && !given.isChanged
            store(.emailAddress, address, isSame ? .given : .normalised)
            if let meant = MailProvider.suggestion(for: address) {
                warn(.emailAddress, .emailSuggestion(meant), suggestion: meant)
            }
        case .failure(let problem):
            store(.emailAddress, text, given.isChanged ? .normalised : .given)
            switch problem {
            case .format: report(.emailAddress, .emailFormat)
            case .character(let character): report(.emailAddress, .emailCharacter(character))
            case .blank: report(.emailAddress, .emailBlank)
            case .domain: report(.emailAddress, .emailDomain)
            }
            if let meant = MailProvider.suggestion(insteadOf: text) {
                warn(.emailAddress, .emailSuggestion(meant), suggestion: meant)
            }
        }
    }
}
