import CPhoneNumber
import Vocabulary

/// A phone number that is not valid as written, and the number that was probably meant.
struct MisdialedNumber {
    private let number: pn_number
    private let country: Country?
    private let text: String
    private let hasPlus: Bool
    /// The text without the label after its number, or nil if it has none.
    private let withoutLabel: String?
    /// The digits of all scripts, without those of an extension.
    private let digits: String
    /// The number of digits before each gap.
    private let groupEnds: [Int]

    /// - Parameter number: the library's result for the text.
    init(_ text: String, _ number: pn_number, _ country: Country?) {
        self.number = number
        self.country = country
        self.text = text
        hasPlus = text.contains("+") || text.contains("＋")
        let trimmed = text.drop { !$0.isNumber && $0 != "+" }
        let written = trimmed.prefix { !$0.isLetter && !"#;,".contains($0) }
        digits = pn_number.digits(of: String(written))
        // Letters after a space or a parenthesis are a label; elsewhere they may be dialed, as in
        // 1-800-FLOWERS.
        let isLabeled =
            trimmed.dropFirst(written.count).first?.isLetter == true
            && written.contains(where: \.isNumber)
            && written.reversed().prefix { !$0.isNumber }.contains { $0 == "(" || $0.isWhitespace }
        withoutLabel = isLabeled ? String(written) : nil
        var (count, ends) = (0, [Int]())
        for character in written {
            if character.isNumber {
                count += 1
            } else if count > 0, ends.last != count {
                ends.append(count)
            }
        }
        if ends.last == count { ends.removeLast() }
        groupEnds = ends
    }

    /// E.164 allows at most fifteen digits; no subscriber number in any country has fewer than
    /// seven.
    static let lengthAllowed = 7...15

    /// The number that was probably meant, or the problem of the number as dialed.
    var meaning: Result<PhoneNumber, PhoneNumber.Problem> {
        if let mexican = valid(withoutMexicanPrefix) { return .success(mexican) }
        if !hasPlus, let abroad = valid(withoutPlus), !isRatherAtHome(abroad) {
            return .success(abroad)
        }
        let isAtHome =
            number.outcome == PN_VALID && !PhoneNumber.isDialedAbroad(digits, number)
        if !isAtHome,
            let bare = valid(withoutTrunkZero)
                ?? valid(withItalianZero) ?? valid(withoutCarrierMark)
        {
            return .success(bare)
        }
        if number.outcome == PN_NO_COUNTRY, !hasPlus { return withoutCountry }
        guard number.outcome != PN_VALID, let bare = withoutTrunkPrefix else {
            return MisdialedNumber.result(withoutLabel.map { pn_number($0, in: country) } ?? number)
        }
        // A caller who dials a trunk prefix has not omitted the area code.
        return bare.outcome == PN_LOCAL_ONLY ? .failure(.tooShort) : MisdialedNumber.result(bare)
    }

    private func valid(_ text: String?) -> PhoneNumber? {
        guard let text else { return nil }
        var found = pn_number(text, in: country)
        found.home_calling_code = number.home_calling_code
        return found.outcome == PN_VALID ? .international(found) : nil
    }

    /// The number as typed without its plus, or with Europe's `00` in a country that dials another
    /// prefix.
    ///
    /// Ten digits are more likely a domestic number with a slip. So are eleven in North America, if
    /// the first ten of them are a number.
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

    /// True if the grouping of the digits shows that the number is not a foreign one.
    ///
    /// A calling code is a group of its own or the start of one, and North America groups digits as
    /// 1, 3, 3 and 4: `1 20 7946 0018` is London's, with a digit too many. Text without groups
    /// shows nothing.
    private func isRatherAtHome(_ abroad: PhoneNumber) -> Bool {
        guard abroad.isForeign, case .international(let found) = abroad, !digits.hasPrefix("00"),
            let first = groupEnds.first
        else { return false }
        if found.calling_code == 1 { return !groupEnds.allSatisfy([1, 4, 7].contains) }
        if first < String(found.calling_code).utf8.count { return true }
        return (1...2).contains {
            pn_number(String(digits.dropLast($0)), in: country).outcome == PN_VALID
        }
    }

