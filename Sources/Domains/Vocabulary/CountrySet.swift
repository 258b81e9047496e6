/// A set of countries as bits, so that no operation hashes anything.
package struct CountrySet: Hashable, Sendable {
    private var words = [UInt64](repeating: 0, count: (Country.indexEnd + 63) / 64)

    package init(_ countries: some Sequence<Country> = []) {
        for country in countries { insert(country) }
    }

    package mutating func insert(_ country: Country) {
        words[country.index / 64] |= 1 << UInt64(country.index % 64)
    }

    package func contains(_ country: Country) -> Bool {
        words[country.index / 64] >> UInt64(country.index % 64) & 1 == 1
    }
}

extension CountrySet: ExpressibleByArrayLiteral {
    package init(arrayLiteral countries: Country...) { self.init(countries) }
}
