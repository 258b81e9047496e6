import Testing
import Vocabulary

@testable import Contacts

/// Postal codes at a border, and places that have codes of two posts.
@Suite struct PostalBorderTests {
    /// Municipalities that two countries' posts serve (Deutsche Post, Österreichische Post, Poste
    /// Italiane, Swiss Post), by hand.
    @Test(arguments: [
        ("DE", "Jungholz", "87491", "AT-7", "6691"), ("DE", "Riezlern", "87567", "AT-8", "6991"),
        ("DE", "Hirschegg", "87568", "AT-8", "6992"),
        ("DE", "Mittelberg", "87569", "AT-8", "6993"),
        ("CH", "Büsingen", "8238", "DE-BW", "78266"), ("CH", "Campione", "6911", "IT-CO", "22061"),
    ])
    func `a neighbor's code becomes the code of the country that the place lies in`(
        _ country: String, _ city: String, _ code: String, _ region: String, _ home: String
    ) {
        let seen = at(country, city, "", code)
        #expect(seen.destination?.country.code == String(region.prefix(2)))
        #expect(seen.destination?.region == region)
        #expect(seen.destination?.postalCode == PostalCode(text: home))
        #expect(seen.normalized.countryCode == String(region.prefix(2)))
        #expect(seen.normalized.postalCode == home)
        #expect(seen.provenance[.postalCode] == .normalized)
        #expect(seen.errors == [])
        #expect(seen.destination == at(String(region.prefix(2)), city, "", home).destination)
    }

    /// Sources: GeoNames, Japan Post and India Post. Most of these codes lie in two regions, and
    /// most written regions are neither of the two.
    @Test(arguments: [
        ("DE", "69434", "Hirschhorn", "Bayern", "DE-HE"), ("DE", "69434", "X", "Bayern", nil),
        ("DE", "69434", "X", "Hessen", "DE-HE"), ("AT", "5310", "Mondsee", "Wien", "AT-4"),
        ("JP", "618-0000", "大山崎町", "熊本県", "JP-26"), ("JP", "498-0000", "弥富市", "愛媛県", "JP-23"),
        ("DE", "10115", "Berlin", "Bayern", "DE-BE"),
    ])
    func `a region that a shared code excludes is not the destination`(
        _ country: String, _ code: String, _ city: String, _ written: String, _ region: String?
    ) {
        #expect(at(country, city, written, code).destination?.region == region)
    }

    /// Chunghwa Post's codes have three, five or six digits, China Post's six.
    @Test(arguments: ["10043", "100", "100006"])
    func `a code with the region Taiwan is read in Taiwan's form if the country is China`(
        code: String
    ) {
        let seen = at("CN", "台北市", "台湾", code)
        #expect(seen.errors == [])
        #expect(seen.normalized.countryCode == "TW")
        #expect(seen.destination?.isIn(Country("TW")!) == true)
    }

    /// PostNord's 0800 and 0900, and Posta's 800 and 900 (GeoNames).
    @Test(arguments: [
        ("800", "Høje Taastrup", "DK", "0800"), ("900", "København C", "DK", "0900"),
        ("917", "Københavns Pakkecenter", "DK", "0917"), ("800", "Tvøroyri", "FO", "800"),
        ("900", "Vágur", "FO", "900"), ("900", "", "FO", "900"), ("100", "Tórshavn", "FO", "100"),
    ])
    func `the city tells a Danish code without its zero from a Faroese one`(
        _ written: String, _ city: String, _ country: String, _ code: String
    ) {
        let seen = at("DK", city, "", written)
        #expect(seen.destination?.country.code == country)
        #expect(seen.normalized.postalCode == code)
    }

    @Test func `a redacted address in the Faroe Islands is there in both spellings`() {
        for country in ["DK", "FO"] {
            let contact = redacted(postalCode: "100", country, locality: "Tórshavn")
            let seen = before(contact, required: [])
            #expect(seen.destination?.country.code == "FO")
            #expect(seen.destination?.region == nil)
        }
        let danish = before(redacted(postalCode: "100", "DK", locality: "København"), required: [])
        #expect(danish.destination?.country.code == "DK")
    }

    /// Swiss Post has no 9499 (by hand).
    @Test(arguments: [("9485", "LI"), ("9489", "LI"), ("9498", "LI"), ("9499", "CH")])
    func `Liechtenstein has a range of Switzerland's codes`(_ code: String, _ own: String) {
        #expect(at("CH", "X", "", code).destination?.country.code == own)
    }

