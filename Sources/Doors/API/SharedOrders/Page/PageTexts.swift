import Assets
import JSON
import Vocabulary

/// The texts of a shared order's page in one language, including those of its script.
struct PageTexts: Sendable {
    let language: Language
    /// All texts, for the script.
    let json: [UInt8]
    private let texts: [String: String]

    /// - Parameter node: an object of texts with placeholders in braces.
    private init(_ language: Language, _ node: Node?) {
        self.language = language
        json = Writer.value { writer in
            if let node { node.write(to: &writer) } else { writer.object { _ in } }
        }
        let members = node?.members.map { ($0, $1.string ?? "") } ?? []
        texts = Dictionary(members, uniquingKeysWith: { first, _ in first })
    }

    /// `pages/shared/words.json`, read once, because every holder of a link requests the page.
    private static let all: [Language: PageTexts] = {
        let root = Assets.bytes(of: "pages/shared/words.json").flatMap {
            try? Document.parse($0).root
        }
        return Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (language, PageTexts(language, root?[language.rawValue]))
            })
    }()

    static func of(_ language: Language) -> PageTexts {
        all[language] ?? PageTexts(language, nil)
    }

    var keys: Set<String> { Set(texts.keys) }

    subscript(key: String) -> String { texts[key] ?? key }

    /// A sentence in which markup replaces the placeholders.
    func callAsFunction(_ key: String, _ places: [String: Markup] = [:]) -> Markup {
        var markup: Markup = ""
        var rest = self[key][...]
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            let name = String(rest[rest.index(after: open)..<close])
            markup = "\(markup)\(String(rest[..<open]))\(places[name] ?? Markup(name))"
            rest = rest[rest.index(after: close)...]
        }
        return "\(markup)\(String(rest))"
    }
}
