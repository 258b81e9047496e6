/// Recognizes address lines that are or contain a post office box, as many countries write it.
enum PostOfficeBox {
    /// True if the line is a post office box or has one. A plain `Box` in a line with other words
    /// (`RR 2 Box 15`, `Boxwood Lane 3`, `Unit 4, Box 2`) does not count.
    static func isOne(_ line: String) -> Bool {
        if written.contains(where: { hasNumber(behind: $0, in: line) }) || isChinese(line) {
            return true
        }
        let texts = line.split { ",;，、".contains($0) }
        if texts.contains(where: { isDotted($0) }) || hasSlash(line) { return true }
        let parts = texts.map { (text: $0, words: words(of: String($0))) }
        if parts.count == 1, let only = parts.first?.words, only.first == "box",
            isNumber(behindSign(only.dropFirst()))
        {
            return true
        }
        return parts.contains { text, words in
            isShort(words)
                || has(marks, in: words, of: text, followedBy: isEnd)
                || has(numberedMarks, in: words, of: text) { isEnd($0) && !$0.isEmpty }
        }
    }

    private static func has(
        _ marks: [[String]], in words: [String], of text: Substring,
        followedBy isRest: (ArraySlice<String>) -> Bool
    ) -> Bool {
        marks.contains { mark in
            words.indices.contains { start in
                words[start...].starts(with: mark) && isRest(words[(start + mark.count)...])
                    && !isStreet(words[..<start], of: text, beforeMark: mark)
            }
        }
    }

