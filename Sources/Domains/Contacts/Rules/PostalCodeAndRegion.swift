import Vocabulary

extension Examination {
    /// The postal code in its country's spelling; nil if it is missing, unreadable, or not used by
    /// the country.
    mutating func examinePostalCode(in country: Country, _ territory: Territory?) -> PostalCode? {
        let given = CleanedText(contact.postalCode, limit: FieldLimit.postalCode)
        if given.isTooLong {
            report(.postalCode, .textTooLong(maximum: FieldLimit.postalCode))
            return nil
        }
        let format = PostalFormat.of(country)
        guard let text = given.text else {
            if format.requiresCode, stage == .full || country.keepsCodeWhenRedacted,
                !isTerritoryWithoutCodes(in: country)
            {
                reportMissing(.postalCode, .postalCodeRequired)
            }
            return nil
        }
        let territoryOfRegion = territoryWithForms(in: country)
        var reading = readPostalCode(text, in: country, of: territoryOfRegion)
        if !reading.isWhole,
            let padded = readingWithLeadingZeros(text, format, in: country, territory)
        {
            reading = padded
        }
        if reading == .malformed,
            let (territory, code) = PostalTerritory.codeOfItsOwn(text, in: country, at: stage)
        {
            territoryOfCode = territory
            reading = .code(code)
        }
        if reading == .malformed, let code = PostalCodeText.code(in: text, of: country) {
            reading = .code(code)
        } else if reading == .malformed, PostalCodeText.isNone(text, in: country),
            !format.requiresCode || isTerritoryWithoutCodes(in: country)
        {
            reading = .unused(keeping: nil)
        }
        switch reading {
        case .code(let code):
            let isSame = code.spelling == text && !given.isChanged
            store(.postalCode, code.spelling, isSame ? .given : .normalized)
            return code
        case .unused(let kept):
            store(.postalCode, kept, given.isChanged ? .normalized : .given)
            return nil
        case .malformed:
            let named = territoryOfRegion ?? country
            report(
                .postalCode,
                .postalCodeFormat(named, example: PostalFormat.of(named).example))
            store(.postalCode, text, given.isChanged ? .normalized : .given)
            return nil
        }
    }

    /// Reads a code in the form of a territory, if the region or the city names one, and otherwise
    /// in the form of the country.
    private mutating func readPostalCode(
        _ text: String, in country: Country, of territory: Country?
    ) -> PostalCode.Reading {
        if let territory, case .code(let code) = PostalCode.read(text, in: territory, at: stage) {
            territoryOfCode = territory
            return .code(code)
        }
        guard country.code == "DK" else { return PostalCode.read(text, in: country, at: stage) }
        let city = normalized.locality
        if let city, FaroeIslands.has(city, text) {
            territoryOfCode = Country("FO")
            return .code(PostalCode(text: text))
        }
        let whole = stage == .full ? FaroeIslands.danishCode(of: text, city: city) : nil
        return PostalCode.read(whole ?? text, in: country, at: stage)
    }

    /// The territory that the region names, if its codes differ from the country's: Taiwan's five
    /// digits beside China's six.
    private func territoryWithForms(in country: Country) -> Country? {
        // Codes of other territories have their country's form. The region is read only here, since
        // every contact takes this path.
        guard country.code == "CN", let region = readRegion(in: country).reading.meaning?.code,
            let territory = PostalTerritory.country(ofRegion: country.code + "-" + region),
            !PostalFormat.of(territory).patterns.isEmpty
        else { return nil }
        return territory
    }

    /// True if the region is a territory whose addresses need no postal code: Aruba, written as a
    /// region of the Netherlands.
    private func isTerritoryWithoutCodes(in country: Country) -> Bool {
        guard let table = RegionTable.of(country),
            let region = readRegion(in: country).reading.meaning?.code
                ?? regionOfCity(table, country),
            let territory = PostalTerritory.country(ofRegion: country.code + "-" + region)
        else { return false }
        return !PostalFormat.of(territory).requiresCode
    }

    /// A code whose leading zeros a spreadsheet removed, if the region confirms it.
    private func readingWithLeadingZeros(
        _ text: String, _ format: PostalFormat, in country: Country, _ territory: Territory?
    ) -> PostalCode.Reading? {
        guard let padded = padded(text, format),
            case .code(let code) = PostalCode.read(padded, in: country, at: stage),
            let region = territory?.country.code
                ?? readRegion(in: country).reading.meaning?.code
        else { return nil }
        let table = RegionTable.of(country)
        let isConfirmed = RegionFromCode.regions(of: code, in: country).contains {
            $0 == region || table?.narrower(region, $0) != nil
        }
        // Australia's 0872 reaches into two more states, so the code alone tells none.
        let isTerritory = country.code == "AU" && region == "NT" && code.text == "0872"
        return isConfirmed || isTerritory ? .code(code) : nil
    }

