import Vocabulary

extension Examination {
    /// Examines the whole address, sets the destination, and returns the country.
    mutating func examineAddress() -> Country? {
        storePlace(.subLocality, .subLocality)
        storePlace(.subAdministrativeArea, .subAdministrativeArea)
        let hasLocality = storePlace(.locality, .locality)
        let hasLines = examineLines()
        guard hasAnyAddress(hasLines || hasLocality) else {
            reportMissing(.postalAddress, .postalAddressRequired)
            return nil
        }
        guard let found = examineCountry() else {
            storeCleaned(.postalCode, FieldLimit.postalCode, .postalCode)
            storeCleaned(.administrativeArea, FieldLimit.place, .administrativeArea)
            requireLines(hasLines)
            return nil
        }
        namedCountry = found
        let territory = Territory(found)
        let country = territory?.sovereign ?? found
        let code = examinePostalCode(in: country, territory)
        let region = examineRegion(in: country, territory, code)
        examineCity(in: country, code)
        resolveDestination(country, territory, region, code)
        if stage == .full, !hasLocality, PostalFormat.of(country).requiresLocality,
            !isForcesMail(code, country)
        {
            reportMissing(.locality, .localityRequired)
        }
        if stage == .full { requireDistrict(in: country) }
        requireLines(hasLines)
        return destination?.country
    }

    /// If a ZIP is far from the city, the ZIP is wrong more often than the city.
    private mutating func examineCity(in country: Country, _ code: PostalCode?) {
        guard country.code == "US", let code, let city = normalized.locality,
            let zip = ZIP.find(code.text), !zip.allows(city: city, inState: statedRegion)
        else { return }
        report(.postalCode, .postalCodeElsewhere(zip.place))
    }

    /// British forces' mail has a BFPO number and no town (gov.uk, BFPO: how to address mail).
    private func isForcesMail(_ code: PostalCode?, _ country: Country) -> Bool {
        country.code == "GB" && code?.text.hasPrefix("BF") ?? false
    }

    /// China's post delivers by district. The district may appear in another part of the address,
    /// or the city may have none.
    private mutating func requireDistrict(in country: Country) {
        guard country.code == "CN", normalized.subLocality == nil,
            !["HK", "MO", "TW"].contains(destination?.region?.suffix(2))
        else { return }
        let parts =
            [normalized.locality, normalized.subAdministrativeArea] + normalized.addressLines
        let text = parts.compactMap(\.self).joined(separator: " ")
        guard !District.isNamed(in: text) else { return }
        reportMissing(.subLocality, .subLocalityRequired)
    }

    private func hasAnyAddress(_ hasPlace: Bool) -> Bool {
        hasPlace || Examination.isVisible(contact.country)
            || Examination.isVisible(contact.countryCode)
            || Examination.isVisible(contact.postalCode)
            || Examination.isVisible(contact.administrativeArea)
            || Examination.isVisible(contact.subLocality)
            || Examination.isVisible(contact.subAdministrativeArea)
    }

    private static func isVisible(_ text: String?) -> Bool {
        text?.utf8.contains { $0 > 0x20 } ?? false
    }

    private mutating func requireLines(_ hasLines: Bool) {
        if stage == .full, !hasLines { reportMissing(.addressLines, .addressLinesRequired) }
    }

    /// Sets the destination, and assigns the freely associated states their own country.
    private mutating func resolveDestination(
        _ country: Country, _ territory: Territory?, _ region: String?, _ code: PostalCode?
    ) {
        if country.code == "US", let region, let state = Territory.state(ofRegion: region) {
            store(.countryCode, state.code, .normalized)
            destination = Destination(country: state, postalCode: code)
            return
        }
        // Both forms of a territory lead to one destination, and to one country in the order.
        let ofCode =
            territoryOfCode ?? code.flatMap { PostalTerritory.country(of: $0, in: country) }
        let named = region.map { country.code + "-" + $0 }
        let ofRegion = named.flatMap(PostalTerritory.country(ofRegion:))
        let own =
            ofCode ?? (PostalTerritory.region(of: country, code) == nil ? nil : country) ?? ofRegion
        if let own {
            if own != country { store(.countryCode, own.code, .normalized) }
            if let code, let home = PostalTerritory.codeAtHome(code, in: country) {
                resolveHomeDestination(own, home)
                return
            }
            // Rimini's RN is not a region of San Marino.
            if ofCode != nil, region != nil, RegionTable.of(country)?.isUsed == true {
                store(.administrativeArea, nil, .normalized)
            }
            let ofNamed = named.map { PostalTerritory.ownRegion(of: $0) ?? $0 }
            destination = Destination(
                country: own,
                region: PostalTerritory.region(of: own, code)
                    ?? regionByCode(code, in: own) ?? (own == ofRegion ? ofNamed : nil),
                postalCode: code)
            return
        }
        let part = territory?.country ?? region.flatMap { Territory.country(ofRegion: $0, country) }
        destination = Destination(
            country: country, territory: part, region: region.map { country.code + "-" + $0 },
            postalCode: code)
        if territory != nil { store(.countryCode, country.code, .normalized) }
    }

