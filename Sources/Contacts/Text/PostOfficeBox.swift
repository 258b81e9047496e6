/// Whether a line of an address is a box at a post office, as many countries write one.
enum PostOfficeBox {
    /// A box in a line that says more (`RR 2 Box 15`, `Boxwood Lane 3`, `Unit 4, Box 2`) is none.
    static func isOne(_ line: String) -> Bool {
        let words = line.split { !$0.isLetter && !$0.isNumber }.map { FoldedText.key(String($0)) }
        guard let first = words.first else { return false }
        // `P.O. Box 12` is four words, `PO Box` two and `POBox12` one.
        let key = words.joined()
        if let mark = marks.first(where: key.hasPrefix) {
            let rest = key.dropFirst(mark.count)
            return rest.first?.isNumber ?? true
        }
        if whole.contains(first) { return words.dropFirst().first?.first?.isNumber ?? true }
        return inside.contains(where: key.contains)
    }

    /// With a number behind it, or nothing.
    private static let marks = [
        "pobox", "postofficebox", "pobx", "pob", "gpobox", "lockedbag", "privatebag", "postfach",
        "postbus", "postboks", "postbox", "boitepostale", "apartadodecorreos", "apartadopostal",
        "apartado",
        "apdo", "casellapostale", "caixapostal", "skrytkapocztowa", "skrpoczt", "postafiok",
    ]
    /// Words that are a box alone only, before a number: in Sweden `Box 12`, in France `BP 12` and `CS 12`.
    private static let whole: Set<String> = ["box", "bp", "cs"]
    /// In scripts that write no blanks.
    private static let inside = ["私書箱", "邮政信箱", "郵政信箱", "사서함", "абонентскийящик"]
}
