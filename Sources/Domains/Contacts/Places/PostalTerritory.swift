import Vocabulary

/// A territory or neighbor that has its own country code but uses another country's postal codes,
/// so that an address may name either: `FR 97400` is in RE.
///
/// Sources: La Poste (971 to 988 with the CEDEX codes of Guadeloupe, 970, of Saint-Martin, 97054,
/// and of Réunion, 977 and 978; Monaco's 98000), Österreichische Post and Deutsche Post (Jungholz
/// and Kleinwalsertal), Swiss Post (Büsingen, Campione), Royal Mail (Guernsey's GY, IM, JE), Posti
/// (Åland's 22), Posten Norge (9170 to 9178, and Jan Mayen's 8099), Australia Post (2899, 6798,
/// 6799), Poste Italiane (00120, 4789), Swiss Post (9485 to 9498), PostNord (Greenland's 39).
enum PostalTerritory {
    /// The territory of a code, or nil if the code is the country's own.
    static func country(of code: PostalCode, in country: Country) -> Country? {
        guard let lines = beginnings[country.code] else { return nil }
        // The longest prefix wins: Saint-Martin's 97150 over Guadeloupe's 971.
        let found = lines.filter { code.text.hasPrefix($0.beginning) }
            .max { $0.beginning.utf8.count < $1.beginning.utf8.count }
        return found?.country == country ? nil : found?.country
    }

    /// The code that a place has in its own country, if it also has one of a neighbor's post: 78266
    /// for Büsingen's Swiss 8238.
    static func codeAtHome(_ code: PostalCode, in country: Country) -> PostalCode? {
        codesAtHome[country.code + " " + code.text].map { PostalCode(text: $0) }
    }

    /// By hand: Deutsche Post and Swiss Post (Büsingen), Poste Italiane and Swiss Post (Campione),
    /// Österreichische Post and Deutsche Post (Jungholz and Kleinwalsertal).
    private static let codesAtHome = [
        "CH 8238": "78266", "CH 6911": "22061", "DE 87491": "6691", "DE 87567": "6991",
        "DE 87568": "6992", "DE 87569": "6993",
    ]

    /// Reads a code in the form of a territory whose codes differ from its sovereign's: `GX11 1AA`
    /// of Gibraltar in GB, `FO-100` of the Faroe Islands in DK.
    static func codeOfItsOwn(
        _ text: String, in country: Country, at stage: Stage
    ) -> (territory: Country, code: PostalCode)? {
        for territory in territoriesWithForms[country.code] ?? [] {
            if case .code(let code) = PostalCode.read(text, in: territory, at: stage) {
                return (territory, code)
            }
        }
        return nil
    }

    /// The territory that is a region of its sovereign: CW for `NL-CW`, RE for `FR-974`.
    static func country(ofRegion region: String) -> Country? { countries[region] }

    /// The territory as a region of its sovereign: `FR-974` for RE. Jan Mayen has a region of its
    /// own next to Svalbard's (ISO 3166-2:NO).
    static func region(of territory: Country, _ code: PostalCode?) -> String? {
        code?.text == "8099" && territory.code == "SJ" ? "NO-22" : regions[territory.code]
    }

    /// The region of a territory that ISO 3166-2 also lists as a region of its sovereign: BQ-BO for
    /// NL-BQ1.
    static func ownRegion(of region: String) -> String? { ownRegions[region] }

    /// The sovereign's region that is the same place: NL-BQ1 for BQ-BO.
    static func sovereignRegion(of region: String) -> String? {
        ownRegions.first { $0.value == region }?.key
    }

    private static let ownRegions = ["NL-BQ1": "BQ-BO", "NL-BQ2": "BQ-SA", "NL-BQ3": "BQ-SE"]

    /// Sources: the Universal Postal Union's addressing pages of these territories.
    private static let territoriesWithForms: [String: [Country]] = [
        "DK": ["FO"], "GB": ["GI", "FK", "GS", "SH", "IO", "PN", "TC", "AI", "VG", "MS", "KY"],
    ].mapValues { $0.compactMap(Country.init) }

    private static let beginnings: [String: [(beginning: String, country: Country)]] = {
        var table: [String: [(beginning: String, country: Country)]] = [:]
        for line in """
        FR GP 971; FR BL 97133; FR MF 97150; FR MF 97054; FR MQ 972; FR GF 973; FR RE 974; FR PM 975
        FR YT 976; FR RE 977; FR RE 978; FR GP 970; FR TF 984; FR WF 986; FR PF 987; FR NC 988
        FR MC 980; GP BL 97133; GP MF 97150; GP MF 97054
        DE AT 87491; DE AT 87567; DE AT 87568; DE AT 87569
        CH DE 8238; CH IT 6911
        GB GG GY; GB IM IM; GB JE JE; FI AX 22; NO SJ 917; NO SJ 8099
        AU NF 2899; AU CX 6798; AU CC 6799; IT VA 00120; IT SM 4789
        CH LI 9485; CH LI 9486; CH LI 9487; CH LI 9488; CH LI 9489; CH LI 9490; CH LI 9491
        CH LI 9492; CH LI 9493; CH LI 9494; CH LI 9495; CH LI 9496; CH LI 9497; CH LI 9498
        DK GL 39
        """.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let parts = line.split(separator: " ")
            guard parts.count == 3, let own = Country(String(parts[1])) else { continue }
            table[String(parts[0]), default: []].append((String(parts[2]), own))
        }
        return table
    }()

    /// Source: ISO 3166-2, which also lists these countries as regions.
    private static let regions = [
        "GP": "FR-971", "MQ": "FR-972", "GF": "FR-973", "RE": "FR-974", "PM": "FR-PM",
        "YT": "FR-976", "BL": "FR-BL", "MF": "FR-MF", "TF": "FR-TF", "WF": "FR-WF",
        "PF": "FR-PF", "NC": "FR-NC", "AX": "FI-01", "SJ": "NO-21",
        "AW": "NL-AW", "CW": "NL-CW", "SX": "NL-SX",
    ]

    private static let countries: [String: Country] = {
        var table: [String: Country] = [:]
        for (country, region) in regions { table[region] = Country(country) }
        // Bonaire, Saba and Sint Eustatius are three regions and one country.
        for region in ["NL-BQ1", "NL-BQ2", "NL-BQ3"] { table[region] = Country("BQ") }
        table["NO-22"] = Country("SJ")
        // ISO's overseas regions, each with one department of another code: FR-RE and FR-974.
        for code in ["GP", "MQ", "GF", "RE", "YT"] { table["FR-" + code] = Country(code) }
        // These have regions of their own, so an address that names them directly keeps those.
        for code in ["HK", "MO", "TW"] { table["CN-" + code] = Country(code) }
        return table
    }()
}
