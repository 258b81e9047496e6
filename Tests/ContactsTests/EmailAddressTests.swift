import Testing

@testable import Contacts

@Suite struct EmailAddressTests {
    private static let good: [(String, String)] = [
        ("johnny@example.com", "johnny@example.com"), ("J.A@Example.COM", "J.A@example.com"),
        ("a@b.co", "a@b.co"),
        ("first.last+tag@sub.example.co.uk", "first.last+tag@sub.example.co.uk"),
        ("!#$&'*+-/=?^_`{|}~@example.com", "!#$&'*+-/=?^_`{|}~@example.com"),
        ("o'hara@example.ie", "o'hara@example.ie"), ("1@2.de", "1@2.de"),
        ("a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"), ("a@münchen.de", "a@münchen.de"),
        ("a@例え.jp", "a@例え.jp"), ("a@example.xn--p1ai", "a@example.xn--p1ai"),
        ("mailto:a@example.com", "a@example.com"), ("<a@example.com>", "a@example.com"),
        ("a@example.com.", "a@example.com"), ("MAILTO:A@example.com,", "A@example.com"),
        ("a＠example．com", "a@example.com"), ("a@example。com", "a@example.com"),
        ("_@example.com", "_@example.com"), ("a@example.co", "a@example.co"),
        ("a@example.cm", "a@example.cm"), ("a@example.museum", "a@example.museum"),
        ("a@пример.рф", "a@пример.рф"), ("a-b@a-b.com", "a-b@a-b.com"),
        (
            String(repeating: "a", count: 64) + "@example.com",
            String(repeating: "a", count: 64) + "@example.com"
        ),
    ]

    @Test(
        "an address that mail systems accept is accepted, its domain in small letters",
        arguments: good)
    func accepted(_ given: String, _ expected: String) {
        #expect(EmailAddress.read(given) == .success(expected))
    }

    private static let bad: [(String, EmailAddress.Problem)] = [
        ("", EmailAddress.Problem.format), ("a", .format), ("@example.com", .format),
        ("a@", .format), ("a@@example.com", .format), ("a@b@example.com", .format),
        (".a@example.com", .format), ("a.@example.com", .format), ("a..b@example.com", .format),
        ("a b@example.com", .blank), ("a@exa mple.com", .blank), ("a\t@example.com", .blank),
        (String(repeating: "a", count: 65) + "@example.com", .format),
        ("a@" + String(repeating: "a.", count: 126) + "com", .format),
        ("a%b@example.com", .character("%")), ("a@exam%ple.com", .character("%")),
        ("a,b@example.com", .character(",")), ("a@example,com", .character(",")),
        ("\"a\"@example.com", .character("\"")), ("a(b)@example.com", .character("(")),
        ("a<b@example.com", .character("<")), ("<a@example.com", .character("<")),
        ("a\\b@example.com", .character("\\")), ("a;b@example.com", .character(";")),
        ("a:b@example.com", .character(":")), ("a[b@example.com", .character("[")),
        ("a@[127.0.0.1]", .character("[")), ("jürgen@example.com", .character("ü")),
        ("a@exam_ple.com", .character("_")), ("a@example.com!", .character("!")),
        ("a@example", .domain), ("a@.com", .domain), ("a@example..com", .domain),
        ("a@example.com@", .format), ("a@-example.com", .domain), ("a@example-.com", .domain),
        ("a@ab--c.com", .domain), ("a@example.c", .domain), ("a@example.123", .domain),
        ("a@127.0.0.1", .domain), ("a@example.con", .domain), ("a@example.comm", .domain),
        ("a@example.cmo", .domain), ("a@example.c0m", .domain),
        ("a@" + String(repeating: "a", count: 64) + ".com", .domain),
    ]

    @Test("an address that breaks a rule is refused with the rule", arguments: bad)
    func refused(_ given: String, _ problem: EmailAddress.Problem) {
        #expect(EmailAddress.read(given) == .failure(problem))
    }

    @Test(
        "one slip away from a provider is a warning with a suggestion, never an error",
        arguments: [
            ("a@gmial.com", "a@gmail.com"), ("a@gmai.com", "a@gmail.com"),
            ("b.c@hotmial.com", "b.c@hotmail.com"), ("a@yaho.com", "a@yahoo.com"),
            ("a@iclould.com", "a@icloud.com"), ("a@t-onlin.de", "a@t-online.de"),
            ("a@gmail.com", nil), ("a@ymail.com", nil), ("a@mail.com", nil), ("a@me.com", nil),
            ("a@example.com", nil), ("a@gmaill.company", nil),
        ] as [(String, String?)])
    func suggestion(_ given: String, _ meant: String?) {
        let seen = full(cupertino.with(\.emailAddress, given))
        #expect(seen.summary == [])
        #expect(seen.normalized.emailAddress == given)
        #expect(seen.warnings.map(\.suggestion) == (meant.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("a@gmail.con", "domain", "a@gmail.com"), ("a@example.cmo", "domain", "a@example.com"),
            ("a b@example.com", "blank", "ab@example.com"),
            ("a @ gmial.com", "blank", "a@gmail.com"),
            ("a@example.xyzzy", "domain", nil), ("a@@example.con", "format", nil),
        ] as [(String, String, String?)])
    func `an error tells what was probably meant`(_ given: String, _ key: String, _ meant: String?)
    {
        let seen = full(cupertino.with(\.emailAddress, given))
        #expect(seen.summary == ["emailAddress: email." + key])
        #expect(seen.warnings.map(\.suggestion) == (meant.map { [$0] } ?? []))
    }

    @Test("a storm of accents is shown by its beginning")
    func storm() {
        let storm = "e" + String(repeating: "\u{301}", count: 100)
        guard case .failure(.character(let shown)) = EmailAddress.read(storm + "@example.com")
        else {
            Issue.record("accepted")
            return
        }
        #expect(shown.unicodeScalars.count <= 8)
    }
}
