import Testing
import Vocabulary

@testable import Contacts

/// Random text in each part of a contact; the seed is fixed, so that a failure repeats.
@Suite struct FuzzTests {
    @Test("any Unicode in every part gives an answer in bounded time")
    func anything() {
        var random = SplitMix(state: 20_261_121)
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for _ in 0..<400 {
            let contact = random.contact()
            let stage: Stage = random.next() % 2 == 0 ? .redacted : .full
            let role: Role = random.next() % 2 == 0 ? .shipping : .billing
            let start = clock.now
            let seen = ContactRules.examine(
                contact, stage: stage, role: role,
                required: [.email, .name, .phone, .postalAddress, .phoneticName],
                policy: ContactPolicy(allowedCountries: [country("US")]))
            slowest = max(slowest, clock.now - start)
            let fields = seen.errors.compactMap(\.contactField)
            #expect(Set(fields).count == fields.count)
            #expect(fields.allSatisfy { Reporting.allows($0, role, at: stage) })
            for error in seen.errors {
                #expect(!MessageCatalog.text(error.message, .english).isEmpty)
            }
            #expect(seen.normalized.addressLines.count <= FieldLimit.addressLineCount)
            let again = ContactRules.examine(
                seen.normalized, stage: stage, role: role, required: [])
            #expect(again.normalized == seen.normalized)
        }
        // For a debug build on a busy machine; the work itself takes microseconds.
        #expect(slowest < .seconds(5), "\(slowest)")
    }

    @Test("a long text of repeated characters is examined in bounded time")
    func linear() {
        let storms = [
            String(repeating: "e\u{301}\u{302}\u{303}", count: 3_000),
            String(repeating: "\u{202E}", count: 10_000), String(repeating: " ", count: 10_000),
            String(repeating: "👩‍👩‍👧‍👦", count: 1_500), String(repeating: "@", count: 10_000),
            String(repeating: "a.", count: 5_000), String(repeating: "1-", count: 5_000),
        ]
        let clock = ContinuousClock()
        for storm in storms {
            let contact = Contact(
                givenName: storm, familyName: storm, emailAddress: storm, phoneNumber: storm,
                addressLines: Array(repeating: storm, count: 20), locality: storm,
                administrativeArea: storm, postalCode: storm, country: storm,
                countryCode: storm)
            let start = clock.now
            let seen = full(contact)
            #expect(!seen.isValid)
            #expect(clock.now - start < .seconds(5))
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood): the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func text() -> String? {
        let kind = next() % 10
        if kind == 0 { return nil }
        let length = Int(kind == 1 ? next() % 10_000 : next() % 40)
        var scalars = String.UnicodeScalarView()
        for _ in 0..<length {
            let pools: [ClosedRange<UInt32>] = [
                0x20...0x7E, 0x20...0x7E, 0x30...0x39, 0...0x1F, 0x80...0x24F, 0x300...0x36F,
                0x590...0x6FF, 0x2000...0x206F, 0x3040...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
                0xFE00...0xFFFF, 0x1F300...0x1F9FF, 0xE0000...0xE007F,
            ]
            let pool = pools[Int(next() % UInt64(pools.count))]
            let value = pool.lowerBound + UInt32(next() % UInt64(pool.count))
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }

    mutating func contact() -> Contact {
        let codes = ["US", "us ", "CA", "GB", "JP", "HK", "DE", "", "ZZ", "PR"]
        return Contact(
            givenName: text(), familyName: text(), phoneticGivenName: text(),
            phoneticFamilyName: text(), emailAddress: text(), phoneNumber: text(),
            addressLines: (0..<next() % 14).map { _ in text() ?? "" }, subLocality: text(),
            locality: text(), subAdministrativeArea: text(), administrativeArea: text(),
            postalCode: text(), country: text(),
            countryCode: next() % 5 == 0 ? text() : codes[Int(next() % 10)])
    }
}
