import Testing
import Vocabulary

@testable import Contacts

/// Addresses, ZIPs, phones and countries, by the rules of docs/rules/demands.md#1 to #13. The
/// number in a test's name is the rule's.
@Suite struct UserDemandTests {
    private static let prefixes: [(String, String, String, PostalRule.Match)] = [
        ("GB", "BN1", "BN1", PostalRule.Match.yes), ("GB", "BN1 ", "BN1", .yes),
        ("GB", "BN11", "BN1", .no), ("GB", "BN1", "BN11", .no), ("GB", "WC2H ", "WC2H", .yes),
        ("GB", "N10", "N1", .no), ("GB", "N1", "N10", .no), ("CA", "K1A", "K1A", .yes),
        ("CA", "K1A", "K1B", .no), ("US", "95014", "950", .yes),
    ]

    @Test(
        "rule 1: a redacted postal code matches zones by its own prefix, never by padding",
        arguments: prefixes)
    func redactedPrefix(_ code: String, _ given: String, _ rule: String, _ match: PostalRule.Match)
        throws
    {
        let seen = before(redacted(postalCode: given, code))
        let rule = try #require(PostalRule(rule, in: country(code)))
        #expect(seen.summary == [])
        #expect(seen.destination?.matches(rule) == match)
    }

    @Test(
        "rule 2: a ZIP+4 is split, kept, and matches rates on its first five digits",
        arguments: [
            ("79703-2104", "Midland", "79703", "2104"),
            ("806211226", "Fort Lupton", "80621", "1226"),
        ])
    func zipPlus4(_ given: String, _ city: String, _ five: String, _ four: String) throws {
        let seen = full(
            cupertino.with(\.postalCode, given).with(\.administrativeArea, nil)
                .with(\.locality, city))
        let rule = try #require(PostalRule(five, in: country("US")))
        #expect(seen.summary == [])
        #expect(seen.normalized.postalCode == five + "-" + four)
        #expect(seen.destination?.postalCode == PostalCode(text: five, plus4: four))
        #expect(seen.destination?.matches(rule) == .yes)
    }

    @Test(
        "rule 3: a state by abbreviation, name or alias becomes its ISO 3166-2 code",
        arguments: [
            ("AU", "2000", "NSW", "AU-NSW"), ("AU", "2000", "new south wales", "AU-NSW"),
            ("AU", "2000", "N.S.W.", "AU-NSW"), ("US", "06001", "CT", "US-CT"),
            ("US", "06001", "Connecticut", "US-CT"), ("US", "06001", "Conn.", "US-CT"),
            ("US", "06001", "US-CT", "US-CT"), ("CA", "H3Z 2Y7", "Québec", "CA-QC"),
            ("CA", "H3Z 2Y7", "PQ", "CA-QC"), ("CA", "V8X 3X4", "Colombie-Britannique", "CA-BC"),
        ])
    func stateNames(_ code: String, _ postal: String, _ state: String, _ region: String) {
        let seen = before(redacted(postalCode: postal, code, administrativeArea: state))
        #expect(seen.summary == [])
        #expect(seen.warnings == [])
        #expect(seen.destination?.region == region)
        #expect(seen.normalized.administrativeArea == String(region.dropFirst(3)))
    }

