import Vocabulary

extension Examination {
    /// Formats the phone number as the merchant wants it; of an unreadable one, only unintended
    /// characters are removed.
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
            store(.phoneNumber, written, written == text ? .given : .normalized)
            if number.isForeign, country != nil { warn(.phoneNumber, .phoneOtherCountry) }
            if case .unknown = number { warn(.phoneNumber, .phoneUnknown) }
        case .failure(let problem):
            store(.phoneNumber, text, given.isChanged ? .normalized : .given)
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
}
