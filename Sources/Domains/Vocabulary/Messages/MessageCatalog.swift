/// Turns messages into sentences in the buyer's language.
package enum MessageCatalog {
    /// A merchant's own templates: by message key, then by language tag.
    package typealias Overrides = [String: [String: String]]

    /// The sentence for a message; a merchant's template replaces the built-in one.
    package static func text(
        _ message: Message, _ language: Language, overrides: Overrides = [:]
    ) -> String {
        let template =
            overrides[message.key.rawValue]?[language.rawValue]
            ?? template(of: message.key, in: language)
        return fill(template, with: message.arguments, in: language)
    }

    /// The built-in template of a key, with placeholders in braces.
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

    /// Replaces each `{name}` with its argument; braces around other text stay.
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

/// The reason for which a merchant's template is refused.
package enum TemplateProblem: Hashable, Sendable {
    case unknownKey
    case empty
    case tooLong(maximum: Int)
    /// A line break or another control character: the sheet shows one line.
    case control
    /// A placeholder for which the key has no argument.
    case unknownPlaceholder(String)
}

extension MessageCatalog {
    /// The longest template of a merchant, in Unicode scalars; the sheet shows far fewer.
    package static let templateLengthMax = 500

    /// The problem of a merchant's template, checked before it is stored; nil if it is valid.
    ///
    /// It need not use all arguments, but must not use others. A lone brace is plain text.
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

    /// The placeholders allowed for a sentence or a label of the sheet; nil for an unknown key.
    private static func placeholders(of key: String) -> Set<Placeholder>? {
        if let key = MessageKey(rawValue: key) { return key.placeholders }
        return PaymentSheetLabels.keyNames.contains(key) ? [] : nil
    }
}

extension Message.Argument {
    /// The argument in the format of the language.
    func text(in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .money(let money): money.text(in: language)
        case .country(let country): country.name(in: language)
        }
    }
}
