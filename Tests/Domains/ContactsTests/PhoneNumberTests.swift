import Testing
import Vocabulary

@testable import Contacts

@Suite struct PhoneNumberTests {
    private static let written: [(String, String, String)] = [
        ("US", "(408) 555-1234", "+14085551234"), ("US", "408.555.1234", "+14085551234"),
        ("US", "1 408 555 1234", "+14085551234"), ("US", "+1 408 555 1234", "+14085551234"),
        ("US", "4085551234 x12", "+14085551234"), ("US", "4085551234 ext. 9", "+14085551234"),
        ("US", "tel:+1-408-555-1234", "+14085551234"),
        ("US", "011 44 20 7946 0958", "+442079460958"),
        ("US", "442079460958", "+442079460958"), ("CA", "613-555-0123", "+16135550123"),
        ("PR", "787 555 0123", "+17875550123"), ("GB", "020 7946 0958", "+442079460958"),
        ("GB", "+44 (0)20 7946 0958", "+442079460958"),
        ("GB", "0044 20 7946 0958", "+442079460958"),
        ("FR", "06 12 34 56 78", "+33612345678"), ("FR", "+33 6 12 34 56 78", "+33612345678"),
        ("FR", "0033612345678", "+33612345678"), ("DE", "030 901820", "+4930901820"),
        ("DE", "0151/12345678", "+4915112345678"), ("IT", "06 6982 1234", "+390669821234"),
        ("IT", "+39 06 69821234", "+390669821234"), ("ES", "612 345 678", "+34612345678"),
        ("JP", "０３−１２３４−５６７８", "+81312345678"), ("JP", "090-1234-5678", "+819012345678"),
        ("AU", "0412 345 678", "+61412345678"), ("AU", "1300 123 456", "+611300123456"),
        ("AU", "0011 1 408 555 1234", "+14085551234"),
        ("BY", "8 029 491-19-11", "+375294911911"), ("BY", "29 491 19 11", "+375294911911"),
        ("LT", "8 612 34567", "+37061234567"), ("LT", "0 612 34567", "+37061234567"),
        ("AR", "011 15-2345-6789", "+5491123456789"),
        ("AR", "0341 15-234-5678", "+5493412345678"), ("AR", "011 2345-6789", "+541123456789"),
        ("RU", "8 912 345-67-89", "+79123456789"),
        ("RU", "+7 912 345-67-89", "+79123456789"), ("HU", "06 30 123 4567", "+36301234567"),
        ("MX", "55 1234 5678", "+525512345678"), ("MX", "+52 1 55 1234 5678", "+525512345678"),
        ("MX", "044 55 1234 5678", "+525512345678"),
        ("BR", "(11) 91234-5678", "+5511912345678"),
        ("CN", "138 0013 8000", "+8613800138000"), ("HK", "9123 4567", "+85291234567"),
        ("SG", "8123 4567", "+6581234567"), ("NO", "412 34 567", "+4741234567"),
        ("US", "٤٠٨٥٥٥١٢٣٤", "+14085551234"),
        ("US", "1-800-FLOWERS", "+18003569377"), ("US", "++14085551234", "+14085551234"),
        ("DE", "4915112345678", "+4915112345678"), ("DE", "49 30 901820", "+4930901820"),
        ("US", "Tel.: 408 555 1234", "+14085551234"), ("US", "00442079460958", "+442079460958"),
        ("FR", "33612345678", "+33612345678"), ("US", "0044 20 7946 0958 ext 12", "+442079460958"),
        ("MX", "01 55 1234 5678", "+525512345678"), ("MX", "521 55 1234 5678", "+525512345678"),
        ("IT", "3912345678", "+393912345678"), ("BR", "0 15 11 91234-5678", "+5511912345678"),
        ("AR", "+54 9 11 2345-6789", "+5491123456789"), ("AU", "1800 123 456", "+611800123456"),
    ]

