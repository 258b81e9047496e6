import Testing
import Vocabulary

@testable import Contacts

@Suite struct PostalCodeTests {
    private static let spellings: [(String, String, String)] = [
        ("US", "95014", "95014"), ("US", "95014-2083", "95014-2083"),
        ("US", "950142083", "95014-2083"), ("US", "95014 2083", "95014-2083"),
        ("US", "９５０１４", "95014"), ("US", "٩٥٠١٤", "95014"), ("CA", "k1a0b6", "K1A 0B6"),
        ("CA", "K1A-0B6", "K1A 0B6"), ("GB", "sw1a1aa", "SW1A 1AA"), ("GB", "n1 9gu", "N1 9GU"),
        ("GB", "N19GU", "N1 9GU"), ("GB", "gir0aa", "GIR 0AA"), ("GB", "bfpo 57", "BFPO 57"),
        ("GB", "BF1 4AA", "BF1 4AA"), ("GB", "JE2 3AB", "JE2 3AB"), ("JE", "je23ab", "JE2 3AB"),
        ("NL", "1234ab", "1234 AB"), ("NL", "NL-1234 AB", "1234 AB"), ("SE", "11455", "114 55"),
        ("SE", "SE-114 55", "114 55"), ("SE", "S-11455", "114 55"),
        ("IE", "d02af30", "D02 AF30"),
        ("IE", "D6W XY00", "D6W XY00"), ("DE", "10115", "10115"), ("DE", "D-10115", "10115"),
        ("DE", "DE 10115", "10115"), ("FR", "75 001", "75001"), ("FR", "F-75001", "75001"),
        ("JP", "１５４−００２３", "154-0023"), ("JP", "〒1540023", "154-0023"),
        ("PL", "00950", "00-950"), ("PT", "2725079", "2725-079"),
        ("BR", "40301110", "40301-110"),
        ("CZ", "10000", "100 00"), ("LV", "1073", "LV-1073"), ("LV", "LV1073", "LV-1073"),
        ("KY", "1-1100", "KY1-1100"), ("AD", "500", "AD500"), ("IN", "110 034", "110034"),
        ("TW", "104", "104"), ("TW", "10603", "10603"), ("IL", "96143", "96143"),
        ("MT", "VLT1117", "VLT 1117"), ("LB", "20383054", "2038 3054"),
        ("AI", "2640", "AI-2640"), ("MS", "MSR1110", "MSR 1110"), ("MS", "1350", "MSR 1350"),
        ("SG", "018956", "018956"), ("KR", "03051", "03051"), ("GI", "gx111aa", "GX11 1AA"),
        ("SH", "STHL1ZZ", "STHL 1ZZ"), ("PE", "Lima 23", "LIMA 23"), ("VA", "00120", "00120"),
        ("MX", "06000", "06000"), ("AR", "c1070aam", "C1070AAM"), ("BB", "23026", "BB23026"),
    ]

    @Test("a complete code gets its country's spelling", arguments: spellings)
    func spelling(_ code: String, _ given: String, _ expected: String) {
        let reading = PostalCode.read(given, in: country(code), at: .full)
        guard case .code(let read) = reading else {
            Issue.record("\(given) is \(reading)")
            return
        }
        #expect(read.spelling == expected)
        #expect(!read.isRedacted)
    }

    private static let malformedCodes: [(String, String)] = [
        ("US", "9501"), ("US", "950145"), ("US", "95014-20"), ("US", "95o14"), ("US", "00000"),
        ("US", "00000-0000"), ("US", "99999"), ("US", "99951"), ("US", "95014-20833"),
        ("CA", "K1A"), ("CA", "D1A 0B6"),
        ("CA", "K1A 0O6"), ("CA", "11A 0B6"), ("GB", "N1"), ("GB", "QQ1 1AA"),
        ("GB", "SW1A 1A"), ("GB", "SW1A 1AC"), ("GB", "N100 1AA"), ("GB", "1AA N1"),
        ("NL", "0123 AB"), ("NL", "1234 SS"), ("NL", "1234 FA1"), ("NL", "1234"),
        ("SE", "1145"), ("IE", "D02 AF3"), ("IE", "B02 AF30"), ("DE", "1011"),
        ("DE", "101155"), ("DE", "1011A"), ("DE", "X-10115"), ("DE", "D10"), ("FR", "7500"),
        ("JP", "154-002"), ("PL", "00-95"), ("PT", "2725"), ("AU", "20000"), ("AU", "200"),
        ("CH", "800"), ("AD", "AD800"), ("LI", "9484"), ("KR", "135-080"), ("SZ", "A100"),
        ("DE", "💥"), ("DE", "-"), ("DE", String(repeating: "1", count: 30)),
    ]

    @Test("a malformed code is refused", arguments: malformedCodes)
    func malformed(_ code: String, _ given: String) {
        #expect(PostalCode.read(given, in: country(code), at: .full) == .malformed)
    }

