import Testing
import Vocabulary

@testable import Contacts

@Suite struct PostalRuleTests {
    private static let wholeCodes: [(String, String, String, PostalRule.Match)] = [
        ("GB", "N1", "N1 9GU", PostalRule.Match.yes), ("GB", "N1", "N10 1AA", .no),
        ("GB", "N1 ", "N1 9GU", .yes), ("GB", "N1*", "N1 9GU", .yes),
        ("GB", "n", "N1 9GU", .yes),
        ("GB", "N", "NW1 4RY", .no), ("GB", "W1", "W1A 1AA", .yes),
        ("GB", "W1", "W10 5BN", .no),
        ("GB", "W1A", "W1A 1AA", .yes), ("GB", "W1A", "W1B 1AA", .no),
        ("GB", "WC2H", "WC2H 7LT", .yes), ("GB", "WC2", "WC2H 7LT", .yes),
        ("GB", "N1 9", "N1 9GU", .yes), ("GB", "N1 8", "N1 9GU", .no),
        ("GB", "N19", "N1 9GU", .no),
        ("GB", "N19", "N19 3AA", .yes), ("GB", "SW1A1", "SW1A 1AA", .yes),
        ("GB", "SW1A 1AA", "SW1A 1AA", .yes), ("GB", "SW1A1AA", "SW1A 1AB", .no),
        ("CA", "K1A", "K1A 0B6", .yes), ("CA", "K", "K1A 0B6", .yes),
        ("CA", "K1A 0", "K1A 0B6", .yes),
        ("CA", "K1A 1", "K1A 0B6", .no), ("US", "90000-96162", "95014", .yes),
        ("US", "90000-96162", "96163", .no), ("US", "90000-96162", "96162", .yes),
        ("US", "90000–96162", "90000", .yes), ("US", "902", "90210", .yes),
        ("US", "902*", "90310", .no), ("US", "95014-2083", "95014", .yes),
        ("US", "900-961", "96162", .yes), ("US", "900-961", "96262", .no),
        ("PL", "00-950", "00-950", .yes), ("PL", "00-950", "00-951", .no),
        ("PL", "00", "00-950", .yes),
        ("JP", "154-0023", "154-0023", .yes), ("JP", "100-154", "154-0023", .yes),
        ("JP", "154", "154-0023", .yes), ("PT", "1000-1999", "1250-096", .yes),
        ("DE", "01", "01067", .yes), ("DE", "1", "01067", .no),
        ("BR", "40301-110", "40301-110", .yes),
        ("NL", "1012", "1012 AB", .yes), ("IE", "D02", "D02 AF30", .yes),
    ]

    @Test("a complete code matches a rule or does not", arguments: wholeCodes)
    func whole(_ code: String, _ rule: String, _ given: String, _ expected: PostalRule.Match)
        throws
    {
        let rule = try #require(PostalRule(rule, in: country(code)))
        #expect(rule.matches(PostalCode(text: given)) == expected)
    }

    private static let redactedCodes: [(String, String, String, PostalRule.Match)] = [
        ("GB", "N1", "N1", PostalRule.Match.yes), ("GB", "N1", "N10", .no),
        ("GB", "N10", "N1", .no), ("GB", "N1 9", "N1", .maybe), ("GB", "N1 9", "N10", .no),
        ("GB", "N1 9", "N1 9", .yes), ("GB", "WC2H", "WC2", .maybe),
        ("GB", "WC2", "WC2H", .yes),
        ("GB", "N1 9GU", "N1", .maybe), ("GB", "N", "N1", .yes), ("CA", "K1A", "K1A", .yes),
        ("CA", "K1A 0", "K1A", .maybe), ("CA", "K1B", "K1A", .no), ("CA", "K", "K1A", .yes),
        ("DE", "10000-19999", "10", .maybe), ("DE", "10000-19999", "15", .yes),
        ("DE", "10000-19999", "20", .no), ("DE", "10115", "10", .maybe),
        ("DE", "10", "101", .yes),
    ]

    @Test(
        "a redacted code matches a rule, does not, or may match", arguments: redactedCodes
    )
    func redactedCode(_ code: String, _ rule: String, _ given: String, _ expected: PostalRule.Match)
        throws
    {
        let rule = try #require(PostalRule(rule, in: country(code)))
        #expect(rule.matches(PostalCode(text: given, isRedacted: true)) == expected)
    }

    @Test(
        "a rule that no code of the country can match is refused",
        arguments: [
            ("US", ""), ("US", "ABC"), ("US", "*"), ("US", "96162-90000"), ("US", "123456"),
            ("GB", "QQ1"), ("GB", "1"), ("GB", "XBFPO"), ("GB", "N1 AA"), ("HK", "999"),
            ("CA", "9"), ("DE", "💥"),
        ])
    func refused(_ code: String, _ rule: String) {
        #expect(PostalRule(rule, in: country(code)) == nil)
    }

    @Test("a rule applies to its own country, and to its sovereign for a territory")
    func countries() throws {
        let rule = try #require(PostalRule("00", in: country("US")))
        let code = PostalCode(text: "00901")
        let sanJuan = Destination(
            country: country("US"), territory: country("PR"), region: "US-PR", postalCode: code)
        #expect(sanJuan.matches(rule) == .yes)
        #expect(sanJuan.isIn(country("PR")) && sanJuan.isIn(country("US")))
        #expect(sanJuan.isIn(region: "US-PR") && sanJuan.isIn(region: "PR"))
        #expect(!sanJuan.isIn(region: "US-HI"))
        let elsewhere = Destination(country: country("DE"), postalCode: PostalCode(text: "00115"))
        #expect(elsewhere.matches(rule) == .no)
        #expect(Destination(country: country("US")).matches(rule) == .no)
    }
}
