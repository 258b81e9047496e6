import Testing
import Vocabulary

@testable import Contacts

@Suite struct PersonTests {
    private static let people: [(String?, String?)] = [
        ("Johnny", "Appleseed"), ("Madonna", nil), (nil, "Suharto"), ("", "O’Connor-Smith"),
        ("山田", "太郎"), ("X Æ A-12", ""), ("محمد", nil), ("Nguyễn", "Văn A"), ("J.", nil),
        ("Zoë", nil), ("김", "민준"), ("2Pac", nil), ("नेहा", nil),
    ]

    @Test("any name with a letter is valid, of one word or many, in any script", arguments: people)
    func names(_ given: String?, _ family: String?) {
        let contact = Contact(givenName: given, familyName: family)
        #expect(full(contact, required: [.name]).summary == [])
    }

    private static let namesWithoutLetters: [(String?, String?, String)] = [
        (nil, nil, "name.required"), ("", "  ", "name.required"),
        ("\u{200B}", nil, "name.required"),
        ("123", "-", "name.letters"), ("🎉", nil, "name.letters"), (".", ".", "name.letters"),
    ]

    @Test("an empty name and one without a letter are invalid", arguments: namesWithoutLetters)
    func noNames(_ given: String?, _ family: String?, _ key: String) {
        let contact = Contact(givenName: given, familyName: family)
        #expect(full(contact, required: [.name]).summary == ["name: " + key])
        #expect(full(contact, required: []).errors == [])
    }

    private static let readings: [(String, String?, String?)] = [
        ("JP", "タロウ", nil), ("JP", "たろう", nil), ("JP", "ﾀﾛｳ", nil), ("JP", "ジョン・スミス", nil),
        ("JP", "ヤマダ タロー", nil), ("JP", "Tarō", nil), ("JP", "Yámada", nil), ("JP", "ジャン＝ピエール", nil),
        ("JP", "太郎", "phoneticName.characters"),
        ("JP", "タロウ1", "phoneticName.characters"), ("US", "太郎", nil),
        ("JP", "", "phoneticName.required"), ("US", nil, "phoneticName.required"),
    ]

    @Test("a phonetic name is kana or Latin in Japan, and anything elsewhere", arguments: readings)
    func phonetic(_ code: String, _ name: String?, _ key: String?) {
        let contact = Contact(
            phoneticFamilyName: name, locality: "X", postalCode: "100-0001", countryCode: code)
        #expect(
            full(contact, required: [.phoneticName]).summary
                == (key.map { ["phoneticName: " + $0] } ?? []))
    }

    @Test("blanks collapse, control characters and direction marks are removed, joiners stay")
    func tidied() {
        let seen = full(
            Contact(
                givenName: "  Mary \u{A0} Ann\u{202E}\u{E0041} ",
                familyName: "O\u{0}’\tHara\u{FEFF}",
                phoneticGivenName: "می\u{200C}خواهم"), required: [.name])
        #expect(seen.normalized.givenName == "Mary Ann")
        #expect(seen.normalized.familyName == "O’ Hara")
        #expect(seen.normalized.phoneticGivenName == "می\u{200C}خواهم")
        #expect(seen.provenance[.givenName] == .normalized)
        #expect(seen.provenance[.phoneticGivenName] == .given)
    }

    @Test("a text beyond its limit is an error on its field, one at the limit is not")
    func limits() {
        let limits: [(WritableKeyPath<Contact, String?>, Int, String)] = [
            (\.givenName, 100, "name"), (\.locality, 100, "locality"),
            (\.phoneNumber, 50, "phoneNumber"), (\.emailAddress, 254, "emailAddress"),
            (\.postalCode, 32, "postalCode"), (\.subLocality, 100, "subLocality"),
            (\.administrativeArea, 100, "administrativeArea"), (\.country, 120, "country"),
        ]
        // ASCII takes a faster path than other text.
        for letter in ["é", "e"] {
            for (path, limit, field) in limits {
                let long = full(cupertino.with(path, String(repeating: letter, count: limit + 1)))
                #expect(long.summary.contains(field + ": text.tooLong"), "\(field)")
                #expect(
                    long.normalized[keyPath: path] != String(repeating: letter, count: limit + 1))
                let just = full(cupertino.with(path, String(repeating: letter, count: limit)))
                #expect(!just.summary.contains(field + ": text.tooLong"), "\(field)")
            }
        }
        for lines in [
            [String(repeating: "a", count: 501)], Array(repeating: "line", count: 11),
            Array(repeating: String(repeating: "a", count: 100), count: 6),
        ] {
            #expect(
                full(cupertino.with(\.addressLines, lines)).summary
                    == ["addressLines: text.tooLong"])
        }
        #expect(full(cupertino.with(\.addressLines, Array(repeating: "l", count: 10))).isValid)
    }

    @Test("a text of more than eight times its limit in bytes is refused unread")
    func bounds() {
        let blanks = { (count: Int, text: String) in String(repeating: " ", count: count) + text }
        #expect(full(cupertino.with(\.givenName, blanks(799, "J"))).isValid)
        #expect(
            full(cupertino.with(\.givenName, blanks(800, "J"))).summary == ["name: text.tooLong"])
        let breaks = { (count: Int, text: String) in String(repeating: "\n", count: count) + text }
        #expect(full(cupertino.with(\.addressLines, [breaks(3_999, "1")])).isValid)
        #expect(
            full(cupertino.with(\.addressLines, [breaks(4_000, "1")])).summary
                == ["addressLines: text.tooLong"])
    }
}