    @Test(
        "before authorization a code may lack its end as its country redacts it",
        arguments: [
            ("CA", "K1A", "K1A"), ("CA", "k1a ", "K1A"), ("CA", "K1A 0", "K1A0"),
            ("GB", "WC2H ", "WC2H"), ("GB", "WC2H", "WC2H"), ("GB", "N1", "N1"),
            ("GB", "N10", "N10"),
            ("GB", "sw1", "SW1"), ("GB", "N1 9", "N1 9"), ("DE", "101", "101"),
            ("JP", "154", "154"),
            ("NL", "1234", "1234"), ("IE", "D02", "D02"), ("GG", "GY1", "GY1"),
            ("PT", "2725", "2725"),
        ])
    func cut(_ code: String, _ given: String, _ expected: String) {
        #expect(
            PostalCode.read(given, in: country(code), at: .redacted)
                == .code(PostalCode(text: expected, isRedacted: true)))
        #expect(PostalCode.read(given, in: country(code), at: .full) == .malformed)
    }

    @Test(
        "before authorization a malformed code is still refused",
        arguments: [
            ("US", "950"), ("US", "9501"), ("CA", "K1"), ("CA", "K1I"), ("CA", "95014"),
            ("GB", "WC"), ("GB", "QQ1"), ("GB", "12"), ("DE", "ABC"), ("DE", "1011555"),
        ])
    func cutNonsense(_ code: String, _ given: String) {
        #expect(PostalCode.read(given, in: country(code), at: .redacted) == .malformed)
    }

    @Test("each country's example is a code in its own spelling, complete and redacted")
    func examples() {
        let codes = Country.names(in: .english).map(\.country)
        let withCodes = codes.filter { !PostalFormat.of($0).patterns.isEmpty }
        #expect(withCodes.count == 174)
        for country in withCodes {
            let example = PostalFormat.of(country).example
            let reading = PostalCode.read(example, in: country, at: .full)
            #expect(reading == .code(PostalCode(text: example)), "\(country.code) \(example)")
            let prefix = String(example.prefix(3))
            if country.code != "US", !prefix.hasSuffix("-") {
                #expect(
                    PostalCode.read(prefix, in: country, at: .redacted) != .malformed,
                    "\(country.code) \(prefix)")
            }
        }
    }

    @Test("the table has each post's requirements")
    func requirements() {
        #expect(PostalFormat.of(country("US")).requiresCode)
        #expect(!PostalFormat.of(country("IE")).requiresCode)
        #expect(!PostalFormat.of(country("HK")).requiresLocality)
        #expect(!PostalFormat.of(country("SG")).requiresLocality)
        #expect(!PostalFormat.of(country("JP")).requiresLocality)
        #expect(PostalFormat.of(country("BS")).requiresLocality)
        let data = PostalFormat.data.split(separator: "\n")
        #expect(data.count == 179)
        #expect(data.allSatisfy { Country(String($0.prefix(2))) != nil })
        #expect(data == data.sorted())
    }

    @Test(arguments: [
        ("DE", "10115 Berlin", "10115"), ("FR", "75008 Paris", "75008"),
        ("FR", "75380 CEDEX 08", "75380"),
        ("US", "95014 USA", "95014"), ("US", "zip 95014", "95014"),
        ("US", "CA95014-2083", "95014-2083"),
        ("BR", "CEP 01310-100", "01310-100"), ("MX", "C.P. 06000", "06000"),
        ("IN", "PIN 110001", "110001"),
        ("JP", "郵便番号100-0001", "100-0001"), ("CN", "邮编100000", "100000"),
        ("KR", "(06236)", "06236"),
        ("FI", "FIN-00100", "00100"), ("SG", "S238823", "238823"), ("SG", "S(238823)", "238823"),
        ("SG", "Singapore 238823", "238823"), ("US", "O2139", "02139"),
        ("CA", "K1A OB1", "K1A 0B1"),
        ("GB", "London SW1A 1AA", "SW1A 1AA"), ("CA", "ON M5V 2T6", "M5V 2T6"),
        ("IE", "DO2 AF30", "D02 AF30"),
    ])
    func `a code is found among other words`(_ code: String, _ given: String, _ expected: String) {
        let seen = full(
            Contact(addressLines: ["1 X"], locality: "X", postalCode: given, countryCode: code),
            required: [.postalAddress])
        #expect(seen.normalized.postalCode == expected)
        #expect(!seen.summary.contains("postalCode: postalCode.format"))
    }

    @Test(arguments: [
        ("IE", "N/A"), ("IE", "none"), ("IE", "0000"), ("IE", "Dublin 8"), ("IE", "D24"),
        ("CO", "0"),
        ("VN", "n/a"), ("SA", "0"), ("CL", "0"),
    ])
    func `an invalid code is dropped without an error if the country needs no code`(
        _ code: String, _ given: String
    ) {
        let seen = full(redacted(postalCode: given, code))
        #expect(seen.normalized.postalCode == nil)
        #expect(!seen.summary.contains { $0.hasPrefix("postalCode") })
        #expect(seen.given?.postalCode == given)
    }
}
