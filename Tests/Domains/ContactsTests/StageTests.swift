import Testing
import Vocabulary

@testable import Contacts

@Suite struct StageTests {
    @Test("the table of reportable fields is Apple's")
    func table() {
        #expect(Reporting.table.map(\.field) == ContactField.allCases)
        let never: [(ContactField, Role, Stage)] = [
            (.phoneNumber, .shipping, .redacted), (.emailAddress, .shipping, .redacted),
            (.name, .shipping, .redacted), (.phoneticName, .shipping, .redacted),
            (.addressLines, .shipping, .redacted), (.phoneNumber, .billing, .full),
            (.emailAddress, .billing, .full), (.name, .billing, .redacted),
            (.addressLines, .billing, .redacted), (.phoneNumber, .billing, .redacted),
            (.emailAddress, .billing, .redacted), (.phoneticName, .billing, .redacted),
        ]
        for field in ContactField.allCases {
            for role in Role.allCases {
                for stage in Stage.allCases {
                    let isNever = never.contains {
                        $0.0 == field && $0.1 == role && $0.2 == stage
                    }
                    #expect(Reporting.allows(field, role, at: stage) != isNever)
                }
            }
        }
    }

    @Test(
        "before authorization no part is required that redaction removes",
        arguments: [
            redacted(postalCode: "95014", "US"), redacted(postalCode: "K1A", "CA"),
            redacted(postalCode: "WC2H ", "GB"), redacted(postalCode: nil, "DE"),
            redacted(postalCode: "", "JP", locality: nil), redacted(postalCode: "10", "DE"),
            redacted(postalCode: nil, "HK", locality: ""),
        ])
    func nothingRequired(_ contact: Contact) {
        for role in Role.allCases {
            let seen = ContactRules.examine(
                contact, stage: .redacted, role: role,
                required: [.email, .name, .phone, .postalAddress, .phoneticName])
            #expect(seen.summary == [])
            #expect(seen.warnings == [])
        }
    }

    @Test(
        "before authorization a missing code is an error where redaction keeps one",
        arguments: ["US", "CA", "GB"])
    func missingCode(_ code: String) {
        #expect(
            before(redacted(postalCode: " ", code)).summary
                == ["postalCode: postalCode.required"])
    }

    @Test(
        "before authorization redacted fields are never reported, even when present and bad")
    func neverOnRedacted() {
        let bad = Contact(
            givenName: "1", emailAddress: "%", phoneNumber: "1", addressLines: [" "],
            locality: "X", postalCode: "95014", countryCode: "US")
        #expect(before(bad).summary == [])
        #expect(full(bad).errors.count == 4)
    }

    @Test("a billing contact has its own code, and no delivery policy")
    func billing() {
        let policy = ContactPolicy(allowedCountries: [])
        let seen = ContactRules.examine(
            cupertino.with(\.postalCode, "1"), stage: .full, role: .billing,
            required: [.postalAddress], policy: policy)
        #expect(
            seen.errors == [
                FieldError(
                    code: .billingContactInvalid, contactField: .postalCode,
                    message: .postalCodeFormat(country("US"), example: "94103"))
            ])
        #expect(
            full(cupertino, policy: policy).summary
                == ["addressUnserviceable: country.notServed"])
    }

    @Test("a complete valid contact passes and reports its changes")
    func faultless() {
        let seen = full(cupertino)
        #expect(seen.isValid)
        #expect(seen.warnings == [])
        #expect(seen.normalized == cupertino.with(\.phoneNumber, "+14085551234"))
        for part in ContactPart.allCases {
            let expected: Provenance? =
                switch part {
                case .phoneNumber: .normalized
                case .phoneticGivenName, .phoneticFamilyName, .subLocality,
                    .subAdministrativeArea:
                    nil
                default: .given
                }
            #expect(seen.provenance[part] == expected, "\(part)")
        }
    }

    @Test(
        "an address needs the parts that its country requires",
        arguments: [
            ("US", ["postalCode: postalCode.required", "locality: locality.required"]),
            ("IE", ["locality: locality.required"]), ("HK", []),
            ("SG", ["postalCode: postalCode.required"]),
            ("JP", ["postalCode: postalCode.required"]), ("AE", []),
            ("BS", ["locality: locality.required"]),
        ])
    func requiredByCountry(_ code: String, _ expected: [String]) {
        let contact = Contact(addressLines: ["1 Main Street"], countryCode: code)
        #expect(full(contact, required: [.postalAddress]).summary == expected)
    }

    @Test("address lines need readable text, and newlines separate them")
    func lines() {
        #expect(
            full(cupertino.with(\.addressLines, ["", " - "])).summary
                == ["addressLines: addressLines.required"])
        let seen = full(cupertino.with(\.addressLines, ["1 Infinite  Loop\nBuilding 2", ""]))
        #expect(seen.normalized.addressLines == ["1 Infinite Loop", "Building 2"])
        #expect(seen.provenance[.addressLines] == .normalized)
    }
}

@Suite struct ServabilityTests {
    @Test(
        "an excluded region counts in any spelling, or if only the ZIP implies it",
        arguments: [
            ("US", "HI", "96813"), ("US", "Hawaii", "96813"), ("US", "Hawái", "96813"),
            ("US", nil, "96813"), ("US", "", "96734-1234"), ("US", "ハワイ", "96813"),
        ] as [(String, String?, String)])
    func hawaii(_ code: String, _ state: String?, _ zip: String) {
        let policy = ContactPolicy(
            allowedCountries: [country("US")], excludedRegions: ["US-HI", "US-PR"])
        let contact = redacted(postalCode: zip, code, administrativeArea: state)
        #expect(
            before(contact, policy: policy).errors
                == [FieldError(code: .addressUnserviceable, message: .regionNotServed("Hawaii"))])
    }

    @Test("a territory is served under either of its names, and excluded by its region")
    func territory() {
        let sanJuan = redacted(postalCode: "00901", "PR")
        for allowed in ["US", "PR"] {
            let policy = ContactPolicy(allowedCountries: [country(allowed)])
            #expect(before(sanJuan, policy: policy).summary == [])
        }
        let without = ContactPolicy(excludedRegions: ["US-PR"])
        #expect(
            before(sanJuan, policy: without).summary
                == ["addressUnserviceable: region.notServed"])
        let german = ContactPolicy(allowedCountries: [country("DE")])
        #expect(
            before(sanJuan, policy: german).errors.map(\.message)
                == [.countryNotServed(country("PR"))])
    }

    @Test("an unserved destination is reported before a malformed part")
    func order() {
        let policy = ContactPolicy(allowedCountries: [country("DE")])
        #expect(
            full(cupertino.with(\.postalCode, "1"), policy: policy).summary == [
                "addressUnserviceable: country.notServed", "postalCode: postalCode.format",
            ])
    }

    @Test("without a required postal address there is no delivery check")
    func notAsked() {
        let policy = ContactPolicy(allowedCountries: [country("DE")])
        #expect(full(cupertino, required: [.email], policy: policy).summary == [])
    }
}
