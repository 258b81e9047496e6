import JSON
import Passes
import Testing

/// Apple's rules for an order.json (docs/rules/apple.md#8.2).
struct CheckOrderTests {
    private static let least = """
        "schemaVersion":1,"orderTypeIdentifier":"order.example.toast","orderIdentifier":"1","orderType":"ecommerce",
        "createdAt":"2026-05-04T10:06:00Z","updatedAt":"2026-05-04T10:06:00Z","status":"open",
        "orderManagementURL":"https://toast.example",
        "merchant":{"displayName":"Toast","merchantIdentifier":"com.example.toast","url":"https://toast.example"}
        """

    private func problems(_ json: String, besides paths: [String]? = nil) throws -> [String] {
        let check = CheckOrder(besides: paths)
        check(try Document.parse(Array(json.utf8)).root)
        return check.problems.all.map { "\($0.pointer) \($0.code)" }
    }

    @Test func `an order with only the required members is valid`() throws {
        #expect(try problems("{\(Self.least)}") == [])
    }

    @Test func `all missing members of an order are reported at once`() throws {
        #expect(
            try problems("{}") == [
                "/schemaVersion required", "/orderTypeIdentifier required",
                "/orderIdentifier required", "/orderType required", "/createdAt required",
                "/updatedAt required", "/status required", "/orderManagementURL required",
                "/merchant required",
            ])
    }

    @Test(arguments: [
        (
            #""orderProvider":{"displayName":"P","url":"https://p.example","trackingLogoNameLightColorScheme":"l"}"#,
            "/orderProvider/trackingLogoNameDarkColorScheme required"
        ),
        (#""webServiceURL":"https://pay.example"#, "/authenticationToken required"),
        (#""authenticationToken":"0123456789abcdef"#, "/webServiceURL required"),
        (
            #""webServiceURL":"ftp://x","authenticationToken":"0123456789abcdef"#,
            "/webServiceURL invalid_value"
        ),
        (
            #""webServiceURL":"https://pay.example","authenticationToken":"short"#,
            "/authenticationToken too_short"
        ),
        (
            #""barcode":{"format":"ean","message":"1","messageEncoding":"utf-8"}"#,
            "/barcode/format invalid_value"
        ),
        (#""lineItems":[{"title":"Toast"}]"#, "/lineItems/0/quantity required"),
        (#""lineItems":[{"title":"Toast","quantity":"2"}]"#, "/lineItems/0/quantity invalid_value"),
        (
            #""lineItems":[{"title":"Toast","quantity":2,"price":{"amount":"1","currency":"usd"}}]"#,
            "/lineItems/0/price/currency invalid_value"
        ),
        (#""payment":{"status":"paid"}"#, "/payment/total required"),
        (
            #""payment":{"status":"paid","total":{"amount":"1,00","currency":"USD"}}"#,
            "/payment/total/amount invalid_value"
        ),
        (
            #""payment":{"status":"given","total":{"amount":"1.00","currency":"USD"}}"#,
            "/payment/status invalid_value"
        ),
        (
            #""payment":{"status":"paid","total":{"amount":"1.00","currency":"USD"},"transactions":[{"amount":{"amount":"1.00","currency":"USD"},"createdAt":"2026-05-04","paymentMethod":{"displayName":"Visa"},"status":"completed","transactionType":"purchase"}]}"#,
            "/payment/transactions/0/createdAt invalid_value"
        ),
        (
            #""fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"pickup","status":"open"}]"#,
            "/fulfillments/0/displayName required"
        ),
        (
            #""fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"pickup","displayName":"Shop","status":"onTheWay"}]"#,
            "/fulfillments/0/status invalid_value"
        ),
        (
            #""fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"open","estimatedDeliveryWindowDuration":"2 days"}]"#,
            "/fulfillments/0/estimatedDeliveryWindowDuration invalid_value"
        ),
        (
            #""fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"pickup","displayName":"Shop","status":"open","location":{"latitude":91,"longitude":0}}]"#,
            "/fulfillments/0/location/latitude invalid_value"
        ),
        (
            #""returns":[{"returnIdentifier":"r","status":"lost"}]"#,
            "/returns/0/status invalid_value"
        ),
        (#""returnInfo":{"displayCountdown":true}"#, "/returnInfo/returnPolicyURL required"),
        (#""changeNotifications":"sometimes"#, "/changeNotifications invalid_value"),
    ])
    func `each broken rule of an order is reported with its place`(members: String, problem: String)
        throws
    {
        let whole = members.hasSuffix("}") || members.hasSuffix("]") ? members : members + "\""
        #expect(try problems("{\(Self.least),\(whole)}") == [problem])
    }

    @Test(arguments: ["P2D", "PT30M", "P1DT12H", "P3W"])
    func `durations are those of ISO 8601`(duration: String) throws {
        let parcel =
            #""fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"open","estimatedDeliveryWindowDuration":"\#(duration)"}]"#
        #expect(try problems("{\(Self.least),\(parcel)}") == [])
    }

    @Test func `an order is not updated before it is created`() throws {
        let order = Self.least.replacing(
            #""updatedAt":"2026-05-04T10:06:00Z""#, with: #""updatedAt":"2026-05-03T10:06:00Z""#)
        #expect(try problems("{\(order)}") == ["/updatedAt conflict"])
    }

    @Test func `a picture that is not in the package is a warning`() throws {
        let order = Self.least.replacing(
            #""displayName""#, with: #""logo":"logo.png","displayName""#)
        for (paths, count) in [
            (["logo.png"], 0), (["logo@2x.png"], 0), (["fr.lproj/logo@3x.png"], 0),
            (["other.png"], 1),
        ] {
            let check = CheckOrder(besides: paths)
            check(try Document.parse(Array("{\(order)}".utf8)).root)
            #expect(check.warnings.all.count == count, "\(paths)")
        }
    }

    @Test func `a barcode that its format cannot hold is a warning`() throws {
        let code = #""barcode":{"format":"qr","message":"€","messageEncoding":"iso-8859-1"}"#
        let check = CheckOrder()
        check(try Document.parse(Array("{\(Self.least),\(code)}".utf8)).root)
        #expect(check.problems.all == [])
        #expect(check.warnings.all.map(\.pointer) == ["/barcode/message"])
    }
}