    /// True if the word before a mark makes it the name of a street: `12 rue de la Boîte Postale`.
    /// In capitals `DE`, `AM` or `LA` are a country or a state.
    private static func isStreet(
        _ before: ArraySlice<String>, of text: Substring, beforeMark mark: [String]
    ) -> Bool {
        guard let last = before.last, let first = mark.first, !english.contains(first),
            streetWords.contains(last)
        else { return false }
        return before.contains(where: streetKinds.contains)
            || text.split { !$0.isLetter }.contains {
                FoldedText.key(String($0)) == last && $0.contains(where: \.isLowercase)
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

    /// True if the part ends after a mark, or a number follows. One letter may be the number, as in
    /// `PO Box A`, or precede it, as South Africa's X does.
    private static func isEnd(_ words: ArraySlice<String>) -> Bool {
        let rest = behindSign(words)
        guard let next = rest.first else { return words.isEmpty }
        if next.count == 1, next.first?.isLetter == true {
            return rest.count == 1 || startsWithNumber(rest.dropFirst())
        }
        return startsWithNumber(rest)
    }

    /// The words without the sign of a number: `PO Box No. 12`.
    private static func behindSign(_ words: ArraySlice<String>) -> ArraySlice<String> {
        guard let first = words.first, ["n", "no", "nr", "num", "number", "numero"].contains(first)
        else {
            return words
        }
        return words.dropFirst()
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
        return isNumber(behindSign(rest[..<(branch ?? rest.endIndex)]))
    }

    /// True if a part is only an abbreviation with its points and a number: `a.d. 12`, but not `AD
    /// 12` of an Indian block, nor `a.d. Brücke 12`. Bulgaria's `п.к. 1000` is a postal code.
    private static func isDotted(_ part: Substring) -> Bool {
        let text = part.lowercased().filter { !$0.isWhitespace }
        guard let mark = dotted.first(where: { text.hasPrefix($0) }) else { return false }
        let rest = text.dropFirst(mark.count)
        let number = rest.drop { !$0.isNumber }
        return !number.isEmpty && number.allSatisfy(\.isNumber)
            && signs.contains(rest.dropLast(number.count))
            && (mark != "п.к." || number.count < 4)
    }

    /// True if the line has `а/я 12` as a word of its own.
    private static func hasSlash(_ line: String) -> Bool {
        let line = line.lowercased()
        return slashed.contains { mark in
            guard let range = line.firstRange(of: mark), hasNumber(behind: mark, in: line) else {
                return false
            }
            return line[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber } ?? true
        }
    }

    /// True if a number follows the mark, possibly after its own sign, or nothing does: in a street
    /// name other characters follow. For marks that are not compared by words.
    private static func hasNumber(behind mark: String, in line: String) -> Bool {
        guard let range = line.firstRange(of: mark) else { return false }
        let next = line[range.upperBound...].first { !$0.isWhitespace && $0 != "." }
        return next.map { $0.isNumber || "第제号號番".contains($0) } ?? true
    }

    /// Marks that count anywhere in a part if a number follows or the part ends, except in the name
    /// of a street.
    private static let marks = keys(
        """
        po box,pobox,post office box,po bx,pobx,gpo box,po drawer,post office drawer,locked bag,private bag,
        privatebag,postfach,postbus,posbus,postboks,postbox,boite postale,case postale,casella postale,
        caixa postal,apartado de correos,apartado postal,apartado aereo,apdo correos,apdo de correos,apdo postal,p 0 box,
        casilla de correo,casilla postal,skrytka pocztowa,skr pocztowa,skr poczt,postafiok,postilokero,
        postni prihradka,postovy priecinok,casuta postala,posta kutusu,postanski pretinac,postni predal,
        абонентский ящик,абонентська скринька,пощенска кутия,תיבת דואר,صندوق بريد,صندوق البريد,ตู้ ปณ,hop thu
        """)

    /// Marks that count in the same way, but only if a number follows. Vietnamese ư and Romanian ț
    /// and ș are letters of their own in a key, and Greek letters keep their accents.
    private static let numberedMarks = keys(
        """
        post box,post bag,postbag,private mail bag,mail bag,caller service,po caller,
        privaatsak,postschliessfach,bte postale,case post,cas post,casella post,cx postal,
        ap correos,apartat de correus,apartat postal,aptdo postal,skrytka poczt,postovni prihradka,
        postova prihradka,post prihradka,post prihr,post priecinok,postova schranka,post schranka,
        casuța poștala,căsuța poștală,postanski fah,post fah,post pretinac,kutia postare,kuti postare,postkast,
        abonentine dezute,abon dezute,pasto dezute,abonenta kastite,pasta kastite,postholf,postsmoga,
        hòm thư,hộp thư,hom thu,kotak pos,tromol pos,peti surat,sanduku la posta,bosca poist,blwch post,
        kaxxa postali,poct qutusu,pochta qutisi,shishobako,saseoham,почтовый ящик,абонентный ящик,
        абаненцкая скрыня,паштовая скрыня,паштовая скрынка,поштова скринька,поштански фах,поштански преградак,
        поштенски фах,поштенско сандаче,пощ кутия,абоненттік жәшік,шуудангийн хайрцаг,ταχυδρομική θυρίδα,
        ταχυδρομικη θυριδα,ταχ θυρίδα,ταχ θυριδα,საფოსტო ყუთი,תא דואר,صندوق بريدي,صندوق پستی,
        پوسٹ بکس,پوسٹ باکس
        """)

    private static func keys(_ text: String) -> [[String]] {
        text.split(separator: ",").map { mark in
            mark.split(whereSeparator: \.isWhitespace).map { FoldedText.key(String($0)) }
        }
    }

    /// First words of English marks.
    private static let english: Set<String> = [
        "po", "pobox", "post", "pobx", "gpo", "locked", "private", "privatebag", "p", "postbox",
        "postbag", "mail", "caller", "pob",
    ]

    private static let streetKinds: Set<String> = [
        "rue", "calle", "via", "rua", "carrer", "avenue",
    ]

    private static let streetWords: Set<String> = [
        "la", "le", "les", "de", "du", "des", "del", "della", "delle", "do", "da", "dos", "das",
        "am", "zum", "zur", "beim", "rue", "calle", "via", "rua", "carrer",
    ]

    /// Abbreviations that also stand for other words, and count only with their points: the Czech
    /// Republic's, Slovenia's and Croatia's p.p., Lithuania's a.d. and p.d., Latvia's a.k.,
    /// Colombia's A.A., Greece's T.Th., and Bulgaria's п.к.
    private static let dotted = ["p.p.", "a.d.", "p.d.", "a.k.", "a.a.", "t.th.", "п.к."]

    private static let signs: [Substring] = ["", "nr", "nr.", "no.", "č.", "№"]

    /// Russia's, Ukraine's and Belarus's а/я, а/с and п/я, and Mongolia's ш/х.
    private static let slashed = ["а/я", "а/с", "п/я", "ш/х"]

    /// Marks of a few letters or with another meaning, which count only as a whole part
    /// (`isShort`): France's BP, CS and TSA, Canada's CP, Finland's PL, Turkey's PK, Germany's Pf.,
    /// Norway's Pb, Russia's а/я, Israel's ת.ד., the Arab posts' ص.ب, Tanzania's S.L.P., and the
    /// fah of Serbia and Bosnia.
    private static let short: Set<String> = Set(
        """
        bp cs tsa cp pl pk pf pb po pob gpo apartado apartat apdo casilla drawer cc ая ас пя τθ tθ תד صب
        slp fah фах caller bag schliessfach postf
        """.split(whereSeparator: \.isWhitespace).map { FoldedText.key(String($0)) })

    /// `12信箱`: the number comes first.
    private static func isChinese(_ line: String) -> Bool {
        guard let range = line.firstRange(of: "信箱") else { return false }
        let before = line[..<range.lowerBound].last { !$0.isWhitespace && $0 != "号" && $0 != "號" }
        return before?.isNumber == true
    }

    private static let written = [
        "私書箱", "邮政信箱", "郵政信箱", "사서함", "ตู้ ปณ", "ตู้ปณ", "ตู้ ป.ณ", "ตู้ป.ณ",
        "ตู้ไปรษณีย์", "पोस्ट बॉक्स", "पोस्ट बाक्स", "পোস্ট বক্স", "ຕູ້ ປ.ນ", "ፖ.ሳ.ቁ",
    ]
}
