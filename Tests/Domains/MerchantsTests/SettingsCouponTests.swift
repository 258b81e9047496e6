import JSON
import Testing
import Vocabulary

@testable import Merchants

/// One codec reads, changes and stores a coupon's terms.
@Suite struct SettingsCouponTests {
    static func fields(_ text: String, _ problems: Problems) throws -> ObjectReader {
        try #require(
            ObjectReader(try Document.parse(Array(text.utf8)).root, problems: problems))
    }

    static func read(_ text: String) throws -> (terms: CouponTerms?, problems: [String]) {
        let problems = Problems()
        let terms = CouponTerms(reading: try fields(text, problems))
        return (terms, problems.all.map { "\($0.pointer) \($0.code)" })
    }

    @Test(
        "stored terms are read back equal",
        arguments: [
            #"{"percentOff":"10"}"#, #"{"currencyCode":"USD","percentOff":"12.5"}"#,
            #"{"label":"Spring","currencyCode":"JPY","amountOff":"500"}"#,
            #"{"freeDelivery":true}"#,
            """
            {"currencyCode":"KWD","amountOff":"1.250","startsAt":"2026-01-01T00:00:00Z","endsAt":\
            "2026-02-01T00:00:00Z","redemptionsMax":100,"redemptionsPerBuyerMax":1,"minimum":"5.000"}
            """,
        ])
    func roundTrip(text: String) throws {
        let (terms, problems) = try Self.read(text)
        #expect(problems == [])
        let bytes = try #require(terms).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(try CouponTerms(stored: bytes) == terms)
    }

    @Test(
        "invalid terms are refused",
        arguments: [
            ("{}", "/percentOff required"),
            (#"{"freeDelivery":false}"#, "/percentOff required"),
            (#"{"percentOff":"10","freeDelivery":true}"#, "/percentOff conflict"),
            (#"{"percentOff":"0"}"#, "/percentOff out_of_range"),
            (#"{"percentOff":"101"}"#, "/percentOff out_of_range"),
            (#"{"amountOff":"5"}"#, "/currencyCode required"),
            (#"{"percentOff":"5","minimum":"5"}"#, "/currencyCode required"),
            (#"{"currencyCode":"USD","amountOff":"0"}"#, "/amountOff out_of_range"),
            (#"{"currencyCode":"USD","amountOff":"1.001"}"#, "/amountOff invalid_value"),
            (#"{"percentOff":"5","redemptionsMax":0}"#, "/redemptionsMax out_of_range"),
            (
                #"{"percentOff":"5","startsAt":"2026-01-01T00:00:00Z","endsAt":"2026-01-01T00:00:00Z"}"#,
                "/endsAt out_of_range"
            ),
        ])
    func refused(text: String, problem: String) throws {
        let (terms, problems) = try Self.read(text)
        #expect(terms == nil)
        #expect(problems == [problem])
    }

    static func changed(
        _ terms: CouponTerms, _ text: String
    ) throws -> (terms: CouponTerms?, problems: [String]) {
        let problems = Problems()
        let new = terms.changed(by: try fields(text, problems))
        return (new, problems.all.map { "\($0.pointer) \($0.code)" })
    }

    @Test func `a coupon's limits can change, its discount cannot`() throws {
        let tenth = try #require(try Self.read(#"{"percentOff":"10","redemptionsMax":5}"#).terms)
        #expect(try Self.changed(tenth, "{}").terms == tenth)
        #expect(try Self.changed(tenth, #"{"redemptionsMax":9}"#).terms?.redemptionsMax == 9)
        #expect(
            try Self.changed(tenth, #"{"redemptionsMax":null}"#).terms
                == CouponTerms(reduction: tenth.reduction))
        #expect(
            try Self.changed(tenth, #"{"percentOff":"20"}"#).problems
                == ["/percentOff unknown_field"])
        #expect(try Self.changed(tenth, #"{"minimum":"5"}"#).problems == ["/currencyCode required"])
        let minimum = try Self.changed(tenth, #"{"minimum":"5","currencyCode":"USD"}"#).terms
        #expect(minimum?.minimum?.decimal == "5.00")
        #expect(
            try Self.changed(#require(minimum), #"{"currencyCode":"EUR"}"#).problems
                == ["/currencyCode conflict"])
    }

    @Test(
        "codes are compared without case and blanks",
        arguments: [
            ("SPRING10", "SPRING10"), (" spring 10\u{A0}", "SPRING10"), ("straße", "STRASSE"),
            ("春", "春"), ("", nil), ("  ", nil), ("a\u{7}b", nil),
        ] as [(String, String?)])
    func codes(text: String, folded: String?) {
        #expect(CouponCode(text)?.folded == folded)
        #expect(CouponCode(String(repeating: "a", count: 65)) == nil)
    }
}
