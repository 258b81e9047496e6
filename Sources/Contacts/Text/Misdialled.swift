import CPhoneNumber
import Vocabulary

/// A telephone number that does not mean anything as it stands, and what it may mean all the same.
struct Misdialled {
    private let number: pn_number
    private let country: Country?
    private let hasPlus: Bool
    /// Of whatever script, without those of an extension.
    private let digits: String

    /// - Parameter number: what the text was found to be.
    init(_ text: String, _ number: pn_number, _ country: Country?) {
        self.number = number
        self.country = country
        hasPlus = text.contains("+") || text.contains("＋")
        let begun = text.drop { !$0.isNumber && $0 != "+" }
        digits = pn_number.digits(of: String(begun.prefix { !"xXeE#;,".contains($0) }))
    }

    /// E.164: fifteen digits at most, and fewer than seven are no subscriber's anywhere.
    static let lengthAllowed = 7...15

    /// The number that was probably meant, or what is wrong with the one that was dialled.
    var meaning: Result<PhoneNumber, PhoneNumber.Problem> {
        if !hasPlus, let abroad = valid(withoutPlus) { return .success(abroad) }
        if let mexican = valid(withoutMexicanPrefix) { return .success(mexican) }
        if number.outcome == PN_NO_COUNTRY, !hasPlus { return withoutCountry }
        guard number.outcome != PN_VALID, let bare = withoutTrunkPrefix else {
            return Misdialled.result(number)
        }
        // Whoever dials a trunk prefix has not left the area code out.
        return bare.outcome == PN_LOCAL_ONLY ? .failure(.tooShort) : Misdialled.result(bare)
    }

    private func valid(_ text: String?) -> PhoneNumber? {
        guard let text else { return nil }
        var found = pn_number(text, in: country)
        found.home_calling_code = number.home_calling_code
        return found.outcome == PN_VALID ? .international(found) : nil
    }

    /// Typed without its plus, or with Europe's `00` where that is not what is dialled.
    ///
    /// Ten digits are rather a number at home and a slip, and eleven in North America are when the first
    /// ten of them are a number.
    private var withoutPlus: String? {
        if digits.hasPrefix("00") { return "+" + digits.dropFirst(2) }
        guard digits.utf8.count > 10 || number.outcome == PN_VALID else { return nil }
        if number.home_calling_code == 1, digits.utf8.count == 11,
            pn_number(String(digits.dropLast()), in: country).outcome == PN_VALID
        {
            return nil
        }
        return "+" + digits
    }

    /// Mexico's 01, 044, 045 and the 1 behind +52 went out of use in 2019 and stand in address books.
    private var withoutMexicanPrefix: String? {
        if hasPlus { return digits.hasPrefix("521") ? "+52" + digits.dropFirst(3) : nil }
        guard number.home_calling_code == 52 else { return nil }
        let old = ["01", "044", "045", "521"].first(where: digits.hasPrefix)
        return old.map { "+52" + digits.dropFirst($0.count) }
    }

    /// Only the count of digits can be wrong then.
    private var withoutCountry: Result<PhoneNumber, PhoneNumber.Problem> {
        if digits.isEmpty { return .failure(.notANumber) }
        if digits.utf8.count < Misdialled.lengthAllowed.lowerBound { return .failure(.tooShort) }
        if digits.utf8.count > Misdialled.lengthAllowed.upperBound { return .failure(.tooLong) }
        return .success(.digits(digits))
    }

    /// The library takes the prefix off only where the rest is a number it knows.
    private var withoutTrunkPrefix: pn_number? {
        guard let country, !hasPlus, digits.utf8.count != 10 || number.home_calling_code != 1 else {
            return nil
        }
        let prefix = pn_number.trunkPrefix(in: country)
        guard !prefix.isEmpty, digits.hasPrefix(prefix) else { return nil }
        return pn_number(String(digits.dropFirst(prefix.count)), in: country)
    }

    private static func result(_ number: pn_number) -> Result<PhoneNumber, PhoneNumber.Problem> {
        switch number.outcome {
        case PN_VALID: .success(.international(number))
        // No North American area code begins with 0 or 1, and none will.
        case PN_POSSIBLE
        where number.calling_code == 1 && "01".contains(number.e164.dropFirst(2).first!):
            .failure(.notANumber)
        case PN_POSSIBLE: .success(.unknown)
        case PN_TOO_SHORT: .failure(.tooShort)
        case PN_TOO_LONG: .failure(.tooLong)
        case PN_LOCAL_ONLY: .failure(.areaCode)
        default: .failure(.notANumber)
        }
    }
}
