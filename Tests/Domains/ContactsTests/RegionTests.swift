import Testing
import Vocabulary

@testable import Contacts

@Suite struct RegionTests {
    private static let inferences: [(String, String, String?)] = [
        ("US", "95014", "US-CA"), ("US", "10001", "US-NY"), ("US", "00501", "US-NY"),
        ("US", "06390", "US-NY"), ("US", "06001", "US-CT"), ("US", "96813", "US-HI"),
        ("US", "96799", "US-AS"), ("US", "09012", "US-AE"), ("US", "34035", "US-AA"),
        ("US", "96350", "US-AP"), ("US", "00901", "US-PR"), ("US", "00802", "US-VI"),
        ("US", "96913", "US-GU"), ("US", "96950", "US-MP"), ("US", "83414", "US-WY"),
        ("US", "73301", "US-TX"), ("US", "20500", nil), ("US", "72643", nil),
        ("US", "73960", nil), ("US", "09901", nil), ("CA", "V8X 3X4", "CA-BC"),
        ("CA", "X0A 0A0", "CA-NU"), ("CA", "X1A 0A1", "CA-NT"), ("CA", "K1A 0B6", nil),
        ("CA", "T0L 1K0", "CA-AB"), ("AU", "2000", "AU-NSW"), ("AU", "2600", "AU-ACT"),
        ("AU", "0800", "AU-NT"), ("AU", "2620", nil), ("AU", "3000", "AU-VIC"),
    ]

    @Test("a missing state comes from a code that only one state has", arguments: inferences)
    func inferred(_ code: String, _ postal: String, _ region: String?) {
        let seen = before(redacted(postalCode: postal, code), required: [.postalAddress])
        #expect(seen.summary == [])
        #expect(seen.destination?.region == region)
        #expect(seen.provenance[.administrativeArea] == (region == nil ? nil : .inferred))
    }

    @Test("a redacted Canadian code implies the province")
    func redactedCanada() {
        #expect(
            before(redacted(postalCode: "V8X", "CA")).destination?.region == "CA-BC")
    }

    @Test("the sovereign states of ZIP prefix 969 are countries of their own")
    func freelyAssociated() {
        let palau = before(
            redacted(postalCode: "96940", "US", administrativeArea: "PW"),
            required: [.postalAddress])
        #expect(palau.destination?.country == country("PW"))
        #expect(palau.destination?.region == nil)
        #expect(palau.normalized.countryCode == "PW")
        let inferred = before(redacted(postalCode: "96960", "US"), required: [.postalAddress])
        #expect(inferred.destination?.country == country("MH"))
    }

    @Test(
        "a territory has one form, whether written as a country or as a state",
        arguments: [("PR", nil, "00901"), ("US", "PR", "00901"), ("US", "Puerto Rico", "00901")]
            as [(String, String?, String)])
    func territories(_ code: String, _ state: String?, _ postal: String) {
        let seen = before(redacted(postalCode: postal, code, administrativeArea: state))
        #expect(seen.summary == [])
        #expect(
            seen.destination
                == Destination(
                    country: country("US"), territory: country("PR"), region: "US-PR",
                    postalCode: PostalCode(text: postal)))
        #expect(seen.normalized.countryCode == "US")
        #expect(seen.normalized.administrativeArea == "PR")
    }

    @Test("every state has a code and a name, and ZIPs imply no other")
    func tables() {
        for (code, count) in [("US", 63), ("CA", 13), ("AU", 9)] {
            let data =
                code == "US"
                ? RegionTable.unitedStatesData
                : code == "CA" ? RegionTable.canadaData : RegionTable.australiaData
            let lines = data.split(separator: "\n")
            #expect(lines.count == count)
            for line in lines {
                let state = String(line.prefix { $0 != " " })
                let table = RegionTable.of(country(code))
                #expect(table?.read(state.lowercased(), in: country(code)).meaning?.code == state)
                for name in line.dropFirst(state.count + 1).split(separator: "|") {
                    #expect(
                        table?.read(String(name), in: country(code)).meaning?.code == state,
                        "\(name)")
                }
            }
        }
        let table = RegionTable.of(country("US"))
        for zip in stride(from: 501, to: 99_999, by: 7) {
            let text = String(100_000 + zip).dropFirst()
            let region = RegionFromCode.region(
                of: PostalCode(text: String(text)), in: country("US"))
            #expect(region.map { table?.name(of: $0) != nil } ?? true)
        }
    }

    @Test(
        "a region's text is kept as written, whether or not it is recognized",
        arguments: [
            ("DE", "Bayern", "Bayern", "DE-BY"), ("DE", "Bayer", "Bayer", nil),
            ("BR", "SP", "SP", "BR-SP"),
            ("NZ", "auk", "auk", "NZ-AUK"),
            ("FR", "Île-de-France", "Île-de-France", "FR-IDF"),
        ] as [(String, String, String, String?)])
    func otherCountries(_ code: String, _ text: String, _ kept: String, _ region: String?) {
        let seen = before(
            redacted(postalCode: nil, code, administrativeArea: text), required: [])
        #expect(seen.normalized.administrativeArea == kept)
        #expect(seen.destination?.region == region)
    }

    @Test("a leading zero lost to a spreadsheet returns if the state agrees")
    func lostZero() {
        let boston = full(
            cupertino.with(\.postalCode, "2199").with(\.administrativeArea, "Mass.")
                .with(\.locality, "Boston"))
        #expect(boston.summary == [])
        #expect(boston.normalized.postalCode == "02199")
        #expect(boston.provenance[.postalCode] == .normalized)
        let darwin = redacted(postalCode: "800", "AU", administrativeArea: "NT")
        #expect(before(darwin).destination?.postalCode?.text == "0800")
        let condesa = redacted(postalCode: "6100", "MX", administrativeArea: "CDMX")
        #expect(before(condesa).destination?.postalCode?.text == "06100")
        let rome = redacted(postalCode: "184", "IT", administrativeArea: "Roma")
        #expect(before(rome).destination?.postalCode?.text == "00184")
        #expect(
            full(cupertino.with(\.postalCode, "2199")).summary
                == ["postalCode: postalCode.format"])
    }

    @Test(arguments: [
        ("US", "CA 95014", "95014"), ("US", "CA95014-2083", "95014-2083"),
        ("CA", "ON M5V 2T6", "M5V 2T6"), ("AU", "NSW 2000", "2000"),
    ])
    func `a code may follow its region's abbreviation`(
        _ code: String, _ given: String, _ spelling: String
    ) {
        let seen = before(redacted(postalCode: given, code))
        #expect(seen.normalized.postalCode == spelling)
        #expect(seen.summary == [])
    }
}