    /// bpost's ranges of codes by province, by hand.
    @Test(arguments: [
        ("1000", "BE-BRU", "BE-BRU"), ("1299", "BE-BRU", "BE-BRU"), ("1300", "BE-WBR", "BE-WAL"),
        ("1499", "BE-WBR", "BE-WAL"), ("1500", "BE-VBR", "BE-VLG"), ("1930", "BE-VBR", "BE-VLG"),
        ("2000", "BE-VAN", "BE-VLG"), ("3000", "BE-VBR", "BE-VLG"), ("3499", "BE-VBR", "BE-VLG"),
        ("3500", "BE-VLI", "BE-VLG"), ("4000", "BE-WLG", "BE-WAL"), ("5000", "BE-WNA", "BE-WAL"),
        ("6000", "BE-WHT", "BE-WAL"), ("6599", "BE-WHT", "BE-WAL"), ("6600", "BE-WLX", "BE-WAL"),
        ("7000", "BE-WHT", "BE-WAL"), ("8000", "BE-VWV", "BE-VLG"), ("9000", "BE-VOV", "BE-VLG"),
    ])
    func `a Belgian code implies the province and its region`(
        _ code: String, _ province: String, _ region: String
    ) {
        let seen = at("BE", "X", "", code)
        #expect(seen.destination?.region == province)
        #expect(seen.destination?.isIn(region: region) == true)
    }

    /// Royal Mail: outcodes with places in two nations, by GeoNames, and NP16, NP25 and SY14 by
    /// hand.
    @Test(arguments: [
        ("NP16 7AA", "England", "GB-ENG"), ("NP16 5AA", "Wales", "GB-WLS"),
        ("NP25 5AA", "England", "GB-ENG"), ("SY14 7AA", "Wales", "GB-WLS"),
        ("CH4 9AA", "England", "GB-ENG"), ("HR3 5AA", "England", "GB-ENG"),
        ("TD15 1AA", "Scotland", "GB-SCT"), ("TD15 1AA", "", nil), ("NP16 7AA", "", nil),
        ("NP10 8AA", "", "GB-WLS"), ("NP20 1AA", "", "GB-WLS"), ("NP44 1AA", "", "GB-WLS"),
        ("PO30 1AA", "", "GB-IOW"), ("PO41 0AA", "England", "GB-IOW"), ("PO3 5AA", "", "GB-ENG"),
        // GB-LND is the City of London only (ISO 3166-2:GB).
        ("SW1A 1AA", "London", "GB-ENG"), ("EC2V 7HH", "City of London", "GB-LND"),
    ])
    func `a British code of two nations keeps the written nation`(
        _ code: String, _ written: String, _ region: String?
    ) {
        let seen = at("GB", "X", written, code)
        #expect(seen.destination?.region == region)
        #expect(seen.errors == [])
    }

    /// GeoNames has the CEDEX codes in Ajaccio and Bastia, and 35 in the county of Panevėžys; the
    /// others are by hand: Moutier left Bern on 1 January 2026.
    @Test(arguments: [
        ("CH", "2740", "CH-JU"), ("CH", "2743", "CH-BE"), ("FR", "20700", "FR-2A"),
        ("FR", "20407", "FR-2B"), ("FR", "20303", "FR-20R"), ("NZ", "8016", nil),
        ("NZ", "8011", "NZ-CAN"), ("NZ", "8942", "NZ-CIT"), ("LT", "LT-35000", "LT-PN"),
    ])
    func `a code next to a border keeps its own region`(
        _ country: String, _ code: String, _ region: String?
    ) {
        #expect(at(country, "X", "", code).destination?.region == region)
    }

    @Test(arguments: Self.sharedCodes)
    func `the city decides a code that several regions share`(
        _ country: String, _ city: String, _ code: String, _ region: String?
    ) {
        let seen = at(country, city, "", code)
        #expect(seen.destination?.region == region)
    }

