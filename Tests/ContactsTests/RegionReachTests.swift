import Testing
import Vocabulary

@testable import Contacts

/// Some address reaches every region that a setting may name.
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
        #expect(met > 3_000)
        #expect(missed.isEmpty, "\(missed.prefix(60)) of \(missed.count)")
    }
}
