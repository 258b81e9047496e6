import Testing

@testable import Vocabulary

@Suite struct LanguageTests {
    private static let headers: [(String?, Language)] = [
        (nil, .english), ("", .english), ("fr", .french), ("FR", .french), ("fr-CA", .french),
        ("de-CH,de;q=0.9,en;q=0.8", .german), ("en;q=0.5, ja;q=0.9", .japanese),
        ("en-US,fr", .english), ("fr;q=0.8,de;q=0.8", .french), ("sv,nl;q=0.3", .dutch),
        ("sv", .english), ("*", .english), ("sv, *;q=0.5", .english), ("en;q=0, *", .french),
        ("en;q=0", .english), ("fr;q=0, de;q=0.1", .german), ("zh", .simplifiedChinese),
        ("zh-CN", .simplifiedChinese), ("zh-SG", .simplifiedChinese),
        ("zh-TW", .traditionalChinese),
        ("zh-HK", .traditionalChinese), ("zh-MO", .traditionalChinese),
        ("zh-Hant", .traditionalChinese),
        ("zh-Hant-HK", .traditionalChinese), ("zh-Hans-HK", .simplifiedChinese),
        ("zh_TW", .traditionalChinese), ("yue-HK", .traditionalChinese), ("pt-BR", .portuguese),
        ("ko-KR", .korean), ("es-419", .spanish), ("it;q=1.000", .italian),
        ("it;q=1.001,de", .german),
        ("it;q=2,de;q=0.1", .german), ("it;q=-1,de;q=0.1", .german), ("it;q=abc,de;q=0.1", .german),
        ("it;q=0.1234,de;q=0.1", .german), ("it;level=1,de;q=0.1", .german),
        ("it; q=0.9 , de ; q=0.95", .german),
        ("it;Q=0.9,de;q=0.1", .italian), (",,,it,,", .italian), (";q=1,it", .italian),
        ("english", .english),
        ("frx,it", .italian), ("de;q=0.001", .german), ("de;q=0.000,it;q=0.001", .italian),
        ("\u{0}fr,it", .italian), ("fr\t,it", .french),
    ]

    @Test("the best language of an Accept-Language header is chosen", arguments: headers)
    func negotiated(_ header: String?, _ language: Language) {
        #expect(Language(acceptLanguage: header) == language)
    }

    @Test("parts beyond a header's limits are ignored")
    func limits() {
        let many = String(repeating: "sv,", count: 31)
        #expect(Language(acceptLanguage: many + "fr") == .french)
        #expect(Language(acceptLanguage: many + "sv,fr") == .english)
        let long = "sv;q=0.1," + String(repeating: " ", count: 1020)
        #expect(Language(acceptLanguage: long + "fr") == .english)
        #expect(Language(acceptLanguage: String(repeating: "a", count: 1_000_000)) == .english)
    }

    @Test("each language matches its own tag and no other")
    func tags() {
        for language in Language.allCases { #expect(Language(tag: language.rawValue) == language) }
        for tag in ["", "-", "e", "eng", "xx", "*", String(repeating: "en-", count: 40)] {
            #expect(Language(tag: tag) == nil)
        }
    }
}