    /// Country, city, code → region. Sources: GeoNames (AT, AU, CH, DE, LV, NL, PL), La Poste (FR),
    /// Japan Post (JP), India Post (IN), the law 26-06 (DZ), by hand (CA).
    static let sharedCodes: [(String, String, String, String?)] = [
        ("AT", "Mondsee", "5310", "AT-4"), ("AT", "Oberburgau", "5310", "AT-5"),
        ("AT", "Sankt Lorenz", "5310", "AT-4"), ("AT", "St. Lorenz", "5310", "AT-4"),
        ("AT", "St.Lorenz", "5310", "AT-4"), ("AT", "St Lorenz", "5310", "AT-4"),
        ("AT", "Sankt Corona am Wechsel", "2870", "AT-3"),
        ("CZ", "Sv. Maří", "385 01", "CZ-31"), ("AU", "Saint Georges Basin", "2540", "AU-NSW"),
        ("DE", "Hirschhorn (Neckar)", "69434", "DE-HE"), ("DE", "Heddesbach", "69434", "DE-BW"),
        ("DE", "Hirschhorn/Neckar", "69434", "DE-HE"), ("DE", "HAMBURG", "22113", "DE-HH"),
        ("DE", "Oststeinbek", "22113", "DE-SH"), ("DE", "Karstädt", "19357", "DE-BB"),
        ("CH", "Thierrens", "1410", "CH-VD"), ("CH", "Kefikon TG", "8546", "CH-TG"),
        ("CH", "Kefikon", "8546", "CH-TG"), ("PL", "Żywiec", "34-300", "PL-24"),
        ("PL", "Gorlice", "38-300", "PL-12"), ("NL", "Darp", "7973 AA", "NL-DR"),
        ("LV", "Jelgava", "LV-3008", "LV-JEL"),
        ("JP", "島本町", "618-0000", "JP-27"), ("JP", "乙訓郡大山崎町", "618-0000", "JP-26"),
        ("JP", "Oyamazaki-cho", "618-0000", "JP-26"), ("JP", "キソサキチョウ", "498-0000", "JP-24"),
        ("JP", "Yatomi", "498-0000", "JP-23"), ("JP", "Nakatsu", "871-0000", "JP-44"),
        ("AU", "Queanbeyan", "2620", "AU-NSW"), ("AU", "Hume", "2620", "AU-ACT"),
        ("CA", "Ottawa", "K1A 0B6", "CA-ON"), ("CA", "Gatineau", "K1A 0B6", "CA-QC"),
        ("CA", "Flin Flon", "R8A 1A1", "CA-MB"), ("CA", "Creighton", "R8A 1A1", "CA-SK"),
        ("IN", "Veerampattinam", "605007", "IN-PY"),
        ("FR", "Claret", "05110", "FR-04"), ("FR", "La Saulce", "05110", "FR-05"),
        ("FR", "Lajoux", "01410", "FR-39"), ("FR", "Lélex", "01410", "FR-01"),
        ("FR", "St-Pierre-Laval", "42620", "FR-03"),
        ("FR", "Saint-Pierre-Laval", "42620", "FR-03"),
        ("DZ", "Adrar", "01000", "DZ-01"), ("DZ", "Timimoun", "01400", "DZ-49"),
        ("DZ", "Batna", "05000", "DZ-05"), ("DZ", "Touggourt", "30200", "DZ-55"),
        // Barika's wilaya of 2026 has no ISO code.
        ("DZ", "Barika", "05400", nil), ("AT", "X", "5310", nil), ("JP", "X", "618-0000", nil),
    ]

    /// Sources as above.
    @Test(arguments: [
        ("DE", "Hirschhorn", "Baden-Württemberg", "69434", "DE-BW"),
        ("FR", "Claret", "Hautes-Alpes", "05110", "FR-05"),
        ("FR", "Claret", "Provence-Alpes-Côte d'Azur", "05110", "FR-04"),
        ("FR", "Lajoux", "Ain", "01410", "FR-01"), ("JP", "島本町", "京都府", "618-0000", "JP-26"),
        ("AU", "Queanbeyan", "ACT", "2620", "AU-ACT"),
    ])
    func `a written region counts more than the city where several share the code`(
        _ country: String, _ city: String, _ written: String, _ code: String, _ region: String
    ) {
        let seen = at(country, city, written, code)
        #expect(seen.destination?.region == region)
        #expect(seen.errors == [])
    }

    /// The post town of all codes in TD15, some of which are in Scotland (Royal Mail).
    @Test func `a British post town decides no nation`() {
        #expect(at("GB", "Berwick-upon-Tweed", "", "TD15 1AA").destination?.region == nil)
    }

    /// The region that the code lies in confirms the zeros that a spreadsheet removed.
    @Test(arguments: [
        ("US", "Cambridge", "MA", "21381234", "02138-1234"),
        ("US", "Cambridge", "Massachusetts", "2138-1234", "02138-1234"),
        ("US", "Cambridge", "MA", "2138", "02138"), ("AU", "Alice Springs", "NT", "872", "0872"),
        ("CO", "Medellín", "Antioquia", "50001", "050001"),
        ("PE", "Chachapoyas", "Amazonas", "1001", "01001"),
        // Adrar and Batna are divided, and their codes still begin with the old number.
        ("DZ", "Adrar", "Adrar", "1000", "01000"), ("DZ", "Batna", "Batna", "5000", "05000"),
        ("DZ", "Timimoun", "Timimoun", "1400", "01400"), ("DZ", "Blida", "Blida", "9000", "09000"),
        ("FR", "Lajoux", "Jura", "1410", "01410"),
    ])
    func `a code gets its lost zeros back`(
        _ country: String, _ city: String, _ region: String, _ code: String, _ expected: String
    ) {
        let seen = at(country, city, region, code)
        #expect(seen.normalized.postalCode == expected)
        #expect(seen.errors == [])
    }

    /// Colombia's post requires no code (Google's address data), so a code beside another region
    /// may be a guess.
    @Test func `a Colombian or Peruvian code never replaces a written region`() {
        #expect(at("CO", "Medellín", "Antioquia", "110111").destination?.region == "CO-ANT")
        #expect(at("PE", "Arequipa", "Arequipa", "15001").destination?.region == "PE-ARE")
        #expect(at("PE", "Huacho", "", "15001").destination?.region == nil)
    }

    @Test func `a postal code without its leading zero is an error beside another code's region`() {
        #expect(at("US", "Houston", "TX", "2138-1234").errors.map(\.contactField) == [.postalCode])
    }
}
