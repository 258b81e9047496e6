import Testing
import Vocabulary

@testable import Contacts

@Suite struct CountryTests {
    @Test(
        "the code decides, in any case, width and length",
        arguments: [
            ("US", "US"), ("us", "US"), (" Us ", "US"), ("ＵＳ", "US"), ("USA", "US"), ("gbr", "GB"),
            ("UK", "GB"), ("uk", "GB"), ("EL", "GR"), ("xk", "XK"), ("DEU", "DE"), ("U.S.", "US"),
            ("Germany", "DE"), ("日本", "JP"),
        ])
    func codes(_ given: String, _ expected: String) {
        let seen = before(redacted(postalCode: nil, given), required: [])
        #expect(seen.normalized.countryCode == expected)
        #expect(seen.provenance[.countryCode] == (given == expected ? .given : .normalized))
        #expect(seen.warnings == [])
    }

    @Test(
        "a name decides when there is no code",
        arguments: [
            ("السعودية", "SA"), ("الإمارات", "AE"), ("РФ", "RU"), ("Rep. Dominicana", "DO"),
            ("საქართველო", "GE"), ("Germny", "DE"), ("Saudi", "SA"),
            ("United States", "US"), ("united states of america", "US"), ("U.S.A.", "US"),
            ("États-Unis", "US"), ("ETATS UNIS", "US"), ("Vereinigte Staaten", "US"),
            ("アメリカ合衆国", "US"), ("Estados Unidos", "US"), ("Stati Uniti", "US"), ("美国", "US"),
            ("미국", "US"), ("Great Britain", "GB"), ("Royaume-Uni", "GB"), ("England", "GB"),
            ("Großbritannien", "GB"), ("GROSSBRITANNIEN", "GB"), ("Deutschland", "DE"),
            ("The Netherlands", "NL"), ("Holland", "NL"), ("中国", "CN"), ("中国大陆", "CN"),
            ("China mainland", "CN"), ("臺灣", "TW"), ("台灣", "TW"), ("中華民國", "TW"),
            ("Hong Kong", "HK"), ("香港", "HK"), ("Hong Kong SAR China", "HK"), ("Türkiye", "TR"),
            ("Turkey", "TR"), ("Côte d'Ivoire", "CI"), ("Cote dIvoire", "CI"),
            ("Trinidad and Tobago", "TT"), ("Trinidad & Tobago", "TT"), ("日本", "JP"),
            ("대한민국", "KR"), ("Suisse", "CH"), ("Schweiz", "CH"), ("Svizzera", "CH"),
            ("Brasil", "BR"), ("México", "MX"), ("Österreich", "AT"), ("Россия", "RU"),
            ("Sverige", "SE"), ("Polska", "PL"), ("Viet Nam", "VN"), ("Việt Nam", "VN"),
            ("DE", "DE"), ("FRA", "FR"), ("Puerto Rico", "US"),
        ])
    func names(_ given: String, _ expected: String) {
        let seen = before(Contact(locality: "X", country: given, countryCode: ""), required: [])
        #expect(seen.normalized.countryCode == expected)
        #expect(seen.warnings == [])
    }

    @Test("a name matches in any Unicode normal form")
    func normalForms() {
        let composed = CountryName.country(name: "대한민국")
        #expect(CountryName.country(name: "대한민국".decomposed) == composed)
        #expect(CountryName.country(name: "ドイツ".decomposed) == country("DE"))
        #expect(CountryName.country(name: "E\u{301}tats-Unis") == country("US"))
    }

    @Test("every name in every language finds its country, except the shared ones")
    func everyName() {
        var shared: Set<String> = []
        for language in Language.allCases {
            for (country, name) in Country.names(in: language)
            where CountryName.country(name: name) != country {
                shared.insert(name)
            }
        }
        #expect(shared == [])
    }

    private static let unknowns: [(String?, String?, String)] = [
        ("ZZ", "", "countryCode: country.unknown"),
        ("", "Atlantis", "country: country.unknown"),
        ("ZZ", "Atlantis", "country: country.unknown"), (nil, nil, "country: country.required"),
        ("  ", " ", "country: country.required"),
    ]

    @Test("a text that names no country is an error on the typed part", arguments: unknowns)
    func unknown(_ code: String?, _ name: String?, _ expected: String) {
        let contact = Contact(
            locality: "X", postalCode: "10115", country: name, countryCode: code)
        #expect(before(contact, required: [.postalAddress]).summary == [expected])
        #expect(before(contact, required: [.email]).summary == [])
    }

    @Test("a contradicting code and name are a warning, and the code wins")
    func contradiction() {
        let seen = full(cupertino.with(\.country, "Canada"))
        #expect(seen.summary == [])
        #expect(seen.normalized.countryCode == "US")
        #expect(seen.warnings == [FieldWarning(.country, .countryContradiction(country("US")))])
        #expect(full(cupertino.with(\.country, "Atlantis")).warnings == [])
    }

    @Test func `a contact's country name replaces an unknown country code`() {
        let seen = before(Contact(locality: "Berlin", country: "Germany", countryCode: "EU"))
        #expect(seen.normalized.countryCode == "DE")
        let nameless = before(redacted(postalCode: "10115", "EU"))
        #expect(nameless.summary.contains("countryCode: country.unknown"))
    }

    @Test("all three-letter codes are known")
    func threeLetters() {
        let entries = CountryName.threeLetterCodes.split(whereSeparator: \.isWhitespace)
        #expect(entries.count == 251)
        #expect(entries.allSatisfy { $0.count == 5 && Country(String($0.suffix(2))) != nil })
        #expect(Set(entries.map { $0.suffix(2) }).count == 250)
    }
}

extension String {
    /// With syllables and voiced kana decomposed, as some systems store names.
    fileprivate var decomposed: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0xAC00...0xD7A3:
                let index = scalar.value - 0xAC00
                let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
                for part in parts where part != 0x11A7 {
                    scalars.append(Unicode.Scalar(part) ?? scalar)
                }
            case 0x30C9: scalars.append(contentsOf: "\u{30C8}\u{3099}".unicodeScalars)
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
