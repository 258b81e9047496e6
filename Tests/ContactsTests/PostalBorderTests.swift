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
        #expect(seen.provenance[.postalCode] == .normalised)
        #expect(seen.errors == [])
        #expect(seen.destination == at(String(region.prefix(2)), city, "", home).destination)
    }

    /// Swiss Post has no 9499 (by hand).
    @Test(arguments: [("9485", "LI"), ("9489", "LI"), ("9498", "LI"), ("9499", "CH")])
    func `Liechtenstein has a range of Switzerland's codes`(_ code: String, _ own: String) {
        #expect(at("CH", "X", "", code).destination?.country.code == own)
    }

    private func at(
        _ country: String, _ city: String, _ region: String, _ code: String
    ) -> Examined {
        let contact = Contact(
            givenName: "A", familyName: "B", addressLines: ["1 Main Street"], locality: city,
            administrativeArea: region, postalCode: code, countryCode: country)
        return full(contact, required: [.postalAddress, .name])
    }
}
