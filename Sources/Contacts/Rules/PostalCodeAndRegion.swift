import Vocabulary

extension Examination {
    /// The postal code in its country's spelling, when it is one.
    mutating func examinePostalCode(in country: Country, _ territory: Territory?) -> PostalCode? {
        let given = Tidied(contact.postalCode, limit: FieldLimit.postalCode)
        if given.isTooLong {
            report(.postalCode, .textTooLong(maximum: FieldLimit.postalCode))
            return nil
        }
        let format = PostalFormat.of(country)
        guard let text = given.text else {
            if format.requiresCode, stage == .full || country.keepsCodeWhenRedacted {
                reportMissing(.postalCode, .postalCodeRequired)
            }
            return nil
        }
        var reading = PostalCode.read(text, in: country, at: stage)
        if !reading.isWhole, let vouched = vouched(text, format, in: country, territory) {
            reading = vouched
        }
        if reading == .malformed, let code = PostalCodeText.code(in: text, of: country) {
            reading = .code(code)
        } else if reading == .malformed, !format.requiresCode,
            PostalCodeText.isNone(text, in: country)
        {
            reading = .unused(keeping: nil)
        }
        switch reading {
        case .code(let code):
            let isSame = code.spelling == text && !given.isChanged
            keep(.postalCode, code.spelling, isSame ? .given : .normalised)
            return code
        case .unused(let kept):
            keep(.postalCode, kept, given.isChanged ? .normalised : .given)
            return nil
        case .malformed:
            report(.postalCode, .postalCodeFormat(country, example: format.example))
            keep(.postalCode, text, given.isChanged ? .normalised : .given)
            return nil
        }
    }

    /// A code that lost its leading zeros to a spreadsheet, when the region vouches for it.
    private func vouched(
        _ text: String, _ format: PostalFormat, in country: Country, _ territory: Territory?
    ) -> PostalCode.Reading? {
        guard let code = padded(text, format),
            let region = territory?.country.code
                ?? readRegion(in: country).reading.meaning?.code,
            RegionFromCode.region(of: code, in: country) == region
        else { return nil }
        return .code(code)
    }

    /// At least three digits, with as many zeros before them as the country's codes have digits more.
    private func padded(_ text: String, _ format: PostalFormat) -> PostalCode? {
        let length = text.utf8.count
        guard length >= 3, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
            let count = format.patterns.lazy.compactMap(\.digitCount).first, length < count
        else { return nil }
        return PostalCode(text: String(repeating: "0", count: count - length) + text)
    }

    /// The region by the post's abbreviation: the buyer's, else the postal code's.
    mutating func examineRegion(
        in country: Country, _ territory: Territory?, _ code: PostalCode?
    ) -> String? {
        if let territory {
            keep(
                .administrativeArea, territory.country.code,
                contact.administrativeArea == territory.country.code ? .given : .inferred)
            return territory.country.code
        }
        guard let table = RegionTable.of(country) else {
            keepTidied(.administrativeArea, FieldLimit.place, .administrativeArea)
            return nil
        }
        let (given, reading) = readRegion(in: country)
        let said = reading.meaning
        saidRegion = said?.code
        if given.isTooLong {
            report(.administrativeArea, .textTooLong(maximum: FieldLimit.place))
        }
        let located = code.flatMap { RegionFromCode.region(of: $0, in: country) }
        // The post goes by its code: it knows better than a name that was misspelt, or belongs to another
        // place. A town at a border may be either's.
        if let said, located == nil || located == said.code || isOfBothStates(said, code, country) {
            let spelling = table.spelling(of: said, given: given.text)
            keep(
                .administrativeArea, spelling,
                given.text == spelling && !given.isChanged ? .given : .normalised)
            return said.code
        }
        if let located {
            let post = table.post(located, inLatin: isLatin)
            keep(.administrativeArea, post, given.text == nil ? .inferred : .normalised)
            if let said, !said.isMisspelt {
                warn(
                    .administrativeArea,
                    .administrativeAreaContradiction(table.name(of: located) ?? located),
                    suggestion: post)
            }
            return located
        }
        // `Dubai, Dubai`: many a region has its city's name.
        if let named = regionOfCity(table, country) {
            keep(
                .administrativeArea, table.post(named, inLatin: isLatin),
                given.text == nil ? .inferred : .normalised)
            return named
        }
        keep(
            .administrativeArea, given.text,
            given.isChanged ? .normalised : .given)
        // A postal code that cannot be read is mended first, and tells the region then.
        if case .unknown = reading, given.text != nil, normalized.postalCode == nil,
            table.isRequired
        {
            report(.administrativeArea, .administrativeAreaUnknown(in: country))
        }
        return nil
    }

    /// Whether the city lies in the state that was said, though its ZIP lies in another.
    private func isOfBothStates(
        _ said: RegionTable.Meaning, _ code: PostalCode?, _ country: Country
    ) -> Bool {
        guard country.code == "US", !said.isMisspelt, let city = normalized.locality,
            let zip = code.flatMap({ ZIP.find($0.text) })
        else { return false }
        return zip.allows(city: city) && ZIP.isKnown(city, inState: said.code)
    }

    /// The region that a city gives its name, where no postal code tells another.
    private func regionOfCity(_ table: RegionTable, _ country: Country) -> String? {
        guard table.isUsed, !country.hasZIP, let city = normalized.locality,
            case .one(let meaning) = table.read(city, in: country), meaning.isByName
        else { return nil }
        return meaning.code
    }

    private func readRegion(
        in country: Country
    ) -> (given: Tidied, reading: RegionTable.Reading) {
        let given = Tidied(contact.administrativeArea, limit: FieldLimit.place)
        guard let text = given.text, let table = RegionTable.of(country) else {
            return (given, .unknown)
        }
        return (given, table.read(text, in: country))
    }

    /// Whether the address is written in Latin letters, so that what we add is, too.
    private var isLatin: Bool {
        let texts =
            [contact.administrativeArea ?? "", contact.locality ?? ""] + contact.addressLines
        let text = texts.first { !$0.isEmpty }
        return text?.unicodeScalars.allSatisfy { $0.value <= 0x24F } ?? true
    }
}

extension Country {
    /// Whether what redaction leaves of a postal code is known, so that none at all is an error.
    fileprivate var keepsCodeWhenRedacted: Bool { code == "US" || code == "CA" || code == "GB" }
}

extension Examination {
    /// Whether the merchant delivers there; asked of the normalised place, so that a misspelt state
    /// or one that only the ZIP tells counts too.
    mutating func examineServability() {
        guard role == .shipping, requires(.postalAddress), let destination else { return }
        let (country, territory) = (destination.country, destination.territory)
        if let allowed = policy.allowedCountries, !allowed.contains(country),
            territory.map({ !allowed.contains($0) }) ?? true
        {
            reportUnserviceable(.countryNotServed(territory ?? country))
        } else if let region = destination.region, policy.excludedRegions.contains(region) {
            reportUnserviceable(.regionNotServed(regionName(of: destination)))
        } else if !policy.deliversToPostOfficeBoxes,
            normalized.addressLines.contains(where: PostOfficeBox.isOne)
        {
            reportUnserviceable(.postOfficeBoxNotServed)
        }
    }

    private func regionName(of destination: Destination) -> String {
        let code = String(destination.region?.dropFirst(3) ?? "")
        return RegionTable.of(destination.country)?.name(of: code) ?? code
    }
}