    /// Signs and words around or between the digits, and numbers of old numbering plans.
    private static let surrounded: [(String, String, String)] = [
        // Mexico dropped the 1 of mobile numbers on 3 August 2019 (IFT).
        ("MX", "1 55 1234 5678", "+525512345678"), ("MX", "15512345678", "+525512345678"),
        ("MX", "1-33-1234-5678", "+523312345678"), ("MX", "045 55 1234 5678", "+525512345678"),
        ("US", "+52 1 55 1234 5678", "+525512345678"),
        // ITU-T E.123, 7.1: a trunk prefix in parentheses is not dialed from abroad.
        ("US", "+1 (0) 408 555 0123", "+14085550123"),
        ("US", "1 (0) 408 555 0123", "+14085550123"), ("CA", "1 (0) 416 555 0123", "+14165550123"),
        ("GB", "+44 (0)20 7946 0018", "+442079460018"),
        ("ES", "+34 (0) 612 345 678", "+34612345678"), ("DE", "+49 (0) 30 901820", "+4930901820"),
        ("IT", "+39 (0)6 6982 1234", "+390669821234"), ("DE", "0049 (0)30 901820", "+4930901820"),
        ("GB", "001 (0) 408 555 0123", "+14085550123"),
        ("HU", "+36 (06) 30 123 4567", "+36301234567"),
        ("RU", "+7 (8) 912 345 67 89", "+79123456789"),
        ("DK", "+45 (0) 32 12 34 56", "+4532123456"),
        // Letters beyond the last digit have no effect when dialed.
        ("US", "1-800-MICROSOFT", "+18006427676"), ("US", "1-800-MATTRESS", "+18006288737"),
        ("US", "1.800.GOFEDEX", "+18004633339"),
        // The first of two numbers counts.
        ("US", "4085550123 / 4085550124", "+14085550123"),
        ("US", "4085550123/4085550124", "+14085550123"),
        ("US", "4085550123 or 4085550124", "+14085550123"),
        ("US", "4085550123, 4085550124", "+14085550123"),
        ("US", "4085550123; 4085550124", "+14085550123"),
        ("US", "4085550123 4085550124", "+14085550123"),
        ("US", "408-555-0123/24", "+14085550123"),
        ("US", "408-555-0123 & 408-555-0124", "+14085550123"),
        ("US", "+1 408 555 0123 +1 408 555 0124", "+14085550123"),
        ("US", "+44 20 7946 0018 or (408) 555-0123", "+442079460018"),
        ("FR", "06 12 34 56 78 / 06 98 76 54 32", "+33612345678"),
        ("FR", "06 12 34 56 78 06 98 76 54 32", "+33612345678"),
        ("FR", "06 12 34 56 78 ou 01 42 68 53 00", "+33612345678"),
        ("DE", "0151/12345678 oder 030/901820", "+4915112345678"),
        ("DE", "0151/12345678 / 030/901820", "+4915112345678"),
        ("JP", "03-1234-5678、090-1234-5678", "+81312345678"),
        ("JP", "０９０−１２３４−５６７８／０３−１２３４−５６７８", "+819012345678"),
        // Labels, and extensions in the words of many countries.
        ("US", "408.555.0123 (cell)", "+14085550123"),
        // Mexico's old 1, 01 and 044 behind its code, dialed from abroad (IFT, 2019).
        ("DE", "00 52 1 55 1234 5678", "+525512345678"),
        ("AT", "00 52 1 55 1234 5678", "+525512345678"),
        ("FR", "0052 1 55 1234 5678", "+525512345678"),
        ("US", "011 52 1 55 1234 5678", "+525512345678"),
        ("MX", "+52 01 55 1234 5678", "+525512345678"),
        ("MX", "+52 044 55 1234 5678", "+525512345678"),
        ("MX", "52 044 55 1234 5678", "+525512345678"),
        // Italy's zero (ITU-T Operational Bulletin 670).
        ("DE", "00 39 6 69821234", "+390669821234"), ("US", "011 39 6 69821234", "+390669821234"),
        ("DE", "0049 30 901820", "+4930901820"), ("DE", "00 49 151 23456789", "+4915123456789"),
        ("US", "408-555-0123 mobile", "+14085550123"),
        ("US", "(h) 408-555-0123", "+14085550123"), ("US", "cell: 408-555-0123", "+14085550123"),
        ("US", "(408) 555-0123 (Home)", "+14085550123"),
        ("GB", "07911 123456 (work)", "+447911123456"),
        ("US", "408-555-0123 extension 12", "+14085550123"),
        ("US", "408-555-0123 #12", "+14085550123"),
        ("FR", "01 42 68 53 00 poste 12", "+33142685300"),
        ("DE", "030 901820 Durchwahl 12", "+4930901820"),
        ("DE", "030 901820 App. 12", "+4930901820"), ("DE", "030 901820 NSt. 12", "+4930901820"),
        ("DE", "030 901820 privat", "+4930901820"), ("DE", "030 901820 Mama", "+4930901820"),
        ("AT", "01 5123456 Büro", "+4315123456"), ("DE", "+49 30 901820 Mama", "+4930901820"),
        ("NL", "020 123 4567 toestel 12", "+31201234567"),
        ("IT", "06 6982 1234 interno 12", "+390669821234"),
        ("BR", "(11) 3123-4567 ramal 12", "+551131234567"),
        ("PL", "22 123 45 67 wew. 12", "+48221234567"),
        ("RU", "8 912 345-67-89 доб. 12", "+79123456789"),
        ("MX", "55 1234 5678 ext 12", "+525512345678"),
        ("MX", "1 55 1234 5678 (cel)", "+525512345678"),
        ("US", "tel:+1-408-555-0123;ext=5", "+14085550123"),
        ("GB", "tel:02079460018", "+442079460018"),
        ("US", "４０８−５５５−０１２３", "+14085550123"),
        // Numbering plans of single countries.
        ("IT", "+39 6 6982 1234", "+390669821234"), ("IT", "6 6982 1234", "+390669821234"),
        ("IT", "347 123 4567", "+393471234567"), ("AR", "+54 9 341 234 5678", "+5493412345678"),
        ("AR", "+54 11 15 2345 6789", "+5491123456789"), ("AR", "9 11 2345 6789", "+5491123456789"),
        ("BR", "0xx11 91234-5678", "+5511912345678"),
        ("BR", "(0xx11) 91234-5678", "+5511912345678"),
        ("BR", "021 11 91234-5678", "+5511912345678"),
        ("BR", "+55 0 11 91234-5678", "+5511912345678"),
        ("GB", "7911 123456", "+447911123456"), ("FR", "6 12 34 56 78", "+33612345678"),
        ("AU", "412 345 678", "+61412345678"), ("US", "44 207 946 0958", "+442079460958"),
        ("GB", "1 408 555 0123", "+14085550123"),
    ]

