import Testing

@testable import Vocabulary

@Suite struct MessageCatalogTests {
    @Test(
        "each language has each sentence with exactly its key's placeholders",
        arguments: Language.allCases)
    func complete(_ language: Language) {
        for key in MessageKey.allCases {
            let template = MessageCatalog.template(of: key, in: language)
            #expect(template.count >= 5 && template.count <= 160, "\(key.rawValue): \(template)")
            #expect(
                Set(placeholders(in: template)) == Set(key.placeholders.map(\.rawValue)),
                "\(key.rawValue)")
            #expect(placeholders(in: template).count == key.placeholders.count, "\(key.rawValue)")
            #expect(!template.hasSuffix(" ") && !template.contains("  "), "\(key.rawValue)")
            #expect(MessageCatalog.problem(inTemplate: template, for: key.rawValue) == nil)
        }
    }

    @Test("no two messages of a language have the same sentence", arguments: Language.allCases)
    func distinct(_ language: Language) {
        let templates = MessageKey.allCases.map { MessageCatalog.template(of: $0, in: language) }
        #expect(Set(templates).count == templates.count)
    }

    @Test("no two languages have the same sentence")
    func translated() {
        for key in MessageKey.allCases {
            let all = Language.allCases.map { MessageCatalog.template(of: key, in: $0) }
            #expect(Set(all).count == Language.allCases.count, "\(key.rawValue)")
        }
    }

    @Test("the keys are the public names, which never change")
    func keys() {
        #expect(MessageKey.postalCodeFormat.rawValue == "postalCode.format")
        #expect(MessageKey.allCases.allSatisfy { $0.rawValue.split(separator: ".").count == 2 })
        #expect(MessageKey(rawValue: "card.declined") == .cardDeclined)
        #expect(Message(.cardDeclined) == .cardDeclined)
        #expect(Message(.priceChanged) == nil)
    }

    @Test("arguments are formatted for the reader")
    func arguments() throws {
        let germany = try #require(Country("DE"))
        let message = Message.postalCodeFormat(germany, example: "10115")
        #expect(
            MessageCatalog.text(message, .german)
                == "Diese Postleitzahl passt nicht zu diesem Land (Deutschland). Beispiel: 10115.")
        let minimum = Message.couponBelowMinimum(
            Money(minorUnits: 1_234_550, currency: currency("EUR")))
        #expect(
            MessageCatalog.text(minimum, .french)
                == "Ce code promo est valable à partir de 12\u{202F}345,50\u{A0}€ d’achat.")
        #expect(
            MessageCatalog.text(.textTooLong(maximum: 100), .english)
                == "Please shorten this to at most 100 characters.")
        #expect(
            MessageCatalog.text(.emailCharacter("{character}"), .english).contains("“{character}”"))
    }

    @Test("a merchant's own text wins, for its language and key only")
    func overrides() {
        let overrides: MessageCatalog.Overrides = [
            "card.declined": ["en": "No luck.", "de": "Leider nein."],
            "price.changed": ["en": "Now {amount}. {nothing} {"],
        ]
        #expect(MessageCatalog.text(.cardDeclined, .english, overrides: overrides) == "No luck.")
        #expect(MessageCatalog.text(.cardDeclined, .german, overrides: overrides) == "Leider nein.")
        #expect(
            MessageCatalog.text(.cardDeclined, .french, overrides: overrides)
                == MessageCatalog.text(.cardDeclined, .french))
        let total = Money(minorUnits: 1000, currency: currency("USD"))
        #expect(
            MessageCatalog.text(.priceChanged(to: total), .english, overrides: overrides)
                == "Now $10.00. {nothing} {")
    }

    private static let templates: [(String, String, TemplateProblem?)] = [
        ("card.declined", "Sorry.", nil), ("price.changed", "{amount}", nil),
        ("price.changed", "It changed.", nil), ("nobody.knows", "x", .unknownKey),
        ("line.tax", "VAT", nil), ("line.tax", "{amount}", .unknownPlaceholder("amount")),
        ("card.declined", "", .empty), ("card.declined", "  ", .empty),
        ("card.declined", "{amount}", .unknownPlaceholder("amount")),
        ("price.changed", "{total}", .unknownPlaceholder("total")),
        ("card.declined", String(repeating: "a", count: 501), .tooLong(maximum: 500)),
        ("card.declined", String(repeating: "a", count: 500), nil),
        ("card.declined", "a\u{0}b", .control), ("card.declined", "a\nb", .control),
        ("card.declined", "{ and }", .unknownPlaceholder(" and ")), ("card.declined", "a { b", nil),
    ]

    @Test("a merchant's template is checked when it is stored", arguments: templates)
    func checked(_ key: String, _ template: String, _ problem: TemplateProblem?) {
        #expect(MessageCatalog.problem(inTemplate: template, for: key) == problem)
    }

    @Test("the sheet's labels exist in every language, and merchants can replace them")
    func sheetWords() {
        for language in Language.allCases {
            let words = PaymentSheetLabels(language)
            let all = [
                words.subtotal, words.discount, words.shipping, words.delivery, words.pickup,
                words.tax, words.pending, words.giftCard, words.storeCredit, words.prepaid,
            ]
            #expect(all.allSatisfy { !$0.isEmpty && $0.count <= 30 })
            #expect(Set(all).count >= all.count - 1, "\(language)")
            for (index, key) in PaymentSheetLabels.keyNames.enumerated() {
                let reworded = PaymentSheetLabels(
                    language, overrides: [key: [language.rawValue: "X"]])
                let changed = [
                    reworded.subtotal, reworded.discount, reworded.shipping, reworded.delivery,
                    reworded.pickup, reworded.tax, reworded.pending, reworded.giftCard,
                    reworded.storeCredit, reworded.prepaid,
                ]
                #expect(changed[index] == "X")
                #expect(changed.filter { $0 == "X" }.count == 1)
            }
        }
    }

    private func placeholders(in template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "}", maxSplits: 1).first.map(String.init)
        }
    }
}

