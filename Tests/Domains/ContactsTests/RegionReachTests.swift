import Testing
import Vocabulary

@testable import Contacts

/// Every region that a setting may name has an address that reaches it.
@Suite struct RegionReachTests {
    @Test func `every accepted region of ISO 3166-2 is reached by some address`() {
        var (met, missed) = (0, [String]())
        let letters = (UInt8(65)...90).map { String(UnicodeScalar($0)) }
        let codes = letters.flatMap { first in letters.map { first + $0 } }
        for country in codes.compactMap(Country.init) {
            guard let table = RegionTable.of(country) else { continue }
            for code in table.codes {
                let region = "\(country.code)-\(code)"
                // Only the postal code identifies Jan Mayen.
                guard case .addresses = ContactRules.reach(ofRegion: region), region != "NO-22"
                else { continue }
                let isMet = [table.name(of: code), code, region].compactMap(\.self).contains {
                    let contact = Contact(
                        givenName: "A", familyName: "B", addressLines: ["1 Main Street"],
                        locality: "X", administrativeArea: $0, countryCode: country.code)
                    return full(contact).destination?.isIn(region: region) == true
                }
                if isMet { met += 1 } else { missed.append(region) }
            }
        }
        #expect(met > 1_500)
        #expect(missed.isEmpty, "\(missed.prefix(60)) of \(missed.count)")
    }

    /// ISO 3166-2 has deleted these codes: Norway's of 2020 in 2024, Latvia's of 2009 in 2021,
    /// Nepal's zones, and merged or divided regions of Great Britain, Iceland and the Philippines.
    /// India's and Mexico's regions have other codes since.
    @Test(arguments: [
        "NO-30", "NO-38", "NO-54", "LV-001", "LV-VMR", "PL-DS", "IN-OR", "IN-TG", "MX-DIF",
        "GB-NTH", "IS-SEY", "NP-BA", "PH-MAG",
    ])
    func `a region that no longer exists is refused`(_ region: String) {
        guard case .unknown = ContactRules.reach(ofRegion: region) else {
            Issue.record("\(region) is accepted")
            return
        }
    }

    /// Addresses of these countries have no region (Google's address data), and no known postal
    /// code decides these.
    @Test(arguments: [
        "EE-784", "MA-CAS", "LK-11", "IS-RKV", "HU-DE", "CZ-201", "RS-00", "SI-061", "SG-01",
        // No postal code distinguishes the Métropole de Lyon from the rest of Rhône.
        "FR-69M",
        "GB-LND", "FR-CP", "GB-NNH", "IS-MUL", "ME-25", "LT-16",
    ])
    func `a region that no address and no postal code identifies is refused`(_ region: String) {
        guard case .undecided = ContactRules.reach(ofRegion: region) else {
            Issue.record("\(region) is accepted")
            return
        }
    }

    /// Each of these regions is decided by a postal code, contains such a region, or is a
    /// territory.
    @Test(arguments: [
        "BE-VLG", "BE-WAL", "BE-WLX", "GB-ENG", "GB-IOW", "GB-NIR", "FR-IDF", "FR-2A", "FR-971",
        "FR-974", "NL-AW", "NL-BQ1", "BQ-BO", "FI-01", "NO-21", "NO-22",
        "DE-BW", "LT-PN", "KZ-71", "ES-CN", "ID-PT",
        // ISO 3166-2 has these since 2019, or addresses contain them without a list of names.
        "IT-23", "KP-15", "PH-MGN", "PH-MGS", "IQ-KR", "PA-NT",
        // New Providence, which Google writes N.P., and a parish of Saint Kitts.
        "BS-NP", "KN-03",
        // The city decides these beside a code (law 26-06 of 2026).
        "DZ-01", "DZ-03", "DZ-49", "DZ-58",
        // Madona, and Varakļāni, which is a part of it since 2025 (ISO 3166-2:LV).
        "LV-059", "LV-102",
    ])
    func `a region that an address or a postal code identifies is accepted`(_ region: String) {
        guard case .addresses = ContactRules.reach(ofRegion: region) else {
            Issue.record("\(region) is refused")
            return
        }
    }

    @Test(arguments: ["Réunion", "FR-974", "FR-RE"])
    func `an overseas region without a postal code is its own country`(_ written: String) {
        let contact = Contact(
            givenName: "A", familyName: "B", addressLines: ["1 Main Street"], locality: "X",
            administrativeArea: written, countryCode: "FR")
        let destination = full(contact).destination
        #expect(destination?.country.code == "RE")
        #expect(destination?.isIn(region: "FR-974") == true)
    }

    /// Country, code, region as written → each region that contains it: a new code and the code
    /// that it replaced (ISO 3166-2:GT, :KZ), a department and its collectivity (ISO 3166-2:FR).
    @Test(arguments: [
        ("GT", "16001", "", ["GT-16", "GT-AV"]), ("KZ", "", "Astana", ["KZ-71", "KZ-AST"]),
        ("KZ", "", "KZ-AST", ["KZ-71", "KZ-AST"]),
        ("FR", "75001", "", ["FR-75", "FR-75C", "FR-IDF"]),
        ("FR", "67000", "", ["FR-67", "FR-6AE", "FR-GES"]),
        ("FR", "69001", "", ["FR-69", "FR-ARA"]),
        ("IT", "11100", "", ["IT-AO", "IT-23"]), ("IT", "11100", "Valle d'Aosta", ["IT-23"]),
        ("BS", "", "N.P.", ["BS-NP"]), ("BS", "", "New Providence", ["BS-NP"]),
        ("KN", "", "Saint George Basseterre", ["KN-03", "KN-K"]),
        ("IQ", "", "Erbil", ["IQ-AR", "IQ-KR"]), ("GB", "NN1 1AA", "Northamptonshire", ["GB-ENG"]),
        ("PH", "", "Maguindanao del Norte", ["PH-MGN", "PH-14"]), ("LT", "LT-44001", "", ["LT-KU"]),
        ("NO", "3015", "", ["NO-33"]), ("LV", "LV-4201", "", ["LV-113"]),
        ("LV", "LV-4801", "", ["LV-059"]), ("LV", "LV-4836", "", ["LV-102", "LV-059"]),
        ("BQ", "", "Bonaire", ["BQ-BO", "NL-BQ1"]),
    ])
    func `an accepted region is reached by its old code and its new one`(
        _ country: String, _ code: String, _ written: String, _ regions: [String]
    ) {
        let contact = Contact(
            givenName: "A", familyName: "B", addressLines: ["1 Main Street"], locality: "X",
            administrativeArea: written, postalCode: code, countryCode: country)
        let destination = full(contact).destination
        for region in regions {
            #expect(destination?.isIn(region: region) == true)
            guard case .addresses = ContactRules.reach(ofRegion: region) else {
                Issue.record("\(region) is refused")
                continue
            }
        }
    }
}