    @Test("a number is found among the texts that people write beside it", arguments: surrounded)
    func beside(_ code: String, _ given: String, _ expected: String) throws {
        let number = try PhoneNumber.read(given, in: country(code)).get()
        #expect(number.text(.e164, given: given) == expected)
    }

    /// Nil for a number in an unknown range, which is kept as the buyer wrote it.
    private static let withExtraDigits: [(String, String, PhoneNumber.Problem?)] = [
        ("GB", "1 20 7946 0018", PhoneNumber.Problem.tooLong),
        ("GB", "1 207 9460 018", .tooLong), ("AU", "1 2 9123 4567 8", .tooLong),
        ("DE", "1 30 9018 2012", nil), ("MX", "1 55 1234 567", nil),
        ("MX", "55 1234 5678 90", .tooLong), ("FR", "1 42 68 53 00 12", .tooLong),
        ("JP", "1 3 1234 5678 9", .tooLong), ("IN", "1 98 7654 3210", .tooLong),
    ]

    @Test(arguments: withExtraDigits)
    func `a number in national form is never read as a number of another country`(
        _ code: String, _ given: String, _ expected: PhoneNumber.Problem?
    ) {
        switch PhoneNumber.read(given, in: country(code)) {
        case .success(.unknown): #expect(expected == nil)
        case .success(let number):
            Issue.record("the number is read as \(number.text(.e164, given: given))")
        case .failure(let problem): #expect(problem == expected)
        }
    }

    @Test("every spelling of a number becomes E.164", arguments: written)
    func e164(_ code: String, _ given: String, _ expected: String) throws {
        let number = try PhoneNumber.read(given, in: country(code)).get()
        #expect(number.text(.e164, given: given) == expected)
        #expect(number.text(.digits, given: given) == String(expected.dropFirst()))
    }

    private static let wrong: [(String, String, PhoneNumber.Problem)] = [
        ("US", "408 555 123", PhoneNumber.Problem.tooShort), ("US", "555", .tooShort),
        ("US", "40855512345", .tooLong), ("US", "+1 408 555 12345", .tooLong),
        ("US", "+1 408 555 123", .tooShort), ("US", "555-1234", .areaCode),
        ("US", "+1 555 1234", .areaCode),
        ("US", "none", .notANumber), ("US", "0000000000", .notANumber),
        ("US", "1234567890", .notANumber), ("US", "0234567890", .notANumber),
        ("US", "+", .notANumber),
        ("US", "408+5551234", .notANumber), ("US", "+999 123 456 789", .notANumber),
        ("US", "()", .notANumber), ("CA", "61355501234", .tooLong),
        ("FR", "06 12 34 56 7", .tooShort),
        ("FR", "06 12 34 56 78 9", .tooLong), ("AU", "0412 345 67", .tooShort),
        ("AU", "0412 345 6789", .tooLong), ("GB", "020 7946", .tooShort),
        ("GB", "7946 0958", .areaCode),
        ("GB", "020 7946 09588", .tooLong), ("ES", "61234567", .tooShort),
        ("DE", "030", .tooShort), ("JP", "090-1234-56789", .tooLong),
        ("US", "💥", .notANumber), ("GB", "+44 20 7946 095888", .tooLong),
        // One digit too many is a typo in any grouping, not a second number.
        ("FR", "06/12/34/56/78/9", .tooLong), ("US", "408-555-0123-4", .tooLong),
        // Digits in a label after the number do not count.
        ("US", "408 555 mobile", .tooShort), ("US", "555-0123 (cell)", .areaCode),
        ("US", "40855512345 (work)", .tooLong), ("GB", "020 7946 (Büro)", .tooShort),
    ]