@Suite struct MoneyTextTests {
    private static let texts: [(Int64, String, Language, String)] = [
        (1000, "USD", .english, "$10.00"), (123_456_789, "USD", .english, "$1,234,567.89"),
        (-1000, "USD", .english, "-$10.00"), (500, "JPY", .japanese, "￥500"),
        (500, "JPY", .english, "JPY\u{A0}500"), (1_234_567, "JPY", .japanese, "￥1,234,567"),
        (123_450, "EUR", .german, "1.234,50\u{A0}€"), (123_450, "EUR", .spanish, "1234,50\u{A0}€"),
        (1_234_550, "EUR", .spanish, "12.345,50\u{A0}€"),
        (123_450, "EUR", .dutch, "€\u{A0}1.234,50"),
        (123_450, "BRL", .portuguese, "R$\u{A0}1.234,50"),
        (1250, "KWD", .english, "KWD\u{A0}1.250"),
        (1250, "KWD", .french, "1,250\u{A0}KWD"), (1000, "CAD", .french, "10,00\u{A0}CAD"),
        (1000, "USD", .french, "10,00\u{A0}$US"), (100, "CNY", .simplifiedChinese, "¥1.00"),
        (100, "TWD", .traditionalChinese, "NT$1.00"), (5000, "KRW", .korean, "₩5,000"),
        (0, "EUR", .italian, "0,00\u{A0}€"), (1000, "AUD", .english, "AUD\u{A0}10.00"),
    ]

    @Test("an amount is formatted for its reader", arguments: texts)
    func text(_ units: Int64, _ code: String, _ language: Language, _ expected: String) {
        #expect(
            Money(minorUnits: units, currency: currency(code)).text(in: language) == expected)
    }
}