    /// Sets the destination of a place that also has a code of a neighbor's post. Its own code
    /// counts: a rule for Büsingen, outside the VAT territory (Directive 2006/112/EC, article 6),
    /// names the German 78266.
    private mutating func resolveHomeDestination(_ country: Country, _ code: PostalCode) {
        store(.postalCode, code.text, .normalized)
        let region = RegionFromCode.region(of: code, city: normalized.locality, in: country)
        if let region, let table = RegionTable.of(country), table.isUsed {
            store(.administrativeArea, table.postalName(region, inLatin: true), .normalized)
        }
        destination = Destination(
            country: country, region: region.map { country.code + "-" + $0 }, postalCode: code)
    }

    /// The region that a code decides, if it is one of the territory's own codes: SM-07 for 47890.
    private func regionByCode(_ code: PostalCode?, in territory: Country) -> String? {
        guard let code,
            case .code(let own) = PostalCode.read(code.text, in: territory, at: stage),
            own.text == code.text,
            let region = RegionFromCode.region(
                of: own, city: normalized.locality, in: territory)
        else { return nil }
        return territory.code + "-" + region
    }
}

extension Examination {
    /// Keeps the buyer's text for a place; returns true if it is not empty.
    @discardableResult
    private mutating func storePlace(
        _ part: ContactPart, _ field: ContactField
    ) -> Bool {
        storeCleaned(part, FieldLimit.place, field)
    }

    /// Keeps a text without invisible characters; returns true if it is not empty.
    @discardableResult
    mutating func storeCleaned(
        _ part: ContactPart, _ limit: Int,
        _ field: ContactField
    ) -> Bool {
        let cleaned = CleanedText(contact[part], limit: limit)
        if cleaned.isTooLong { report(field, .textTooLong(maximum: limit)) }
        store(part, cleaned.text, cleaned.isChanged ? .normalized : .given)
        return cleaned.text != nil || cleaned.isTooLong
    }

    /// Reads the street lines, also from one text with line breaks; returns true if any is
    /// readable.
    private mutating func examineLines() -> Bool {
        var lines: [String] = []
        var isChanged = false
        var length = 0
        var isTooLong = false
        for given in contact.addressLines.prefix(FieldLimit.addressLineCount + 1) {
            guard given.utf8.count <= FieldLimit.addressLines * 8 else {
                isTooLong = true
                break
            }
            let hasNewline =
                given.utf8.withContiguousStorageIfAvailable { $0.contains(10) } ?? true
            isChanged = isChanged || hasNewline
            for piece in hasNewline ? Examination.pieces(of: given) : [given] {
                let cleaned = CleanedText(piece, limit: FieldLimit.addressLines)
                isTooLong = isTooLong || cleaned.isTooLong
                isChanged = isChanged || cleaned.isChanged || cleaned.text == nil
                guard let text = cleaned.text else { continue }
                length += cleaned.length
                lines.append(text)
            }
        }
        isTooLong = isTooLong || length > FieldLimit.addressLines
        guard !isTooLong, lines.count <= FieldLimit.addressLineCount else {
            report(.addressLines, .textTooLong(maximum: FieldLimit.addressLines))
            return true
        }
        normalized.addressLines = lines
        if !lines.isEmpty { provenance[.addressLines] = isChanged ? .normalized : .given }
        return lines.contains { line in
            line.unicodeScalars.contains { $0.isLetterOrDigit }
        }
    }

    private static func pieces(of line: String) -> [String] {
        line.split(whereSeparator: \.isNewline).map(String.init)
    }
}

extension Unicode.Scalar {
    var isLetterOrDigit: Bool {
        switch value {
        case 48...57, 65...90, 97...122: true
        case 0...0x7F: false
        default: properties.isAlphabetic || properties.numericType != nil
        }
    }
}
