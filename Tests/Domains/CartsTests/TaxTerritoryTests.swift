import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// Tax rates with postal codes, mainly for the parts of EU countries that are outside the scope of
/// their VAT.
///
/// Source: Directive 2006/112/EC article 6; postal codes by the countries' posts. Spain's begin
/// with the province's number (35 Las Palmas, 38 Santa Cruz de Tenerife, 51 Ceuta, 52 Melilla).
@Suite struct TaxTerritoryTests {
    /// docs/api/merchants.md shows the exclusions of the EU countries.
    static let settings = #"""
        {"taxRates":[
         {"label":"IVA","countryCode":"ES","percent":"21","excludedPostalCodes":
          [{"prefix":"35"},{"prefix":"38"},{"prefix":"51"},{"prefix":"52"}]},
         {"label":"IVA","countryCode":"IT","percent":"22","excludedPostalCodes":
          [{"prefix":"23041"},{"prefix":"22061"}]},
         {"label":"MwSt.","countryCode":"DE","percent":"19","excludedPostalCodes":
          [{"prefix":"78266"},{"prefix":"27498"}]},
         {"label":"ALV","countryCode":"FI","percent":"25.5","excludedPostalCodes":[{"prefix":"22"}]},
         {"label":"FPA","countryCode":"GR","percent":"24","excludedPostalCodes":
          [{"from":"63086","to":"63087"}]},
         {"label":"IGIC","countryCode":"ES","percent":"7","postalCodes":
          [{"prefix":"35"},{"prefix":"38"}]},
         {"label":"City tax","countryCode":"US","region":"US-CA","percent":"1","postalCodes":
          [{"from":"94102","to":"94188"}]},
         {"label":"VAT","countryCode":"GB","percent":"20","excludedPostalCodes":[{"prefix":"BT1 5"}]}
        ]}
        """#

    struct Row: Sendable, CustomTestStringConvertible {
        let country: String
        var region: String?
        let code: String?
        var isRedacted = false
        let taxes: [String]
        var testDescription: String { "\(country) \(code ?? "-")" }
    }

    static let rows: [Row] = [
        Row(country: "ES", code: "28001", taxes: ["IVA 21"]),
        Row(country: "ES", code: "35001", taxes: ["IGIC 7"]),
        Row(country: "ES", code: "38670", taxes: ["IGIC 7"]),
        Row(country: "ES", code: "51001", taxes: []),
        Row(country: "ES", code: "52006", taxes: []),
        Row(country: "ES", code: "03500", taxes: ["IVA 21"]),
        Row(country: "ES", code: nil, taxes: ["IVA 21"]),
        Row(country: "IT", code: "23041", taxes: []),
        Row(country: "IT", code: "22061", taxes: []),
        // Livigno's code until 2016 is still that of its neighbors, which are taxed.
        Row(country: "IT", code: "23030", taxes: ["IVA 22"]),
        Row(country: "DE", code: "78266", taxes: []),
        Row(country: "DE", code: "27498", taxes: []),
        Row(country: "DE", code: "78267", taxes: ["MwSt. 19"]),
        Row(country: "FI", code: "22100", taxes: []),
        Row(country: "FI", code: "00220", taxes: ["ALV 25.5"]),
        Row(country: "GR", code: "630 86", taxes: []),
        Row(country: "GR", code: "630 88", taxes: ["FPA 24"]),
        Row(country: "US", region: "US-CA", code: "94103", taxes: ["City tax 1"]),
        Row(country: "US", region: "US-CA", code: "94189", taxes: []),
        Row(country: "US", region: "US-NY", code: "94103", taxes: []),
        Row(country: "US", region: "US-CA", code: nil, taxes: []),
        Row(country: "GB", code: "BT1 5GS", taxes: []),
        // A redacted code may turn out to be taxed, so the sheet shows the tax.
        Row(country: "GB", code: "BT1 ", isRedacted: true, taxes: ["VAT 20"]),
        Row(country: "FR", code: "75001", taxes: []),
    ]

    @Test(arguments: rows)
    func `a rate applies within its postal codes and outside its exceptions`(row: Row) throws {
        let settings = try MerchantSettings(stored: Array(Self.settings.utf8))
        let place = Destination(
            country: Country(row.country)!, region: row.region,
            postalCode: row.code.map { PostalCode(text: $0, isRedacted: row.isRedacted) })
        let taxes = settings.taxRates.filter { $0.isAt(place) }
        #expect(taxes.map { "\($0.label) \($0.fraction.percent)" } == row.taxes)
    }

    @Test func `an excluded region is not taxed by its country's rate`() throws {
        let rate = TaxRate(
            label: "IVA", country: Country("PT")!, excludedRegions: ["PT-20", "PT-30"],
            fraction: Rate(percent: "23")!)
        let place = { Destination(country: Country("PT")!, region: $0) }
        #expect(rate.isAt(place("PT-11")))
        #expect(rate.isAt(place(nil)))
        #expect(!rate.isAt(place("PT-20")))
    }

    /// People write these postal codes with the country's letters and without them.
    @Test(arguments: [
        (PostalSpan.prefix("48"), "LV", "LV-4801", PlaceMatch.yes),
        (.prefix("LV-48"), "LV", "LV-4801", .yes),
        (.prefix("49"), "LV", "LV-4801", .no), (.range("4800", "4899"), "LV", "LV-4801", .yes),
        (.prefix("1"), "AD", "AD100", .yes), (.prefix("1"), "MS", "MSR 1110", .yes),
        // Canada's letters belong to the code.
        (.prefix("1A"), "CA", "K1A 0B6", .no), (.prefix("K1A"), "CA", "K1A 0B6", .yes),
    ])
    func `a range without the country's letters contains codes with them`(
        _ span: PostalSpan, _ country: String, _ code: String, _ match: PlaceMatch
    ) {
        #expect(span.match(PostalCode(text: code), in: Country(country)!) == match)
    }

    @Test func `a redacted postal code of letters alone may be in a range`() {
        let code = PostalCode(text: "MSR", isRedacted: true)
        #expect(PostalSpan.range("1100", "1199").match(code, in: Country("MS")!) == .maybe)
    }

    /// Computes the expected match by comparing text, independently of the comparison by number.
    @Test func `a range of postal codes has the same codes by number as by text`() {
        var chance = SeededGenerator(seed: 23)
        let country = Country("DE")!
        let digits = { (count: Int, chance: inout SeededGenerator) in
            (0..<count).map { _ in String(Int.random(in: 0...9, using: &chance)) }.joined()
        }
        for _ in 0..<2000 {
            let length = Int.random(in: 1...6, using: &chance)
            let ends = [digits(length, &chance), digits(length, &chance)].sorted()
            let text = digits(Int.random(in: 1...7, using: &chance), &chance)
            let isRedacted = chance.chance(50)
            let expected: PlaceMatch
            if text.utf8.count >= length {
                let start = String(text.prefix(length))
                expected = ends[0] <= start && start <= ends[1] ? .yes : .no
            } else if !isRedacted {
                expected = .no
            } else {
                let missing = length - text.utf8.count
                let least = text + String(repeating: "0", count: missing)
                let most = text + String(repeating: "9", count: missing)
                expected =
                    ends[0] <= least && most <= ends[1]
                    ? .yes : most < ends[0] || ends[1] < least ? .no : .maybe
            }
            let span = PostalSpan.range(ends[0], ends[1])
            #expect(
                span.match(PostalCode(text: text, isRedacted: isRedacted), in: country) == expected,
                "\(ends) \(text) \(isRedacted)")
        }
    }
}
