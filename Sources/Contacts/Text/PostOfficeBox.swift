/// Recognizes address lines that are or end with a post office box, in the forms of many countries.
enum PostOfficeBox {
    /// A box in a line with other words (`RR 2 Box 15`, `Boxwood Lane 3`, `Unit 4, Box 2`) does not
    /// count.
    static func isOne(_ line: String) -> Bool {
        if written.contains(where: { hasNumber(behind: $0, in: line) }) || isChinese(line) {
            return true
        }
        let parts = line.split { ",;，、".contains($0) }.map { words(of: String($0)) }
        if parts.count == 1, parts[0].first == "box", isNumber(parts[0].dropFirst()) { return true }
        return parts.contains { words in
            isShort(words)
                || marks.contains { mark in
                    words.indices.contains { start in
                        words[start...].starts(with: mark) && isEnd(words[(start + mark.count)...])
                    }
                }
        }
    }

    /// Splits a part into lowercase words without accents, and letters from digits: `BP12` is two
    /// words, and so is `P.O. 12`.
    private static func words(of part: String) -> [String] {
        var words: [String] = []
        var isJoined = false
        for word in part.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let isLetter = word.count == 1 && word.first?.isLetter == true
            let pieces = apart(FoldedText.key(String(word)))
            if isLetter, isJoined, let last = words.indices.last {
                words[last] += pieces.joined()
            } else {
                words += pieces
            }
            isJoined = isLetter
        }
        return words
    }

    private static func apart(_ word: String) -> [String] {
        let letters = word.prefix { !$0.isNumber }
        guard !letters.isEmpty, letters.count < word.count else { return [word] }
        return [String(letters), String(word.dropFirst(letters.count))]
    }

    /// True if a number or nothing follows a mark. South Africa's numbers have an X before them.
    private static func isEnd(_ rest: ArraySlice<String>) -> Bool {
        guard let next = rest.first else { return true }
        if next.count == 1, next.first?.isLetter == true {
            return rest.count == 1 || startsWithNumber(rest.dropFirst())
        }
        return startsWithNumber(rest)
    }

    private static func startsWithNumber(_ rest: ArraySlice<String>) -> Bool {
        rest.first?.first?.isNumber ?? false
    }

    private static func isNumber(_ rest: ArraySlice<String>) -> Bool {
        !rest.isEmpty && rest.allSatisfy { $0.allSatisfy(\.isNumber) }
    }

    /// True if a short mark and its number are the whole part: `BP 12`, but not `Pl. 12 de
    /// Octubre`.
    private static func isShort(_ words: [String]) -> Bool {
        guard words.first.map(short.contains) == true else { return false }
        // Canada also names the post office: `CP 12 Succ Centre-ville`.
        let rest = words.dropFirst()
        let branch = rest.firstIndex { ["succ", "succursale", "stn", "station"].contains($0) }
        return isNumber(rest[..<(branch ?? rest.endIndex)])
    }

    /// In scripts without spaces a number follows, possibly after its own sign; in a street name
    /// other characters follow.
    private static func hasNumber(behind mark: String, in line: String) -> Bool {
        guard let range = line.firstRange(of: mark) else { return false }
        let next = line[range.upperBound...].first { !$0.isWhitespace && $0 != "." }
        return next.map { $0.isNumber || "第제号號番".contains($0) } ?? true
    }

    /// Marks that count anywhere in a line.
    private static let marks: [[String]] =
        """
        po box,pobox,post office box,po bx,pobx,gpo box,po drawer,post office drawer,locked bag,private bag,
        privatebag,postfach,postbus,posbus,postboks,postbox,boite postale,case postale,casella postale,
        caixa postal,apartado de correos,apartado postal,apartado aereo,apdo correos,apdo de correos,apdo postal,p 0 box,
        casilla de correo,casilla postal,skrytka pocztowa,skr pocztowa,skr poczt,postafiok,postilokero,
        postni prihradka,postovy priecinok,casuta postala,posta kutusu,postanski pretinac,postni predal,
        абонентский ящик,абонентська скринька,пощенска кутия,תיבת דואר,صندوق بريد,صندوق البريد,ตู้ ปณ,hop thu
        """.split(separator: ",").map { mark in
            mark.split(whereSeparator: \.isWhitespace).map { FoldedText.key(String($0)) }
        }

    /// Two letters, or a word with another meaning: France's BP, CS and TSA, Canada's CP, Finland's
    /// PL, Turkey's PK, Germany's Pf., Norway's Pb, Russia's а/я, Israel's ת.ד., the Arab posts'
    /// ص.ب.
    private static let short: Set<String> = Set(
        """
        bp cs tsa cp pl pk pf pb po pob gpo apartado apdo casilla drawer cc ая τθ תד صب
        """.split(whereSeparator: \.isWhitespace).map { FoldedText.key(String($0)) })

    /// `12信箱`: the number comes first.
    private static func isChinese(_ line: String) -> Bool {
        guard let range = line.firstRange(of: "信箱") else { return false }
        let before = line[..<range.lowerBound].last { !$0.isWhitespace && $0 != "号" && $0 != "號" }
        return before?.isNumber == true
    }

    private static let written = ["私書箱", "邮政信箱", "郵政信箱", "사서함"]
}
