/// The one place where a message becomes a sentence in the buyer's language.
package enum Catalogue {
    /// A merchant's own wording: by message key, then by language tag, a template.
    package typealias Overrides = [String: [String: String]]

    /// The sentence for a message; a merchant's template wins over ours.
    package static func text(
        _ message: Message, _ language: Language, overrides: Overrides = [:]
    ) -> String {
        let template =
            overrides[message.key.rawValue]?[language.rawValue]
            ?? template(of: message.key, in: language)
        return fill(template, with: message.arguments, in: language)
    }

    /// Our own words for a key, with its placeholders in braces.
    package static func template(of key: MessageKey, in language: Language) -> String {
        switch language {
        case .english: English.template(of: key)
        case .french: French.template(of: key)
        case .german: German.template(of: key)
        case .spanish: Spanish.template(of: key)
        case .italian: Italian.template(of: key)
        case .portuguese: Portuguese.template(of: key)
        case .dutch: Dutch.template(of: key)
        case .japanese: Japanese.template(of: key)
        case .simplifiedChinese: SimplifiedChinese.template(of: key)
        case .traditionalChinese: TraditionalChinese.template(of: key)
        case .korean: Korean.template(of: key)
        }
    }

    /// Puts the arguments in place of `{name}`; braces around anything else stay as they are.
    private static func fill(
        _ template: String, with arguments: [Placeholder: Message.Argument], in language: Language
    ) -> String {
        guard !arguments.isEmpty else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"),
                let name = Placeholder(rawValue: String(rest[rest.index(after: open)..<close])),
                let argument = arguments[name]
            else {
                text.append("{")
                rest = rest.dropFirst()
                continue
            }
            text += argument.text(in: language)
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

/// Why a merchant's own template cannot be used.
package enum TemplateProblem: Hashable, Sendable {
    case unknownKey
    case empty
    case tooLong(maximum: Int)
    /// A line break or another control character: the sheet shows one line.
    case control
    /// A name in braces that the key has no argument for.
    case unknownPlaceholder(String)
}

extension Catalogue {
    /// The most Unicode scalars of a merchant's template; the sheet shows far fewer.
    package static let templateLengthMax = 500

    /// What is wrong with a merchant's template, asked when it is stored; nothing when it is good.
    ///
    /// It need not use the arguments, but may not name others. A lone brace is a brace.
    package static func problem(inTemplate template: String, for key: String) -> TemplateProblem? {
        guard let placeholders = placeholders(of: key) else { return .unknownKey }
        guard template.utf8.contains(where: { $0 > 0x20 }) else { return .empty }
        guard template.unicodeScalars.count <= templateLengthMax else {
            return .tooLong(maximum: templateLengthMax)
        }
        guard !template.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return .control }
        for part in template.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            guard let close = part.firstIndex(of: "}") else { continue }
            let name = String(part[..<close])
            guard let placeholder = Placeholder(rawValue: name),
                placeholders.contains(placeholder)
            else { return .unknownPlaceholder(name) }
        }
        return nil
    }

    /// What a sentence or a label of the sheet may have in braces; nil when there is no such key.
    private static func placeholders(of key: String) -> Set<Placeholder>? {
        if let key = MessageKey(rawValue: key) { return key.placeholders }
        return SheetWords.keyNames.contains(key) ? [] : nil
    }
}

extension Message.Argument {
    /// The argument as a reader of this language writes it.
    func text(in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .money(let money): money.text(in: language)
        case .country(let country): country.name(in: language)
        }
    }
}