    @Test("a faulty number has a specific error", arguments: wrong)
    func problems(_ code: String, _ given: String, _ expected: PhoneNumber.Problem) {
        #expect(throws: expected) { try PhoneNumber.read(given, in: country(code)).get() }
    }

    private static let withoutCountry: [(String, PhoneNumber.Problem?)] = [
        ("5551234", nil), ("555123", .tooShort), ("1234567890123456", .tooLong),
        ("0044 20 7946 0958", nil), ("+442079460958", nil), ("abc", .notANumber),
    ]

    @Test("without a country only the number of digits can be wrong", arguments: withoutCountry)
    func countryless(_ given: String, _ expected: PhoneNumber.Problem?) {
        switch PhoneNumber.read(given, in: nil) {
        case .success: #expect(expected == nil)
        case .failure(let problem): #expect(problem == expected)
        }
    }

    private static let policies: [(PhoneFormat, String, String, String)] = [
        (PhoneFormat.e164, "US", "408 555 1234", "+14085551234"),
        (.national, "US", "+1 408 555 1234", "(408) 555-1234"),
        (.digits, "US", "408 555 1234", "14085551234"),
        (.national, "FR", "+33 6 12 34 56 78", "06 12 34 56 78"),
        (.national, "ES", "+34 612 345 678", "612 34 56 78"),
        (.e164, "FR", "06 12 34 56 78", "+33612345678"),
    ]

    @Test("the merchant's policy decides the spelling", arguments: policies)
    func policy(_ format: PhoneFormat, _ code: String, _ given: String, _ expected: String) {
        let contact = Contact(phoneNumber: given, postalCode: nil, countryCode: code)
        let seen = full(
            contact, required: [.phone], policy: ContactPolicy(phoneFormat: format))
        #expect(seen.summary == [])
        #expect(seen.normalized.phoneNumber == expected)
    }

    @Test("without an address the number is read for the shop's country")
    func shopCountry() {
        let contact = Contact(phoneNumber: "06 12 34 56 78")
        let seen = full(
            contact, required: [.phone], policy: ContactPolicy(shopCountry: country("FR")))
        #expect(seen.normalized.phoneNumber == "+33612345678")
        #expect(full(contact, required: [.phone]).normalized.phoneNumber == "0612345678")
    }

    /// Debian's metadata is older than these area codes, such as North Carolina's 472 (in use since
    /// the end of 2022). Without our own entries, a French buyer's number in one of them would need
    /// its plus.
    @Test(arguments: ["14722345678", "17282345678", "12632345678"])
    func `recently assigned area codes are known`(_ given: String) throws {
        #expect(
            try PhoneNumber.read(given, in: country("FR")).get().text(.e164, given: given) == "+"
                + given)
    }

    @Test(arguments: [("4085551234 x12", "+14085551234"), ("(408) 555-1234", "+14085551234")])
    func `the buyer's own text stays beside E.164`(_ given: String, _ expected: String) {
        let seen = full(Contact(phoneNumber: given, countryCode: "US"), required: [.phone])
        #expect(seen.normalized.phoneNumber == expected)
        #expect(seen.given == Contact(phoneNumber: given))
        #expect(full(cupertino.with(\.phoneNumber, expected)).given == nil)
    }

    @Test(arguments: [("US", "(555) 555-0123"), ("CN", "65123456"), ("GB", "+44 7911 12345")])
    func `a number in an unknown range is kept with a warning`(
        _ code: String, _ given: String
    ) {
        let seen = full(Contact(phoneNumber: given, countryCode: code), required: [.phone])
        #expect(seen.normalized.phoneNumber == given)
        #expect(seen.errors == [])
        #expect(seen.warnings.map(\.message.key.rawValue) == ["phone.unknown"])
    }

    @Test(arguments: ["33612345678", "79161234567", "61412345678", "31612345678", "447911123456"])
    func `a foreign number may lack its plus`(
        _ given: String
    ) throws {
        let number = try PhoneNumber.read(given, in: country("US")).get()
        #expect(number.text(.e164, given: given) == "+" + given)
    }

    @Test func `a number of another country is accepted with a warning`() {
        for (code, given) in [
            ("US", "+44 20 7946 0958"), ("US", "442079460958"), ("FR", "0044 20 7946 0958"),
        ] {
            let seen = full(Contact(phoneNumber: given, countryCode: code), required: [.phone])
            #expect(seen.normalized.phoneNumber == "+442079460958")
            #expect(seen.errors == [])
            #expect(seen.warnings.map(\.message.key.rawValue) == ["phone.otherCountry"])
        }
    }
}
