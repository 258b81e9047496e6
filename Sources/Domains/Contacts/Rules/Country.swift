import Vocabulary

extension Examination {
    /// Reads the country: its code decides; its name counts only if the code is unreadable.
    mutating func examineCountry() -> Country? {
        let name = CleanedText(contact.country, limit: FieldLimit.country)
        let code = CleanedText(contact.countryCode, limit: FieldLimit.country)
        if name.isTooLong { report(.country, .textTooLong(maximum: FieldLimit.country)) }
        store(.country, name.text, name.isChanged ? .normalized : .given)
        if let text = code.text, let country = read(code: text) {
            store(
                .countryCode, country.code,
                text == country.code && !code.isChanged ? .given : .normalized)
            warnOfContradiction(name.text, country)
            return country
        }
        if let text = name.text, let country = CountryName.country(name: text) {
            store(.countryCode, country.code, .inferred)
            return country
        }
        // Some stores put `Deutschland` into the code, or `DE` into the name.
        if let text = name.text, let country = CountryName.country(code: text) {
            store(.countryCode, country.code, .inferred)
            return country
        }
        if name.text != nil || name.isTooLong {
            report(.country, .countryUnknown)
        } else if code.text != nil || code.isTooLong {
            report(.countryCode, .countryUnknown)
        } else {
            reportMissing(.country, .countryRequired)
        }
        return nil
    }

    private func read(code text: String) -> Country? {
        CountryName.country(code: text) ?? CountryName.country(name: text)
    }

    private mutating func warnOfContradiction(_ name: String?, _ country: Country) {
        guard let name, name != country.name(in: .english),
            let named = CountryName.country(name: name), named != country,
            Territory(country)?.sovereign != named, Territory(named)?.sovereign != country
        else { return }
        warn(.country, .countryContradiction(country))
    }
}

/// A part of the United States with its own country code, which Apple may send in either form.
struct Territory {
    let country: Country
    let sovereign: Country

    /// Returns nil for any other country.
    init?(_ country: Country) {
        guard Territory.isTerritory[country.index] else { return nil }
        self.country = country
        sovereign = .unitedStates
    }

    /// The country code of a territory that is given as a region of the United States.
    static func country(ofRegion region: String, _ country: Country) -> Country? {
        guard country == .unitedStates, let own = Country(region), isTerritory[own.index] else {
            return nil
        }
        return own
    }

    /// The sovereign country to which USPS delivers as to a state.
    static func state(ofRegion region: String) -> Country? {
        switch region {
        case "FM", "MH", "PW": Country(region)
        default: nil
        }
    }

    private static let isTerritory: [Bool] = {
        var table = [Bool](repeating: false, count: Country.indexEnd)
        for country in ["AS", "GU", "MP", "PR", "UM", "VI"].compactMap(Country.init) {
            table[country.index] = true
        }
        return table
    }()
}
