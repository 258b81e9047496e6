import JSON

/// A cart as a storefront sends it, to measure reading and writing.
struct PaymentRequest {
    struct Line {
        let label: String
        let type: String
        let amount: String

        init(_ fields: ObjectReader) {
            label = fields.string("label", minLength: 1, maxLength: 128, required: true) ?? ""
            type = fields.string("type", maxLength: 16, required: true) ?? ""
            amount = fields.decimal("amount", required: true) ?? ""
            fields.refuseUnknown()
        }

        func write(to writer: inout Writer) {
            writer.object {
                $0.member("label", label)
                $0.member("type", type)
                $0.member("amount", amount)
            }
        }
    }

    struct Method {
        let label: String
        let detail: String
        let amount: String
        let identifier: String

        init(_ fields: ObjectReader) {
            label = fields.string("label", maxLength: 128, required: true) ?? ""
            detail = fields.string("detail", maxLength: 128, required: true) ?? ""
            amount = fields.decimal("amount", required: true) ?? ""
            identifier = fields.string("identifier", maxLength: 64, required: true) ?? ""
            fields.refuseUnknown()
        }

        func write(to writer: inout Writer) {
            writer.object {
                $0.member("label", label)
                $0.member("detail", detail)
                $0.member("amount", amount)
                $0.member("identifier", identifier)
            }
        }
    }

    let country: String
    let currency: String
    let capabilities: [String]
    let networks: [String]
    let billingFields: [String]
    let lines: [Line]
    let methods: [Method]
    let contact: Node?
    let total: Line?

    init(_ fields: ObjectReader) {
        country = fields.string("countryCode", maxLength: 2, required: true) ?? ""
        currency = fields.string("currencyCode", maxLength: 3, required: true) ?? ""
        capabilities =
            fields.strings("merchantCapabilities", maxCount: 8, maxLength: 32) ?? []
        networks = fields.strings("supportedNetworks", maxCount: 32, maxLength: 32) ?? []
        billingFields =
            fields.strings("requiredBillingContactFields", maxCount: 8, maxLength: 32) ?? []
        lines = fields.array("lineItems", maxCount: 100)?.objects(Line.init) ?? []
        methods = fields.array("shippingMethods", maxCount: 32)?.objects(Method.init) ?? []
        contact = fields.node("shippingContact")
        total = fields.object("total", required: true).map(Line.init)
        fields.refuseUnknown()
    }

    func json() -> [UInt8] {
        Writer.write {
            $0.member("countryCode", country)
            $0.member("currencyCode", currency)
            $0.member("merchantCapabilities", capabilities)
            $0.member("supportedNetworks", networks)
            $0.member("requiredBillingContactFields", billingFields)
            $0.array("lineItems", lines) { $0.write(to: &$1) }
            $0.array("shippingMethods", methods) { $0.write(to: &$1) }
            $0.member("shippingContact", ifPresent: contact)
            $0.key("total")
            total?.write(to: &$0)
        }
    }

    static let text = """
        {"countryCode":"US","currencyCode":"USD",\
        "merchantCapabilities":["supports3DS","supportsCredit","supportsDebit"],\
        "supportedNetworks":["visa","masterCard","amex","discover"],\
        "requiredBillingContactFields":["postalAddress","name"],\
        "lineItems":[{"label":"Merino crew-neck sweater","type":"final","amount":"74.50"},\
        {"label":"Organic cotton socks (3)","type":"final","amount":"18.00"},\
        {"label":"Gift wrapping","type":"final","amount":"4.99"},\
        {"label":"Estimated sales tax","type":"pending","amount":"8.53"},\
        {"label":"Loyalty discount","type":"final","amount":"-5.00"}],\
        "shippingMethods":[\
        {"label":"Standard","detail":"Arrives in 5 to 7 days","amount":"0.00","identifier":"std"},\
        {"label":"Express","detail":"Arrives in 2 to 3 days","amount":"9.95","identifier":"exp"},\
        {"label":"Overnight","detail":"Arrives tomorrow by 5pm","amount":"29.00",\
        "identifier":"ovn"}],\
        "shippingContact":{"givenName":"Joël","familyName":"Appleseed",\
        "emailAddress":"joel@example.com","phoneNumber":"+14085550100",\
        "addressLines":["1 Example Park Way","Apt 12"],"locality":"Cupertino",\
        "administrativeArea":"CA","postalCode":"95014","countryCode":"US"},\
        "total":{"label":"Peer Shop","type":"final","amount":"101.02"}}
        """
}
