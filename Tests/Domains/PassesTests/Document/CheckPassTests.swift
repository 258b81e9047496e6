import Foundation
import JSON
import Passes
import Testing
import Vocabulary

/// Checks pass.json with one change at a time.
struct CheckPassTests {
    /// Checks the coffee card after it sets the member at each dotted path; `NSNull` removes a
    /// member.
    private func check(
        _ changes: [String: Any], _ paths: [String] = ["icon.png", "icon@2x.png", "icon@3x.png"],
        at now: Instant? = nil
    ) throws -> CheckPass {
        var pass = try #require(
            JSONSerialization.jsonObject(with: Data(PassScene.document.utf8)) as? [String: Any])
        for (path, value) in changes {
            set(path.split(separator: ".").map(String.init)[...], to: value, in: &pass)
        }
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: pass))
        let check = CheckPass(besides: paths, at: now)
        _ = check(try Document.parse(bytes).root)
        return check
    }

    private func set(
        _ path: ArraySlice<String>, to value: Any, in object: inout [String: Any]
    ) {
        guard let name = path.first else { return }
        if path.count == 1 {
            object[name] = value is NSNull ? nil : value
        } else {
            var inner = object[name] as? [String: Any] ?? [:]
            set(path.dropFirst(), to: value, in: &inner)
            object[name] = inner
        }
    }

    @Test func `the coffee card of the tests is a valid pass`() throws {
        let check = try check([:])
        #expect(check.problems.all == [])
        #expect(check.warnings.all == [])
    }

    /// The path and the value of a member, and the pointer and the code of the problem.
    private nonisolated(unsafe) static let refused: [(String, Any, String, String)] = [
        ("formatVersion", 2, "/formatVersion", "out_of_range"),
        ("description", NSNull(), "/description", "required"),
        ("description", "", "/description", "too_short"),
        ("serialNumber", NSNull(), "/serialNumber", "required"),
        ("serialNumber", 1, "/serialNumber", "wrong_type"),
        ("teamIdentifier", NSNull(), "/teamIdentifier", "required"),
        ("storeCard", NSNull(), "", "invalid_value"),
        ("coupon", [String: Any](), "", "invalid_value"),
        ("storeCard.transitType", "PKTransitTypeAir", "/storeCard/transitType", "unknown_field"),
        ("webServiceURL", "https://shop.example", "/authenticationToken", "required"),
        ("authenticationToken", "0123456789abcdef", "/webServiceURL", "required"),
        ("backgroundColor", "tomato", "/backgroundColor", "invalid_value"),
        ("backgroundColor", "rgb(256,0,0)", "/backgroundColor", "invalid_value"),
        ("barcodes", [Any](), "/barcodes", "too_few"),
        (
            "barcodes", [["format": "QR", "message": "1", "messageEncoding": "utf-8"]],
            "/barcodes/0/format", "invalid_value"
        ),
        (
            "barcode",
            ["format": "PKBarcodeFormatCode128", "message": "1", "messageEncoding": "utf-8"],
            "/barcode/format", "invalid_value"
        ),
        (
            "locations", Array(repeating: ["latitude": 1, "longitude": 1], count: 11),
            "/locations", "too_many"
        ),
        (
            "locations", [["latitude": 91, "longitude": 1]], "/locations/0/latitude",
            "invalid_value"
        ),
        ("locations", [["latitude": 1]], "/locations/0/longitude", "required"),
        ("beacons", [["proximityUUID": "x"]], "/beacons/0/proximityUUID", "invalid_value"),
        (
            "beacons",
            [["proximityUUID": "F8F589E9-C07E-58B0-AEAB-A36BE4D48FAC", "major": 65_536]],
            "/beacons/0/major", "out_of_range"
        ),
        ("relevantDates", [["date": "2026-05-04"]], "/relevantDates/0/date", "invalid_value"),
        ("relevantDates", [["date": "2026-05-04T10:06"]], "/relevantDates/0/date", "invalid_value"),
        (
            "relevantDates", [["startDate": "2026-05-04T10:06Z"]], "/relevantDates/0/endDate",
            "required"
        ),
        ("relevantDates", [[String: Any]()], "/relevantDates/0/date", "required"),
        (
            "relevantDates",
            [["startDate": "2026-05-04T10:06Z", "endDate": "2026-05-04T10:05Z"]],
            "/relevantDates/0/endDate", "conflict"
        ),
        ("expirationDate", "tomorrow", "/expirationDate", "invalid_value"),
        ("voided", "yes", "/voided", "wrong_type"),
        ("nfc", ["message": "hi"], "/nfc/encryptionPublicKey", "required"),
        (
            "nfc", ["message": "hi", "encryptionPublicKey": "AAAA"], "/nfc/encryptionPublicKey",
            "invalid_value"
        ),
        (
            "storeCard.backFields", [["key": "balance", "value": "1"]],
            "/storeCard/backFields/0/key", "duplicate"
        ),
        ("storeCard.backFields", [["value": "1"]], "/storeCard/backFields/0/key", "required"),
        ("storeCard.backFields", [["key": "a"]], "/storeCard/backFields/0/value", "required"),
        (
            "storeCard.backFields", [["key": "a", "value": "1", "currencyCode": "USD"]],
            "/storeCard/backFields/0/currencyCode", "conflict"
        ),
        (
            "storeCard.backFields", [["key": "a", "value": 1, "currencyCode": "dollars"]],
            "/storeCard/backFields/0/currencyCode", "too_long"
        ),
        (
            "storeCard.backFields",
            [["key": "a", "value": "soon", "dateStyle": "PKDateStyleFull"]],
            "/storeCard/backFields/0/value", "invalid_value"
        ),
        (
            "storeCard.backFields", [["key": "a", "value": "1", "row": 1]],
            "/storeCard/backFields/0/row", "unknown_field"
        ),
        (
            "storeCard.auxiliaryFields", [["key": "a", "value": "1", "row": 2]],
            "/storeCard/auxiliaryFields/0/row", "out_of_range"
        ),
    ]

    @Test(arguments: refused.indices)
    func `a broken rule of a pass is reported with its place`(index: Int) throws {
        let (path, value, pointer, code) = Self.refused[index]
        let problems = try check([path: value]).problems.all
        #expect(problems.map(\.pointer) == [pointer], "\(problems)")
        #expect(problems.map(\.code) == [code], "\(problems)")
    }

    @Test(arguments: [
        ("http://shop.example", "0123456789abcdef", ["insecure"]),
        ("https://shop.example/passes", "0123456789abcdef", []),
    ])
    func `a web service without https is a warning`(
        address: String, token: String, warned: [String]
    ) throws {
        let check = try check(["webServiceURL": address, "authenticationToken": token])
        #expect(check.problems.all == [])
        #expect(check.warnings.all.map(\.code) == warned)
    }

    @Test(arguments: [
        ("https://shop.example/v1", "0123456789abcdef", "/webServiceURL"),
        ("https://shop.example/v1/", "0123456789abcdef", "/webServiceURL"),
        ("shop.example", "0123456789abcdef", "/webServiceURL"),
        ("https://shop.example", "0123456789abcde", "/authenticationToken"),
    ])
    func `an invalid web service address and a short token are refused`(
        address: String, token: String, pointer: String
    ) throws {
        let check = try check(["webServiceURL": address, "authenticationToken": token])
        #expect(check.problems.all.map(\.pointer) == [pointer])
    }

    @Test func `a member that is not shown, or an image that is not sharp, is a warning`() throws {
        let many = (0..<4).map { ["key": "h\($0)", "value": "1"] }
        #expect(
            try check(["storeCard.headerFields": many]).warnings.all.map(\.pointer)
                == ["/storeCard/headerFields"])
        let secondary = (0..<3).map { ["key": "s\($0)", "value": "1"] }
        let auxiliary = (0..<2).map { ["key": "a\($0)", "value": "1"] }
        #expect(
            try check([
                "storeCard.secondaryFields": secondary, "storeCard.auxiliaryFields": auxiliary,
            ]).warnings.all.map(\.pointer) == ["/storeCard"])
        #expect(
            try check(["relevantDate": "2026-05-04T10:06Z"]).warnings.all.map(\.pointer)
                == ["/locations"])
        let pictures = try check([:], ["icon.png", "icon@2x.png", "thumbnail@2x.png"])
        #expect(
            pictures.warnings.all.map(\.detail) == [
                "icon@3x.png is missing: phones enlarge a smaller picture",
                "thumbnail@3x.png is missing: phones enlarge a smaller picture",
                "a storeCard does not show thumbnail",
            ])
        let silent = [["key": "a", "value": "1", "changeMessage": "new"]]
        #expect(
            try check(["storeCard.backFields": silent]).warnings.all.map(\.pointer)
                == ["/storeCard/backFields/0/changeMessage"])
        let old: [String: Any] = [
            "barcodes": NSNull(),
            "barcode": [
                "format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "utf-8",
            ],
        ]
        #expect(try check(old).warnings.all.map(\.code) == ["outdated"])
    }

    @Test(arguments: [
        ("AZ-1 é", "iso-8859-1", []), ("AZ-1 é", "ISO_8859-1", []), ("€", "utf-8", []),
        ("点", "Shift_JIS", []), ("点", "UTF-16", []),
        ("€", "iso-8859-1", ["/barcodes/0/message not_encodable"]),
        ("é", "us-ascii", ["/barcodes/0/message not_encodable"]),
        ("1", "klingon", ["/barcodes/0/messageEncoding unknown_encoding"]),
        ("€", "", []),
    ])
    func `a barcode that its format cannot hold is a warning`(
        message: String, encoding: String, warned: [String]
    ) throws {
        let code = [
            "format": "PKBarcodeFormatQR", "message": message, "messageEncoding": encoding,
        ]
        let check = try check(["barcodes": [code]])
        #expect(check.warnings.all.map { "\($0.pointer) \($0.code)" } == warned)
        #expect(check.problems.all.isEmpty == !encoding.isEmpty)
    }

    @Test func `a past expiration is a warning if the caller gives the time`() throws {
        let now = try #require(Instant(rfc3339: "2026-05-04T10:06:00Z"))
        for (end, warned) in [
            ("2026-05-04T10:05Z", ["/expirationDate expired"]), ("2026-05-04T10:06Z", []),
            ("2026-05-04T12:05+02:00", ["/expirationDate expired"]),
        ] {
            let check = try check(["expirationDate": end], at: now)
            #expect(check.warnings.all.map { "\($0.pointer) \($0.code)" } == warned, "\(end)")
            #expect(try self.check(["expirationDate": end]).warnings.all == [])
        }
    }

    @Test func `a boarding pass without a transit type is refused`() throws {
        let changes: [String: Any] = ["storeCard": NSNull(), "boardingPass": [String: Any]()]
        #expect(
            try check(changes).problems.all.map(\.pointer) == ["/boardingPass/transitType"])
    }
}