    /// Mexico's 01, 044, 045, and the 1 after +52 or alone, were dialed until 2019 and are still in
    /// address books (Instituto Federal de Telecomunicaciones, numbering plan of 3 August 2019).
    private var withoutMexicanPrefix: String? {
        let withCode = ["521", "5201", "52044", "52045"]
        if let abroad {
            return withCode.first(where: abroad.hasPrefix).map {
                "+52" + abroad.dropFirst($0.count)
            }
        }
        guard number.home_calling_code == 52 else { return nil }
        let old = (withCode + ["01", "044", "045", "1"]).first(where: digits.hasPrefix)
        return old.map { "+52" + digits.dropFirst($0.count) }
    }

    /// The digits after a plus or the prefix for calls abroad, beginning with a calling code; nil
    /// for a domestic number.
    private var abroad: Substring? {
        if hasPlus { return digits[...] }
        // ITU-T E.164, list of dialing procedures: prefixes other than 00.
        let own = [1: "011", 7: "810", 61: "0011", 81: "010"][number.home_calling_code]
        return [own, "00"].compactMap(\.self).first(where: digits.hasPrefix)
            .map { digits.dropFirst($0.utf8.count) }
    }

    /// `+1 (0) 408 …`: a zero that is not the country's own trunk prefix.
    private var withoutTrunkZero: String? {
        guard let abroad else {
            // `1 (0) 408 …`: no North American area code begins with 0.
            let isAmerican = number.home_calling_code == 1 && digits.utf8.count == 12
            return isAmerican && digits.hasPrefix("10") ? "+1" + digits.dropFirst(2) : nil
        }
        let read = hasPlus ? number : pn_number("+" + abroad, in: country)
        let code = String(read.calling_code)
        guard abroad.hasPrefix(code + "0") else { return nil }
        return "+" + code + abroad.dropFirst(code.utf8.count + 1)
    }

    /// Italy's area codes have kept their zero since 1998, also after +39 (ITU-T Operational
    /// Bulletin 670).
    private var withItalianZero: String? {
        guard abroad?.hasPrefix("39") ?? (number.home_calling_code == 39) else { return nil }
        let national = abroad?.dropFirst(2) ?? digits[...]
        // Mobile numbers begin with 3 and never had a zero.
        guard let first = national.first, !"03".contains(first) else { return nil }
        return "+390" + national
    }

    /// Brazil's `0xx11`: two letters stand for the carrier that a caller chooses.
    private var withoutCarrierMark: String? {
        guard number.home_calling_code == 55 || hasPlus else { return nil }
        guard let mark = text.firstRange(of: "0xx") ?? text.firstRange(of: "0XX") else {
            return nil
        }
        return String(text[..<mark.lowerBound] + text[mark.upperBound...])
    }

    /// Without a country, only the number of digits can be wrong.
    private var withoutCountry: Result<PhoneNumber, PhoneNumber.Problem> {
        if digits.isEmpty { return .failure(.notANumber) }
        if digits.utf8.count < MisdialedNumber.lengthAllowed.lowerBound {
            return .failure(.tooShort)
        }
        if digits.utf8.count > MisdialedNumber.lengthAllowed.upperBound {
            return .failure(.tooLong)
        }
        return .success(.digits(digits))
    }

    /// The library removes the prefix only if it knows the remaining number.
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
        where number.calling_code == 1
            && (number.e164.hasPrefix("+10") || number.e164.hasPrefix("+11")):
            .failure(.notANumber)
        case PN_POSSIBLE: .success(.unknown)
        case PN_TOO_SHORT: .failure(.tooShort)
        case PN_TOO_LONG: .failure(.tooLong)
        case PN_LOCAL_ONLY: .failure(.areaCode)
        default: .failure(.notANumber)
        }
    }
}
