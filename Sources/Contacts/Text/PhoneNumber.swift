import CPhoneNumber
import Vocabulary

/// A telephone number, as libphonenumber reads it.
///
/// It is read by its own country when it says which (`+`, `00`), else by the contact's; a number from
/// elsewhere is as good as any (user demand 6).
enum PhoneNumber {
    case international(pn_number)
    /// No country is known.
    case digits(String)
    /// As long as a number, in a range that the metadata do not know: their age is likelier at fault than
    /// the buyer, whose text is kept as it is.
    case unknown

    enum Problem: Error { case tooShort, tooLong, areaCode, notANumber }

    /// - Parameter country: where a number without a calling code is dialled.
    static func read(_ text: String, in country: Country?) -> Result<PhoneNumber, Problem> {
        if isFiller(text) { return .failure(.notANumber) }
        let number = pn_number(text, in: country)
        guard number.outcome == PN_VALID, !isRatherInternational(text, number) else {
            return Misdialled(text, number, country).meaning
        }
        return .success(.international(number))
    }

    /// Whether it belongs to another country than the one it was read in.
    var isForeign: Bool {
        guard case .international(let number) = self else { return false }
        return number.home_calling_code != 0 && number.home_calling_code != number.calling_code
    }

    /// The number as a merchant wants it written.
    ///
    /// - Parameter given: as the buyer wrote it.
    func text(_ format: PhoneFormat, given: String) -> String {
        switch (self, format) {
        case (.unknown, _): given
        case (.digits(let digits), _): digits
        case (.international(let number), .e164): number.e164
        case (.international(let number), .digits): String(number.e164.dropFirst())
        case (.international(let number), .national): number.national
        }
    }

    /// What people type who want to give none: one digit again and again.
    private static func isFiller(_ text: String) -> Bool {
        var first: UInt8?
        var count = 0
        for byte in text.utf8 where byte >= 48 && byte <= 57 {
            guard first == nil || first == byte else { return false }
            first = byte
            count += 1
        }
        return count >= Misdialled.lengthAllowed.lowerBound
    }

    /// Germany's numbers may be so long that `49 151 12345678` is one at home, where nobody leaves out the 0.
    private static func isRatherInternational(_ text: String, _ number: pn_number) -> Bool {
        let code = String(number.home_calling_code)
        return text.hasPrefix(code) && number.e164.dropFirst(1 + code.count).hasPrefix(code)
    }
}
