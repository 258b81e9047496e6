import Testing

@testable import Contacts

@Suite struct EmailAddressTests {
    private static let good: [(String, String)] = [
        ("johnny@example.com", "johnny@example.com"), ("J.A@Example.COM", "J.A@example.com"),
        ("a@b.co", "a@b.co"),
        ("first.last+tag@sub.example.co.uk", "first.last+tag@sub.example.co.uk"),
        ("!#$&'*+-/=?^_`{|}~@example.com", "!#$&'*+-/=?^_`{|}~@example.com"),
        ("o'hara@example.ie", "o'hara@example.ie"), ("1@2.de", "1@2.de"),
        // iOS inserts curly quotes while smart punctuation is on.
        ("o’hara@example.ie", "o'hara@example.ie"), ("o‘hara@example.ie", "o'hara@example.ie"),
        ("a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"), ("a@münchen.de", "a@münchen.de"),
        // RFC 5895, 2: the letters of a domain in lower case.
        ("a@MÜNCHEN.de", "a@münchen.de"), ("A@ПРИМЕР.РФ", "A@пример.рф"),
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

    @Test("a deliverable address is accepted, its domain in lower case", arguments: good)
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
        ("a@exam’ple.com", .character("'")), ("a@127.0.0.1", .domain), ("a@example.con", .domain),
        ("a@example.comm", .domain),
        ("a@example.cmo", .domain), ("a@example.c0m", .domain),
        ("a@" + String(repeating: "a", count: 64) + ".com", .domain),
    ]

    @Test("an address that breaks a rule is refused with that rule", arguments: bad)
    func refused(_ given: String, _ problem: EmailAddress.Problem) {
        #expect(EmailAddress.read(given) == .failure(problem))
    }

    private static let extended: [(String, String)] = [
        // Dots that carriers allow and users have (exment#800, PHPMailer#418, kumomta#77,
        // mail-api#511).
        ("a..b@docomo.ne.jp", "a..b@docomo.ne.jp"), (".ab@ezweb.ne.jp", ".ab@ezweb.ne.jp"),
        ("ab.@docomo.ne.jp", "ab.@docomo.ne.jp"), ("a...b@softbank.ne.jp", "a...b@softbank.ne.jp"),
        ("a.-.b.@t.vodafone.ne.jp", "a.-.b.@t.vodafone.ne.jp"), ("a..b@au.com", "a..b@au.com"),
        (".a@i.softbank.jp", ".a@i.softbank.jp"), ("a..b@DOCOMO.ne.jp", "a..b@docomo.ne.jp"),
        ("\"a..b\"@docomo.ne.jp", "a..b@docomo.ne.jp"),
        ("a..b@ymobile.ne.jp", "a..b@ymobile.ne.jp"),
        // RFC 5321, 4.1.2, and RFC 3696, 3 with its errata.
        ("\"john doe\"@example.com", "\"john doe\"@example.com"),
        ("\"john  doe\"@example.com", "\"john  doe\"@example.com"),
        ("می\u{200C}خواهم@example.com", "می\u{200C}خواهم@example.com"),
        ("क्\u{200D}ष@example.com", "क्\u{200D}ष@example.com"),
        ("\"Abc\\@def\"@example.com", "\"Abc@def\"@example.com"),
        ("\"Fred Bloggs\"@example.com", "\"Fred Bloggs\"@example.com"),
        ("\"Joe\\\\Blow\"@example.com", "\"Joe\\\\Blow\"@example.com"),
        ("\"a\\\"b\"@example.com", "\"a\\\"b\"@example.com"),
        ("\"john\"@Example.com", "john@example.com"),
        ("\"jo\\hn\"@example.com", "john@example.com"),
        ("\"a..b\"@example.com", "\"a..b\"@example.com"),
        ("\".a\"@example.com", "\".a\"@example.com"),
        // RFC 6531, 3.3, and RFC 6532, 3.1 on NFC; the test addresses of ICANN's UASG004.
        ("jörg@müller.de", "jörg@müller.de"), ("jo\u{308}rg@example.com", "jörg@example.com"),
        ("用户@例子.中国", "用户@例子.中国"), ("अजय@डाटा.भारत", "अजय@डाटा.भारत"),
        ("квіточка@пошта.укр", "квіточка@пошта.укр"),
        ("χρήστης@παράδειγμα.ελ", "χρήστης@παράδειγμα.ελ"),
        ("JÖRG@MÜLLER.DE", "JÖRG@müller.de"), ("伊昭傑@郵件.台灣", "伊昭傑@郵件.台灣"),
        ("Dörte@Sörensen.example.com", "Dörte@sörensen.example.com"),
        ("mailto:jörg@example.com", "jörg@example.com"),
    ]

    @Test("an address of the extended format is accepted and normalized", arguments: extended)
    func extendedForm(_ given: String, _ expected: String) {
        let read = EmailAddress.read(given, format: .extended)
        #expect(read == .success(expected))
        #expect(EmailAddress.read(expected, format: .extended) == read)
        let unicode = Array(expected.unicodeScalars)
        #expect((try? read.get()).map { Array($0.unicodeScalars) } == unicode)
    }

    @Test(arguments: [
        "a..b@example.com", ".a@example.com", "a.@example.com", "a..b@docomo.example.com",
        "..@docomo.ne.jp",
        "@docomo.ne.jp", "\"\"@example.com", "\"a@example.com", "a\"@example.com",
        "\"a\"b\"@example.com", "a\u{200D}b@example.com", "a\u{200C}b@example.com",
        "я\u{200D}я@example.com", "می\u{200D}خواهم@example.com",
        "\"a\\\"@example.com", "\"a\"b@example.com", "\"a%b\"@example.com", "a%b@example.com",
        "a b@example.com", "jörg doe@example.com", "jö..rg@example.com", "\u{301}a@example.com",
        "jö\u{E000}rg@example.com", "a@@example.com", "jörg@example", "jörg@example.con",
        "a(b)@example.com",
        "<jörg@example.com", "ö" + String(repeating: "ö", count: 32) + "@example.com",
    ])
    func `an address outside the extended format is refused`(given: String) {
        guard case .failure = EmailAddress.read(given, format: .extended) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `a quoted local part keeps its spaces`() {
        let given = "\"john  doe\"@example.com"
        #expect(full(cupertino.with(\.emailAddress, given)).normalized.emailAddress == given)
    }

    @Test(arguments: ["jörg@müller.de", "\"john doe\"@example.com", "a..b@docomo.ne.jp"])
    func `the merchant decides which addresses its mail system supports`(given: String) {
        let contact = cupertino.with(\.emailAddress, given)
        #expect(full(contact).summary == [])
        #expect(full(contact).normalized.emailAddress == given)
        #expect(full(contact, policy: ContactPolicy(emailFormat: .plain)).errors.count == 1)
    }

    @Test(
        "one typo in a provider is a warning with a suggestion, never an error",
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
    func `an error suggests the probable address`(_ given: String, _ key: String, _ meant: String?)
    {
        let seen = full(cupertino.with(\.emailAddress, given))
        #expect(seen.summary == ["emailAddress: email." + key])
        #expect(seen.warnings.map(\.suggestion) == (meant.map { [$0] } ?? []))
    }

    @Test("an error shows at most eight code points of a long character")
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
