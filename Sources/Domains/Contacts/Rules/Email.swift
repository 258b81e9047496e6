import Vocabulary

extension Examination {
    /// Normalizes the email address; of an unreadable one, only unintended characters are removed.
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
            store(.emailAddress, address, isSame ? .given : .normalized)
            if let meant = MailProvider.suggestion(for: address) {
                warn(.emailAddress, .emailSuggestion(meant), suggestion: meant)
            }
        case .failure(let problem):
            store(.emailAddress, text, given.isChanged ? .normalized : .given)
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
