import JSON
import Passes
import Testing

/// Values beyond Paysheet's own maximums, which phones do not have. In a pass to be issued such a
/// value is an error; in another issuer's pass Apple's rules still apply to it.
struct PassMaximumsTests {
    private static func text(_ count: Int, of character: String = "x") -> String {
        String(repeating: character, count: count)
    }

    private static func list(_ count: Int, of element: String, then last: String) -> String {
        "[" + String(repeating: element + ",", count: count) + last + "]"
    }

    private static func code(_ format: String, _ message: String) -> String {
        #""generic":{},"barcodes":[{"format":"PKBarcodeFormat\#(format)","message":"\#(message)","messageEncoding":"utf-8"},{"format":"PKBarcodeFormatQR","message":"1","messageEncoding":"utf-8"}]"#
    }

    private static let token = #""authenticationToken":"0123456789abcdef""#
    private static let date = #"{"date":"2026-05-04T10:06Z"}"#
    private static let place = #"{"latitude":1,"longitude":1}"#
    private static let qr =
        #"{"format":"PKBarcodeFormatQR","message":"1","messageEncoding":"utf-8"}"#

    private static func fields(_ last: String) -> String {
        let fields = (0..<100).map { #"{"key":"k\#($0)","value":1}"# } + [last]
        return #""generic":{"backFields":[\#(fields.joined(separator: ","))]}"#
    }

    /// Members, the maximum that they exceed, and Apple's rule that they break.
    private static let broken: [(String, String, String)] = [
        (
            #""generic":{},"expirationDate":"tomorrow\#(text(60, of: " "))x""#,
            "/expirationDate too_long", "/expirationDate invalid_value"
        ),
        (
            #""eventTicket":{},"relevantDate":"\#(text(65))""#, "/relevantDate too_long",
            "/relevantDate invalid_value"
        ),
        (
            #""eventTicket":{},"relevantDates":[{"date":"\#(text(65))"}]"#,
            "/relevantDates/0/date too_long", "/relevantDates/0/date invalid_value"
        ),
        (
            #""generic":{"backFields":[{"key":"a","value":1,"currencyCode":"USDD"}]}"#,
            "/generic/backFields/0/currencyCode too_long",
            "/generic/backFields/0/currencyCode invalid_value"
        ),
        (
            #""generic":{"backFields":[{"key":"a","value":1,"currencyCode":"\#(text(100))"}]}"#,
            "/generic/backFields/0/currencyCode too_long",
            "/generic/backFields/0/currencyCode invalid_value"
        ),
        (
            #""generic":{},"backgroundColor":"\#(text(200, of: "r"))""#,
            "/backgroundColor too_long", "/backgroundColor invalid_value"
        ),
        (
            #""generic":{},"locations":[\#(place)],"beacons":[{"proximityUUID":"\#(text(40))"}]"#,
            "/beacons/0/proximityUUID too_long", "/beacons/0/proximityUUID invalid_value"
        ),
        (
            #""generic":{},"webServiceURL":"ftp:\#(text(3_000))",\#(token)"#,
            "/webServiceURL too_long", "/webServiceURL invalid_value"
        ),
        (
            #""generic":{},"webServiceURL":"https://x.example/\#(text(3_000))/v1",\#(token)"#,
            "/webServiceURL too_long", "/webServiceURL invalid_value"
        ),
        (
            #""generic":{},"webServiceURL":"https://x.example","authenticationToken":"\#(text(5_000, of: "é"))""#,
            "/authenticationToken too_long", "/authenticationToken invalid_value"
        ),
        (
            code("EAN13", text(7_090, of: "1")), "/barcodes/0/message too_long",
            "/barcodes/0/message invalid_value"
        ),
        (
            code("Code39", text(7_090)), "/barcodes/0/message too_long",
            "/barcodes/0/message invalid_value"
        ),
        (
            code("I2of5", text(7_091, of: "1")), "/barcodes/0/message too_long",
            "/barcodes/0/message invalid_value"
        ),
        (
            #""generic":{},"nfc":{"message":"1","encryptionPublicKey":"\#(text(5_000))"}"#,
            "/nfc/encryptionPublicKey too_long", "/nfc/encryptionPublicKey invalid_value"
        ),
        (
            #""generic":{},"locations":"#
                + list(10, of: place, then: #"{"latitude":500,"longitude":1}"#),
            "/locations too_many", "/locations/10/latitude invalid_value"
        ),
        (
            #""generic":{},"barcodes":"#
                + list(10, of: qr, then: #"{"format":"x","message":"1","messageEncoding":"utf-8"}"#),
            "/barcodes too_many", "/barcodes/10/format invalid_value"
        ),
        (
            #""eventTicket":{},"relevantDates":"# + list(100, of: date, then: #"{"date":"bad"}"#),
            "/relevantDates too_many", "/relevantDates/100/date invalid_value"
        ),
        (
            fields(#"{"key":"k7","value":1}"#), "/generic/backFields too_many",
            "/generic/backFields/100/key duplicate"
        ),
        (
            #""generic":{},"associatedStoreIdentifiers":"# + list(100, of: "1", then: #""x""#),
            "/associatedStoreIdentifiers too_many", "/associatedStoreIdentifiers/100 wrong_type"
        ),
    ]

    @Test(arguments: broken.indices)
    func `Apple's rules hold beyond Paysheet's maximums`(index: Int) throws {
        let (members, excess, problem) = Self.broken[index]
        let issued = try PassRulesTests.examine(members)
        #expect(issued.problems.all.map { "\($0.pointer) \($0.code)" } == [excess])
        let other = try PassRulesTests.examine(members, isIssued: false)
        #expect(other.problems.all.map { "\($0.pointer) \($0.code)" } == [problem])
    }

    @Test func `a valid value beyond a maximum is a warning in another issuer's pass`() throws {
        for (members, excess) in [
            (
                #""generic":{},"expirationDate":"2026-05-04T10:06:00.\#(Self.text(60, of: "0"))Z""#,
                "/expirationDate too_long"
            ),
            (
                #""generic":{},"backgroundColor":"rgb(\#(Self.text(60, of: " "))1,2,3)""#,
                "/backgroundColor too_long"
            ),
            (
                #""generic":{},"webServiceURL":"https://x.example/\#(Self.text(3_000))",\#(Self.token)"#,
                "/webServiceURL too_long"
            ),
            (
                #""generic":{},"locations":"#
                    + Self.list(10, of: Self.place, then: Self.place), "/locations too_many"
            ),
            (Self.fields(#"{"key":"a","value":1}"#), "/generic/backFields too_many"),
        ] {
            let issued = try PassRulesTests.examine(members)
            #expect(issued.problems.all.map { "\($0.pointer) \($0.code)" } == [excess])
            let other = try PassRulesTests.examine(members, isIssued: false)
            #expect(other.problems.all == [])
            #expect(other.warnings.all.map { "\($0.pointer) \($0.code)" } == [excess])
        }
    }

    @Test func `many long texts do not hide a broken rule`() throws {
        let long = Self.text(5_000)
        let fields = (0..<101).map { #"{"key":"k\#($0)","value":1,"label":"\#(long)"}"# }
        let check = try PassRulesTests.examine(
            #""generic":{"backFields":[\#(fields.joined(separator: ","))]},"expirationDate":"soon""#,
            isIssued: false)
        #expect(check.problems.all.map(\.pointer) == ["/expirationDate"])
    }

    @Test func `a long web link is a valid URL`() throws {
        let check = try PassRulesTests.examine(
            #""eventTicket":{},"sellURL":"https://shop.example/\#(Self.text(3_000))""#)
        #expect(check.problems.all == [])
        #expect(check.warnings.all == [])
    }

    @Test func `Apple's rules of an order hold beyond Paysheet's maximums, too`() throws {
        let items = Self.list(
            1_000, of: #"{"title":"a","quantity":1}"#, then: #"{"title":"a","quantity":-1}"#)
        let order = """
            {"schemaVersion":1,"orderTypeIdentifier":"order.example.toast","orderIdentifier":"\(Self.text(300))",
             "orderType":"ecommerce","createdAt":"2026-05-04T10:06:00Z","updatedAt":"\(Self.text(70))","status":"open",
             "orderManagementURL":"ftp:\(Self.text(3_000))","lineItems":\(items),
             "merchant":{"displayName":"Toast","merchantIdentifier":"com.example.toast","url":"https://toast.example"}}
            """
        let check = CheckOrder(isIssued: false)
        let identity = check(try Document.parse(Array(order.utf8)).root)
        #expect(identity?.orderIdentifier == Self.text(300))
        #expect(
            check.problems.all.map { "\($0.pointer) \($0.code)" } == [
                "/updatedAt invalid_value", "/orderManagementURL invalid_value",
                "/lineItems/1000/quantity invalid_value",
            ])
    }
}
