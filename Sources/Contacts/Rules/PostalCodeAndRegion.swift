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

    /// A code that is vouched for by its region: one that lost its leading zeros to a spreadsheet, or that has
    /// the region's abbreviation before it (`CA 95014`).
    private func vouched(
        _ text: String, _ format: PostalFormat, in country: Country, _ territory: Territory?
    ) -> PostalCode.Reading? {
        if let code = padded(text, format) {
            let region = territory?.country.code ?? readRegion(in: country).reading.meaning?.code
            guard let region, RegionFromCode.region(of: code, in: country) == region else {
                return nil
            }
            return .code(code)
        }
        let abbreviation = String(text.prefix { $0.isLetter })
        guard abbreviation.count == 2 || abbreviation.count == 3,
            let region = RegionTable.of(country)?.code(abbreviated: abbreviation),
            case .code(let code) = PostalCode.read(
                String(text.dropFirst(abbreviation.count)), in: country, at: stage),
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
        guard let table = RegionTable.of(country) else { return keepRegionText() }
        let (given, reading) = readRegion(in: country)
        let said = reading.meaning
        if given.isTooLong {
            report(.administrativeArea, .textTooLong(maximum: FieldLimit.place))
        }
        let located = code.flatMap { RegionFromCode.region(of: $0, in: country) }
        // A postal code knows better than a name that was misspelt.
        if let said, !said.isMisspelt || located == nil || located == said.code {
            let spelling = table.spelling(of: said, given: given.text)
            keep(
                .administrativeArea, spelling,
                given.text == spelling && !given.isChanged ? .given : .normalised)
            if let located, located != said.code {
                warn(
                    .administrativeArea,
                    .administrativeAreaContradiction(table.name(of: located) ?? located),
                    suggestion: table.post(located, inLatin: isLatin))
            }
            return said.code
        }
        if let located {
            keep(.administrativeArea, table.post(located, inLatin: isLatin), .inferred)
            return located
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
        let text = contact.administrativeArea ?? contact.locality ?? contact.addressLines.first
        return text?.unicodeScalars.allSatisfy { $0.value <= 0x24F } ?? true
    }

    /// Where no table tells names apart the text stays; up to three letters or digits are a code.
    private mutating func keepRegionText() -> String? {
        keepTidied(.administrativeArea, FieldLimit.place, .administrativeArea)
        guard let text = normalized.administrativeArea, text.utf8.count <= 3,
            text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 || $0 | 0x20 >= 97 && $0 | 0x20 <= 122 })
        else { return nil }
        return text.uppercased()
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
