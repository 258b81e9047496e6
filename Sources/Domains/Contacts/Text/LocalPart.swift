/// The part of an email address before its `@`, by the rules of mail systems beyond HTML's email
/// field.
enum LocalPart {
    /// Checks that the characters are a dot-atom (RFC 5322, 3.2.3) with letters of all scripts (RFC
    /// 6531, 3.3), and that the domain's provider allows the positions of the dots.
    static func problem(in local: String, at domain: String) -> EmailAddress.Problem? {
        var isAfterDot = true
        var before: Unicode.Scalar?
        let allowsDots = JapaneseCarrier.hasMailbox(at: domain)
        for scalar in local.unicodeScalars {
            defer { before = scalar }
            if scalar == "." {
                guard !isAfterDot || allowsDots else { return .format }
                isAfterDot = true
                continue
            }
            guard isAtomText(scalar) || !isAfterDot && isMark(scalar, after: before) else {
                return refusal(of: scalar)
            }
            isAfterDot = false
        }
        guard local.contains(where: { $0 != "." }) else { return .format }
        return isAfterDot && !allowsDots ? .format : nil
    }

    /// The local part with as little quoting as its meaning allows (RFC 5321, 4.1.2), so that two
    /// spellings of one mailbox become the same text.
    static func read(_ given: String, at domain: String) -> Result<String, EmailAddress.Problem> {
        guard given.hasPrefix("\"") else {
            return problem(in: given, at: domain).map { .failure($0) } ?? .success(given)
        }
        switch unquoted(given) {
        case .failure(let problem): return .failure(problem)
        case .success(let content):
            if problem(in: content, at: domain) == nil { return .success(content) }
            let written = content.reduce(into: "") { text, character in
                if character == "\"" || character == "\\" { text.append("\\") }
                text.append(character)
            }
            return .success("\"\(written)\"")
        }
    }

    /// RFC 5321's quoted string with RFC 6531's characters; an empty one names no mailbox.
    private static func unquoted(_ given: String) -> Result<String, EmailAddress.Problem> {
        var content = String.UnicodeScalarView()
        var isEscaped = false
        let scalars = given.unicodeScalars
        let last = scalars.index(before: scalars.endIndex)
        for index in scalars.indices.dropFirst() {
            let scalar = scalars[index]
            if isEscaped {
                guard scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F else {
                    return .failure(.format)
                }
                isEscaped = false
            } else if index == last {
                guard scalar == "\"", !content.isEmpty else { return .failure(.format) }
                return .success(String(content))
            } else if scalar == "\\" {
                isEscaped = true
                continue
            } else if scalar == "\"" {
                return .failure(.character("\""))
            }
            // `%` routes mail through third parties in a quoted string as well.
            guard scalar != "%",
                scalar == " " || scalar.isASCII || isAtomText(scalar)
                    || isMark(scalar, after: content.last),
                scalar.value >= 0x20, scalar.value != 0x7F
            else { return .failure(refusal(of: scalar)) }
            content.append(scalar)
        }
        return .failure(.format)
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.isLetterOrDigit || "!#$&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
            .otherPunctuation, .currencySymbol, .modifierSymbol, .mathSymbol, .otherSymbol:
            return true
        default: return false
        }
    }

    /// True for a combining mark, and for a joiner where names or emoji need it. In an atom, the
    /// caller accepts it only after another character.
    private static func isMark(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: isJoiner(scalar, after: before)
        }
    }

    /// Persian and Indic names need the joiners, which are invisible: after a virama, and the
    /// non-joiner between Arabic letters (RFC 5892, A.1 and A.2). Emoji have the joiner (UTS 51).
    private static func isJoiner(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        guard let before, scalar.value == 0x200C || scalar.value == 0x200D else { return false }
        if before.properties.canonicalCombiningClass == .virama { return true }
        return scalar.value == 0x200C
            ? before.isArabicLetter
            : before.properties.isEmoji && !before.isASCII || before.value == 0xFE0F
    }

    private static func refusal(of scalar: Unicode.Scalar) -> EmailAddress.Problem {
        if scalar.properties.isWhitespace { return .blank }
        return scalar.value < 0x20 || scalar == "@" ? .format : .character(String(scalar))
    }
}

extension Unicode.Scalar {
    /// True for letters of the Arabic script and its supplements (Unicode blocks 0600, 0750, 08A0).
    fileprivate var isArabicLetter: Bool {
        switch value {
        case 0x0620...0x064A, 0x066E...0x06D3, 0x06EE...0x06FF, 0x0750...0x077F, 0x08A0...0x08C9:
            properties.isAlphabetic
        default: false
        }
    }
}