    @Test("rule 3: an unknown state is an error only without a ZIP that implies one")
    func stateOfNoMeaning() {
        let nonsense = redacted(postalCode: "95014", "US", administrativeArea: "Narnia")
        #expect(before(nonsense).summary == [])
        #expect(before(nonsense).destination?.region == "US-CA")
        #expect(
            full(cupertino.with(\.administrativeArea, "Narnia").with(\.postalCode, nil)).summary
                == [
                    "postalCode: postalCode.required",
                    "administrativeArea: administrativeArea.unknown",
                ])
    }

    @Test("rule 4: an error names its field and cause, a contradiction the implied state")
    func rightLevel() {
        let malformed = full(cupertino.with(\.postalCode, "9501"))
        #expect(malformed.summary == ["postalCode: postalCode.format"])
        let elsewhere = full(cupertino.with(\.administrativeArea, "NV"))
        #expect(elsewhere.summary == [])
        #expect(
            elsewhere.warnings == [
                FieldWarning(
                    .administrativeArea, .administrativeAreaContradiction("California"),
                    suggestion: "CA")
            ])
    }

    @Test("rule 5: a phone is read for the shipping country")
    func phoneRegion() {
        #expect(full(cupertino).normalized.phoneNumber == "+14085551234")
        let short = full(cupertino.with(\.phoneNumber, "408555123"))
        #expect(short.summary == ["phoneNumber: phone.tooShort"])
    }

    @Test(
        "rule 6: a valid foreign phone is at most a warning",
        arguments: ["+44 20 7946 0958", "+33 6 12 34 56 78", "+81 3-1234-5678", "+353 1 234 5678"])
    func foreignPhone(_ number: String) {
        let seen = full(cupertino.with(\.phoneNumber, number))
        #expect(seen.summary == [])
        #expect(seen.warnings == [FieldWarning(.phoneNumber, .phoneOtherCountry)])
        #expect(seen.normalized.phoneNumber?.first == "+")
    }

    @Test("rule 7: a billing phone is the shipping phone or an error, never invented")
    func billingPhone() {
        let billing = cupertino.with(\.phoneNumber, nil)
        let alone = ContactRules.examine(
            billing, stage: .full, role: .billing, required: [.phone, .postalAddress])
        #expect(
            alone.errors == [
                FieldError(code: .billingContactInvalid, message: .phoneRequired)
            ])
        let helped = ContactRules.examineBilling(
            billing, with: cupertino, stage: .full, required: [.phone, .postalAddress])
        #expect(helped.errors == [])
        #expect(helped.normalized.phoneNumber == "+14085551234")
        #expect(helped.provenance[.phoneNumber] == .inferred)
        let faked = full(cupertino.with(\.phoneNumber, "0000000000"))
        #expect(faked.summary == ["phoneNumber: phone.notANumber"])
    }

    @Test("rule 8: an error never points at a field that the sheet did not require")
    func onlyEditableFields() {
        let bad = cupertino.with(\.phoneNumber, "12").with(\.emailAddress, "x")
        let seen = full(bad, required: [.postalAddress, .name])
        #expect(seen.summary == [])
        #expect(seen.warnings.map(\.contactField) == [.phoneNumber, .emailAddress])
        let elsewhere = FieldError.fixable(
            .billing, .postalCode, .billingPostalCode, at: .full, required: [.email])
        #expect(elsewhere == FieldError(code: .unknown, message: .billingPostalCode))
    }

    @Test("rule 9: all errors come at once, one a field, in Apple's order")
    func allAtOnce() {
        let seen = full(
            Contact(
                givenName: "1", emailAddress: "a%b@example.com", phoneNumber: "555 1234",
                locality: "Cupertino", administrativeArea: "CA", postalCode: "9501",
                countryCode: "us"))
        #expect(
            seen.summary == [
                "postalCode: postalCode.format", "addressLines: addressLines.required",
                "name: name.letters", "phoneNumber: phone.areaCode",
                "emailAddress: email.character",
            ])
        #expect(seen.errors.allSatisfy { $0.code == .shippingContactInvalid })
    }

    @Test("rule 10: an unreadable address gives field errors and a contact, never a failure")
    func ruins() {
        let seen = full(
            Contact(
                addressLines: [""], locality: "\u{0}", administrativeArea: "??",
                postalCode: "💥", country: "Atlantis", countryCode: "ZZ"))
        #expect(
            seen.summary == [
                "country: country.unknown", "addressLines: addressLines.required",
                "name: name.required", "phoneNumber: phone.required",
                "emailAddress: email.required",
            ])
        #expect(seen.normalized.country == "Atlantis")
    }

    @Test("rule 11: one policy decides delivery at every stage")
    func onePolicy() {
        let policy = ContactPolicy(allowedCountries: [country("DE"), country("AT")])
        let german = redacted(postalCode: "10115", "de")
        #expect(before(german, policy: policy).summary == [])
        #expect(
            before(redacted(postalCode: "75001", "fr"), policy: policy).errors == [
                FieldError(
                    code: .addressUnserviceable, message: .countryNotServed(country("FR")))
            ])
        #expect(
            full(cupertino, policy: policy).errors.map(\.code) == [.addressUnserviceable])
    }

    @Test(
        "rule 12: a missing country code falls back to the name",
        arguments: [
            ("", "United States", "US"), (nil, "États-Unis", "US"), ("", "アメリカ合衆国", "US"),
            ("  ", "Deutschland", "DE"), ("usa", "", "US"), ("uk", "", "GB"), ("us", "", "US"),
        ])
    func emptyCode(_ code: String?, _ name: String, _ expected: String) {
        let seen = before(
            Contact(
                locality: "X", postalCode: expected == "GB" ? "N1" : "10115", country: name,
                countryCode: code))
        #expect(seen.summary == [])
        #expect(seen.normalized.countryCode == expected)
    }

    @Test("rule 12: a required field that disappears is an error at authorization")
    func vanished() {
        #expect(
            full(Contact()).summary == [
                "postalAddress: postalAddress.required", "name: name.required",
                "phoneNumber: phone.required", "emailAddress: email.required",
            ])
    }

    private static let codelessPlaces: [(String, String?, String?)] = [
        ("HK", nil, nil), ("HK", "Kowloon", "Kowloon"), ("HK", "000000", nil),
        ("HK", String(repeating: "0", count: 30), nil),
        ("HK", "999077", nil), ("AE", "00000", nil), ("IE", nil, nil), ("PA", "0801", "0801"),
    ]

    @Test(
        "rule 13: a country without postal codes accepts any text in their place",
        arguments: codelessPlaces)
    func codeless(_ code: String, _ given: String?, _ kept: String?) {
        let contact = Contact(
            addressLines: ["1 Queen's Road"], locality: "Central", postalCode: given,
            countryCode: code)
        let seen = full(contact, required: [.postalAddress])
        #expect(seen.summary == [])
        #expect(seen.normalized.postalCode == kept)
    }
}
