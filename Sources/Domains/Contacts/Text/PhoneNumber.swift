import CPhoneNumber
import Vocabulary

/// A phone number as libphonenumber reads it.
///
/// A number with `+` or `00` is read in its own country, any other in the contact's. A foreign
/// number is as good as a domestic one (docs/rules/demands.md#6).
enum PhoneNumber {
    case international(pn_number)
    /// No country is known.
    case digits(String)
    /// Long enough for a number, in a range that the metadata does not contain: the metadata is
    /// more likely outdated than the buyer wrong, so the text is kept unchanged.
    case unknown

    enum Problem: Error { case tooShort, tooLong, areaCode, notANumber }

    /// - Parameter country: the country in which a number without a calling code is dialed.
    static func read(_ text: String, in country: Country?) -> Result<PhoneNumber, Problem> {
        if isFiller(text) { return .failure(.notANumber) }
        let number = pn_number(text, in: country)
        guard number.outcome == PN_VALID, !isRatherInternational(text, number) else {
            let meaning = MisdialedNumber(text, number, country).meaning
            if case .success(.international) = meaning { return meaning }
            return FirstNumber(text, in: country).number.map { .success($0) } ?? meaning
        }
        return .success(
            FirstNumber(text, in: country).beforeWord(shorterThan: number) ?? .international(number)
        )
    }

    /// True for a number of another country than the one in which it was read.
    var isForeign: Bool {
        guard case .international(let number) = self else { return false }
        return number.home_calling_code != 0 && number.home_calling_code != number.calling_code
    }

    /// The number in the merchant's format.
    ///
    /// - Parameter given: the buyer's own text.
    func text(_ format: PhoneFormat, given: String) -> String {
        switch (self, format) {
        case (.unknown, _): given
        case (.digits(let digits), _): digits
        case (.international(let number), .e164): number.e164
        case (.international(let number), .digits): String(number.e164.dropFirst())
        case (.international(let number), .national): number.national
        }
    }

    /// True for one repeated digit, which people type who do not want to give a number.
    private static func isFiller(_ text: String) -> Bool {
        var first: UInt8?
        var count = 0
        for byte in text.utf8 where byte >= 48 && byte <= 57 {
            guard first == nil || first == byte else { return false }
            first = byte
            count += 1
        }
        return count >= MisdialedNumber.lengthAllowed.lowerBound
    }

    /// German numbers may be so long that `49 151 12345678` is a domestic one, although all callers
    /// dial the 0 there.
    private static func isRatherInternational(_ text: String, _ number: pn_number) -> Bool {
        let code = String(number.home_calling_code)
        return text.hasPrefix(code) && number.e164.dropFirst(1 + code.count).hasPrefix(code)
            || isDialedAbroad(pn_number.digits(of: text), number)
    }

    /// True if the digits begin with the international prefix 00, but were read as a number at
    /// home, which never begins with it: `0052 1 55 …` is a number of Mexico, and not one of
    /// Bielefeld.
    static func isDialedAbroad(_ digits: String, _ number: pn_number) -> Bool {
        digits.hasPrefix("00") && number.calling_code == number.home_calling_code
    }

    /// The countries whose numbers are dialed alike: France and its overseas departments dial each
    /// other's ten digits without a code (ARCEP).
    static func countries(dialingAs country: Country) -> [Country] {
        french.contains(country) ? french : []
    }

    private static let french = ["FR", "GP", "RE", "MQ", "GF", "YT", "PM", "BL", "MF"]
        .compactMap(Country.init)
}
