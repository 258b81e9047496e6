import Testing
import Vocabulary

@testable import Contacts

/// A United States city and its ZIP: the city is an error only if it is known elsewhere and is
/// nowhere near the ZIP.
@Suite struct CityTests {
    @Test(arguments: [
        // The post's preferred name, an accepted one, and one that it discourages.
        ("95014", "Cupertino"), ("95014", "Monte Vista"), ("10001", "New York"), ("10001", "NYC"),
        // Abbreviations, capitals, accents and typos.
        ("55101", "St. Paul"), ("55101", "Saint Paul"), ("55101", "SAINT PAUL"),
        ("76102", "Ft Worth"),
        ("76102", "Ft. Worth"), ("60056", "Mt Prospect"), ("95112", "San José"),
        ("95014", "Cuppertino"),
        ("02139", "Cambrige"), ("90013", "Los Angles"),
        // A neighbor, a suburb, a part of a city, an unknown name.
        ("95014", "San Jose"), ("94105", "Oakland"), ("11201", "New York"), ("90028", "Hollywood"),
        ("94103", "SoMa"), ("30301", "Xanadu Heights"),
        // Parts of large cities that share a name with small towns of the same state.
        ("30305", "Buckhead"), ("60608", "Bridgeport"), ("90024", "Westwood"), ("10011", "Chelsea"),
        ("11231", "Red Hook"), ("45220", "Clifton"), ("77055", "Spring Branch"),
        // Military mail and territories.
        ("09001", "APO"), ("09001", "APO AE"), ("96349", "FPO"), ("34001", "DPO"),
        ("00901", "San Juan"),
        ("96910", "Hagåtña"), ("96799", "Pago Pago"),
        // Letters that cannot be compared.
        ("95014", "クパチーノ"), ("95014", "—"),
    ])
    func `a city is accepted for its ZIP`(_ zip: String, _ city: String) {
        let contact = cupertino.with(\.postalCode, zip).with(\.locality, city)
            .with(\.administrativeArea, nil)
        #expect(full(contact).summary == [])
        #expect(full(contact).normalized.locality == city)
    }

    /// Parts of cities share names with other cities; if the state agrees, the ZIP is right.
    @Test(arguments: [
        ("98101", "WA", "Chelsea"), ("78701", "TX", "Hyde Park"), ("97201", "OR", "SoHo"),
    ])
    func `a part of a city may share its name with a city in another state`(
        _ zip: String, _ state: String, _ city: String
    ) {
        let contact = cupertino.with(\.postalCode, zip).with(\.locality, city)
        #expect(full(contact.with(\.administrativeArea, state)).summary == [])
    }

    @Test func `a city in another state is an error if the contact names that state`() {
        let contact = cupertino.with(\.postalCode, "98101")
        #expect(full(contact).summary == ["postalCode: postalCode.elsewhere"])
        // With the ZIP's own state, Cupertino may be the name of a part of Seattle.
        #expect(full(contact.with(\.administrativeArea, "WA")).summary == [])
    }

    @Test(arguments: [
        ("10001", "Cupertino", "New York, NY"), ("95014", "Boston", "Cupertino, CA"),
        ("33101", "Seattle", "Miami, FL"), ("90001", "San Francisco", "Los Angeles, CA"),
        ("73301", "Chicago", "Austin, TX"), ("79901", "Houston", "El Paso, TX"),
    ])
    func `a ZIP of another place is an error that names the place`(
        _ zip: String, _ city: String, _ place: String
    ) {
        let contact = cupertino.with(\.postalCode, zip).with(\.locality, city)
            .with(\.administrativeArea, nil)
        let seen = full(contact)
        #expect(seen.summary == ["postalCode: postalCode.elsewhere"])
        #expect(seen.errors.first?.message == .postalCodeElsewhere(place))
        #expect(before(redacted(postalCode: zip, "US", locality: city)).summary == seen.summary)
    }

    @Test(arguments: [
        ("95014", "APO", "CA", "Cupertino, CA"), ("10001", "FPO AE", nil, "New York, NY"),
        ("09012", "Los Angeles", "CA", "APO, AE"),
    ])
    func `a military city with a civil ZIP is an error, and so is the reverse`(
        _ zip: String, _ city: String, _ state: String?, _ place: String
    ) {
        let contact = cupertino.with(\.postalCode, zip).with(\.locality, city)
            .with(\.administrativeArea, state)
        #expect(full(contact).errors.map(\.message) == [.postalCodeElsewhere(place)])
    }

    @Test(arguments: [
        ("09012", "New York", "AE"), ("96349", "San Francisco", "AP"), ("09012", "Ramstein", nil),
    ])
    func `a ship's mail may name its transit port`(
        _ zip: String, _ city: String, _ state: String?
    ) {
        let contact = cupertino.with(\.postalCode, zip).with(\.locality, city)
            .with(\.administrativeArea, state)
        #expect(full(contact).summary == [])
    }

    /// The columns are ZIP, state, county, latitude, longitude, city, and the keys of its names.
    @Test func `a ZIP allows its own city and refuses a distant one`() throws {
        var count = 0
        for columns in Gazetteer.zips {
            count += 1
            guard count.isMultiple(of: 31) else { continue }
            let city = String(columns[5])
            let zip = try #require(ZIP.find(String(columns[0])))
            let keys = columns[6].split(separator: "|").map(String.init)
            #expect(keys.contains(CityName.key(city)), "\(zip.place)")
            #expect(zip.allows(city: city), "\(zip.place)")
            // Without a state in the address, military mail may name any town.
            if ["AA", "AE", "AP"].contains(zip.state) { continue }
            let distant = zip.state == "CA" ? "Lanai City" : "Cupertino"
            #expect(!zip.allows(city: distant), "\(zip.place) allows \(distant)")
        }
        #expect(count == 42_789)
    }

    @Test(arguments: [
        ("St. Paul", "saintpaul"), ("ST PAUL", "saintpaul"), ("Ft. Worth", "fortworth"),
        ("Coeur d'Alene", "coeurdalene"), ("Coeur d’Alene", "coeurdalene"),
        ("Mt. Vernon", "mountvernon"),
        ("N. Little Rock", "northlittlerock"), ("Winston-Salem", "winstonsalem"), ("", ""),
    ])
    func `spellings of one city have one key`(_ name: String, _ key: String) {
        #expect(CityName.key(name) == key)
    }
}
