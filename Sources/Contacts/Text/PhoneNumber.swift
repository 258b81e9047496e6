import Vocabulary

/// A telephone number, as far as lengths and calling codes tell whether it is one.
///
/// It is read by its own country when it says which (`+`, `00`), else by the contact's; a number from
/// elsewhere is as good as any (user demand 6). When the length is possible but the range is not known,
/// it is accepted: the age of our data is likelier at fault than the buyer.
struct PhoneNumber: Equatable {
    /// E.164's digits, without the plus; nil when no country is known.
    let international: [UInt8]?
    /// As dialled at home, with the trunk prefix.
    let national: [UInt8]

    enum Problem: Error, Equatable { case tooShort, tooLong, areaCode, notANumber }

    /// E.164: fifteen digits at most, and fewer than seven are no subscriber's anywhere.
    private static let digitsAllowed = 7...15

    /// - Parameter country: where a number without a calling code is dialled.
    static func read(_ text: String, in country: Country?) -> Result<PhoneNumber, Problem> {
        guard let signs = PhoneDigits(text) else { return .failure(.notANumber) }
        var digits = signs.digits
        let isFiller =
            digits.count >= digitsAllowed.lowerBound && digits.allSatisfy { $0 == digits[0] }
        guard !digits.isEmpty, !isFiller else { return .failure(.notANumber) }
        let plan = country.flatMap(PhonePlan.of)
        if signs.hasPlus { return readInternational(digits) }
        let abroad = plan?.abroadPrefix ?? Array("00".utf8)
        for prefix in [abroad, Array("00".utf8)]
        where digits.starts(with: prefix) && !(plan?.isNorthAmerican == true && prefix.count == 2) {
            digits.removeFirst(prefix.count)
            return readInternational(digits)
        }
        guard let plan else {
            if digits.count < digitsAllowed.lowerBound { return .failure(.tooShort) }
            if digits.count > digitsAllowed.upperBound { return .failure(.tooLong) }
            return .success(PhoneNumber(international: nil, national: digits))
        }
        return readNational(digits, plan, country)
    }

    /// The number as a merchant wants it written.
    func text(_ format: PhoneFormat) -> String {
        switch (format, international) {
        case (.e164, .some(let digits)): "+" + String(decoding: digits, as: UTF8.self)
        case (.digits, .some(let digits)): String(decoding: digits, as: UTF8.self)
        case (.national, _), (_, .none): String(decoding: national, as: UTF8.self)
        }
    }
}

extension PhoneNumber {
    private static func readInternational(_ digits: [UInt8]) -> Result<PhoneNumber, Problem> {
        let plans = PhonePlan.plans(dialled: digits)
        guard let plan = plans.first else { return .failure(.notANumber) }
        var rest = Array(digits.dropFirst(plan.callingCode.count))
        // `+44 (0) 20 …`: the trunk prefix does not belong there. A buyer is not bothered with it.
        if plan.hasTrunkPrefix(rest) { rest.removeFirst(plan.trunkPrefix.count) }
        rest = withoutOldPrefix(rest, plan)
        if let problem = problem(rest, plans, isInternational: true) { return .failure(problem) }
        return .success(made(of: rest, plan))
    }

    private static func readNational(_ digits: [UInt8], _ plan: PhonePlan, _ country: Country?)
        -> Result<PhoneNumber, Problem>
    {
        var rest = digits
        if let bare = withoutWaitingPrefix(digits, plan) {
            rest = bare
        } else if plan.hasTrunkPrefix(digits) {
            rest.removeFirst(plan.trunkPrefix.count)
        }
        rest = argentineMobile(rest, plan) ?? withoutOldPrefix(rest, plan)
        guard let problem = problem(rest, [plan], isInternational: false) else {
            return .success(made(of: rest, plan))
        }
        // Typed without its plus, a number from abroad is too long at home. Eleven digits are rather
        // ten North American ones and a slip.
        if problem == .tooLong, digits.count > (plan.isNorthAmerican ? 11 : 10),
            case .success(let foreign) = readInternational(digits)
        {
            return .success(foreign)
        }
        return .failure(problem)
    }

    private static func problem(_ digits: [UInt8], _ plans: [PhonePlan], isInternational: Bool)
        -> Problem?
    {
        let length = digits.count
        if plans.contains(where: { $0.has(length: length) }) || isExtraLong(digits, plans[0]) {
            // No North American area code begins with 0 or 1.
            let isImpossible = plans[0].isNorthAmerican && digits[0] < UInt8(ascii: "2")
            return isImpossible ? .notANumber : nil
        }
        if plans.contains(where: { $0.hasLocal(length: length) }) { return .areaCode }
        let longest = plans.map(\.lengthMax).max() ?? digitsAllowed.upperBound
        return length > longest ? .tooLong : .tooShort
    }

    /// Numbers that are longer than their country's others: Australia's 1300 and 1800, Argentina's
    /// mobile ones with the old 15.
    private static func isExtraLong(_ digits: [UInt8], _ plan: PhonePlan) -> Bool {
        switch String(decoding: plan.callingCode, as: UTF8.self) {
        case "61": digits.count == 10 && digits.starts(with: "1".utf8)
        case "54": digits.count == 12
        default: false
        }
    }

    /// Belarus dials 8, waits, and dials 0; Lithuania dialled 8 until it became a 0.
    private static func withoutWaitingPrefix(_ digits: [UInt8], _ plan: PhonePlan) -> [UInt8]? {
        if plan.callingCode.elementsEqual("370".utf8), digits.count == 9, digits[0] == 0x38 {
            return Array(digits.dropFirst())
        }
        guard plan.callingCode.elementsEqual("375".utf8), digits.starts(with: "80".utf8) else {
            return nil
        }
        return Array(digits.dropFirst(2))
    }

    /// Argentina's mobile numbers have 15 behind the area code at home, and 9 before it from abroad.
    private static func argentineMobile(_ digits: [UInt8], _ plan: PhonePlan) -> [UInt8]? {
        guard plan.callingCode.elementsEqual("54".utf8), digits.count == 12 else { return nil }
        let areas = digits.starts(with: "11".utf8) ? [2] : [3, 4]
        guard let area = areas.first(where: { digits[$0...].starts(with: "15".utf8) }) else {
            return nil
        }
        return [UInt8(ascii: "9")] + digits[..<area] + digits[(area + 2)...]
    }

    /// Mexico's 01, 044, 045 and the 1 behind +52 went out of use in 2019 and stand in address books.
    private static func withoutOldPrefix(_ digits: [UInt8], _ plan: PhonePlan) -> [UInt8] {
        guard plan.callingCode.elementsEqual("52".utf8), !plan.has(length: digits.count) else {
            return digits
        }
        for prefix in ["01", "044", "045", "1"]
        where digits.starts(with: prefix.utf8) && plan.has(length: digits.count - prefix.utf8.count)
        {
            return Array(digits.dropFirst(prefix.utf8.count))
        }
        return digits
    }

    private static func made(of digits: [UInt8], _ plan: PhonePlan) -> PhoneNumber {
        PhoneNumber(
            international: plan.callingCode + digits,
            national: (plan.isNorthAmerican || isExtraLong(digits, plan) ? [] : plan.trunkPrefix)
                + digits)
    }
}
