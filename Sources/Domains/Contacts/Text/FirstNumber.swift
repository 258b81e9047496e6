import CPhoneNumber
import Vocabulary

/// The first phone number in a field that contains more: a label, an extension in any language, a
/// second number, or more letters than a vanity number has digits.
///
/// Used only if the text as a whole is not a number.
struct FirstNumber {
    private let scalars: [Unicode.Scalar]
    private let country: Country?

    init(_ text: String, in country: Country?) {
        scalars = Array(text.unicodeScalars)
        self.country = country
    }

    /// The valid number at the start of the text, or nil.
    var number: PhoneNumber? { beforeMore ?? withoutLostLetters }

    /// The number before the first word, if libphonenumber took the word's letters for more digits:
    /// German numbers may be long, so `030 901820 Mama` would be 030 901820 6262.
    func beforeWord(shorterThan number: pn_number) -> PhoneNumber? {
        guard let word = scalars.firstIndex(where: \.isASCIILetter),
            scalars[..<word].count(where: \.isDecimal) >= MisdialedNumber.lengthAllowed.lowerBound,
            case .international(let found)? = valid(scalars[..<word]),
            number.e164.hasPrefix(found.e164), number.e164 != found.e164
        else { return nil }
        return .international(found)
    }

    /// Cuts the text at each possible end of a number, from left to right, and returns the first
    /// valid one.
    private var beforeMore: PhoneNumber? {
        var end = scalars.startIndex
        var count = 0
        while let gap = nextGap(from: &end, counting: &count) {
            guard count >= MisdialedNumber.lengthAllowed.lowerBound, isEnd(of: gap),
                let found = valid(scalars[..<gap.lowerBound])
            else { continue }
            return found
        }
        return nil
    }

    /// The next characters between two digits, or after the last digit.
    private func nextGap(from index: inout Int, counting count: inout Int) -> Range<Int>? {
        while index < scalars.endIndex, !scalars[index].isDecimal { index += 1 }
        while index < scalars.endIndex, scalars[index].isDecimal {
            index += 1
            count += 1
        }
        let start = index
        while index < scalars.endIndex, !scalars[index].isDecimal { index += 1 }
        return start < index ? start..<index : nil
    }

    /// True if a gap ends a number: it has a word, a separator between two numbers, or a second
    /// valid number after it. One digit too many after a space is a slip and ends nothing.
    private func isEnd(of gap: Range<Int>) -> Bool {
        let signs = scalars[gap]
        if signs.contains(where: { $0.properties.isAlphabetic }) { return true }
        let rest = scalars[gap.upperBound...]
        guard !rest.isEmpty else { return false }
        if let sign = signs.first(where: FirstNumber.separators.contains) {
            // A separator that appears once does not group the digits: 555-0123/24.
            return rest.count(where: \.isDecimal) >= 6
                || scalars.count { $0 == sign } == 1
        }
        let opensNumber = signs.contains("+") ? scalars[(gap.upperBound - 1)...] : rest
        return valid(opensNumber) != nil
    }

    /// `/`, `,`, `;`, `|`, `&` and their East Asian forms.
    private static let separators: Set<Unicode.Scalar> = [
        "/", ",", ";", "|", "&", "、", "，", "；", "／", "・",
    ]

    /// Phone networks ignore digits after the last one of a number, so 1-800-MICROSOFT is
    /// 1-800-642-7676. A word after a space is a label and not a part of the number.
    private var withoutLostLetters: PhoneNumber? {
        let letters = scalars.reversed().prefix { $0.isASCIILetter }.count
        let before = scalars.count - letters - 1
        guard letters >= 3, before >= 0,
            scalars[before].isDecimal || "-.".unicodeScalars.contains(scalars[before])
        else { return nil }
        for dropped in 1...letters - 3 + 1 where letters - dropped >= 3 {
            if let found = valid(scalars.dropLast(dropped)) { return found }
        }
        return nil
    }

    private func valid(_ part: some Sequence<Unicode.Scalar>) -> PhoneNumber? {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: part)
        let text = String(view)
        let number = pn_number(text, in: country)
        if number.outcome == PN_VALID { return .international(number) }
        guard
            case .success(.international(let meant)) = MisdialedNumber(text, number, country)
                .meaning
        else { return nil }
        return .international(meant)
    }
}

extension Unicode.Scalar {
    fileprivate var isDecimal: Bool { properties.numericType == .decimal }
    fileprivate var isASCIILetter: Bool { (65...90).contains(value & ~0x20) && value < 128 }
}