    /// Pads at least three digits with zeros to the next length of the country's codes: `1310-100`
    /// of São Paulo becomes 01310-100, and `2138-1234` of Massachusetts 021381234.
    private func padded(_ text: String, _ format: PostalFormat) -> String? {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x2D }
        let counts = format.patterns.compactMap(\.digitCount)
        guard digits.count >= 3, digits.allSatisfy({ $0 >= 48 && $0 <= 57 }),
            !counts.contains(digits.count),
            let count = counts.filter({ $0 > digits.count }).min()
        else { return nil }
        return String(repeating: "0", count: count - digits.count)
            + String(decoding: digits, as: UTF8.self)
    }

    /// The region by the post's abbreviation: the buyer's, or else the postal code's.
    mutating func examineRegion(
        in country: Country, _ territory: Territory?, _ code: PostalCode?
    ) -> String? {
        if let territory {
            store(
                .administrativeArea, territory.country.code,
                contact.administrativeArea == territory.country.code ? .given : .inferred)
            return territory.country.code
        }
        guard let table = RegionTable.of(country) else {
            storeCleaned(.administrativeArea, FieldLimit.place, .administrativeArea)
            return nil
        }
        let (given, reading) = readRegion(in: country)
        let stated = reading.meaning
        statedRegion = stated?.code
        if given.isTooLong {
            report(.administrativeArea, .textTooLong(maximum: FieldLimit.place))
        }
        let candidates = code.map { RegionFromCode.regions(of: $0, in: country) } ?? []
        let city = normalized.locality
        let located = code.flatMap { RegionFromCode.region(of: $0, city: city, in: country) }
        // The buyer's region stays if the code agrees with it or cannot decide: a town at a border
        // may be in either region, and an unassigned ZIP has none. Otherwise the code decides
        // below, because the post delivers by the code.
        if let stated {
            let agreed = ([located].compactMap(\.self) + candidates).lazy
                .compactMap { table.narrower(stated.code, $0) }.first
            let isTypo = isUnassigned(code, beside: stated, country)
            if isTypo, let located {
                report(.postalCode, .postalCodeElsewhere(table.name(of: located) ?? located))
            }
            if candidates.isEmpty || agreed != nil || isTypo
                || isOfBothStates(stated, code, country) || country.hasCoarsePatterns
            {
                let spelling = table.spelling(of: stated, given: given.text)
                store(
                    .administrativeArea, spelling,
                    given.text == spelling && !given.isChanged ? .given : .normalized)
                return agreed ?? stated.code
            }
        }
        // If addresses have no region, the buyer's text stays, and none is added.
        if let located, !table.isUsed {
            store(.administrativeArea, given.text, given.isChanged ? .normalized : .given)
            return located
        }
        if let located {
            let postalName = table.postalName(located, inLatin: isLatin)
            store(.administrativeArea, postalName, given.text == nil ? .inferred : .normalized)
            if let stated, !stated.isMisspelled {
                warn(
                    .administrativeArea,
                    .administrativeAreaContradiction(table.name(of: located) ?? located),
                    suggestion: postalName)
            }
            return located
        }
        // `Dubai, Dubai`: many regions share their city's name.
        if let named = regionOfCity(table, country) {
            store(
                .administrativeArea, table.postalName(named, inLatin: isLatin),
                given.text == nil ? .inferred : .normalized)
            return named
        }
        store(
            .administrativeArea, given.text,
            given.isChanged ? .normalized : .given)
        // Beside an unreadable postal code there is no second error: the corrected code will
        // determine the region.
        if case .unknown = reading, given.text != nil, normalized.postalCode == nil,
            table.isRequired
        {
            report(.administrativeArea, .administrativeAreaUnknown(in: country))
        }
        return nil
    }

    /// True if the city lies in the given state, although its ZIP lies in another.
    private func isOfBothStates(
        _ stated: RegionTable.Meaning, _ code: PostalCode?, _ country: Country
    ) -> Bool {
        guard country.code == "US", !stated.isMisspelled, let city = normalized.locality,
            let zip = code.flatMap({ ZIP.find($0.text) })
        else { return false }
        return zip.allows(city: city) && ZIP.isKnown(city, inState: stated.code)
    }

    /// True if the ZIP does not exist and the city lies in the given state, so that the ZIP is
    /// wrong. A state that agrees with the ZIP's range confirms a new ZIP.
    private func isUnassigned(
        _ code: PostalCode?, beside stated: RegionTable.Meaning, _ country: Country
    ) -> Bool {
        guard country.code == "US", let code, let city = normalized.locality,
            !Gazetteer.zips.isEmpty, !Gazetteer.zips.contains(code.text),
            let located = RegionFromCode.region(of: code, in: country), located != stated.code
        else { return false }
        return ZIP.isKnown(city, inState: stated.code)
    }

    /// The region with the city's name, if no postal code tells another.
    private func regionOfCity(_ table: RegionTable, _ country: Country) -> String? {
        guard table.isUsed, !country.hasZIP, let city = normalized.locality,
            case .one(let meaning) = table.read(city, in: country), meaning.isByName
        else { return nil }
        return meaning.code
    }

    private func readRegion(
        in country: Country
    ) -> (given: CleanedText, reading: RegionTable.Reading) {
        let given = CleanedText(contact.administrativeArea, limit: FieldLimit.place)
        guard let text = given.text, let table = RegionTable.of(country) else {
            return (given, .unknown)
        }
        return (given, table.read(text, in: country))
    }

    /// True if the address is in Latin letters, so that added text is as well.
    private var isLatin: Bool {
        let texts =
            [contact.administrativeArea ?? "", contact.locality ?? ""] + contact.addressLines
        let text = texts.first { !$0.isEmpty }
        return text?.unicodeScalars.allSatisfy { $0.value <= 0x24F } ?? true
    }
}

extension Country {
    /// True if the known patterns are coarser than the post's codes, so that a code never outweighs
    /// a written region. PHLPost has moved codes between provinces (Marikina's 1800, Kalinga's and
    /// Apayao's 38), and in China two digits do not end at a province's border: Ulanhot in Inner
    /// Mongolia has 137400, and most of 13 is Jilin's. Colombia's and Peru's posts require no code
    /// (Google's address data), so a buyer may have guessed a code that contradicts the region.
    var hasCoarsePatterns: Bool { ["PH", "CN", "CO", "PE"].contains(code) }

    /// True if Apple Pay sends a known part of the postal code before the buyer authorizes, so that
    /// a missing code is an error in the redacted address, too.
    fileprivate var keepsCodeWhenRedacted: Bool { code == "US" || code == "CA" || code == "GB" }
}
