import Testing

@testable import Vocabulary

@Suite struct CountryTests {
    @Test(
        "a country is two upper-case letters that are assigned",
        arguments: ["US", "DE", "XK", "ZW", "AD"])
    func assigned(_ code: String) {
        #expect(Country(code)?.code == code)
    }

    @Test func `the constant for the United States is the country with the code US`() {
        #expect(Country("US") == Country.unitedStates)
        #expect(Country("US")?.code == Country.unitedStates.code)
    }

    @Test(
        "any other text is not a country",
        arguments: ["", "U", "us", "USA", "ZZ", "UK", "AA", "XX", "A1", "ÄA", "🇺🇸", "U\u{0}"])
    func unassigned(_ code: String) {
        #expect(Country(code) == nil)
    }

    @Test("a set holds exactly the countries that it was made from")
    func sets() {
        let all = Country.names(in: .english).map(\.country)
        for country in all {
            #expect(all.filter(CountrySet([country]).contains) == [country])
        }
        #expect(all.allSatisfy(CountrySet(all).contains))
        #expect(!all.contains(where: CountrySet().contains))
        #expect(CountrySet(all) == CountrySet(all.reversed()))
    }

    @Test("there are 250 countries, each with an index and a name in each language")
    func all() {
        for language in Language.allCases {
            let names = Country.names(in: language)
            #expect(names.count == 250)
            #expect(Set(names.map(\.country.index)).count == 250)
            #expect(
                names.allSatisfy { !$0.name.isEmpty && $0.country.name(in: language) == $0.name })
            #expect(names.allSatisfy { $0.country.index < Country.indexEnd })
        }
    }

    @Test("a name is in its reader's language")
    func names() throws {
        let germany = try #require(Country("DE"))
        #expect(germany.name(in: .english) == "Germany")
        #expect(germany.name(in: .german) == "Deutschland")
        #expect(germany.name(in: .french) == "Allemagne")
        #expect(germany.name(in: .japanese) == "ドイツ")
        #expect(germany.name(in: .traditionalChinese) == "德國")
        #expect(germany.name(in: .korean) == "독일")
    }
}
