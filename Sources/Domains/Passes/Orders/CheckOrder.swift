import JSON
import Vocabulary

/// Checks an order.json (docs/rules/apple.md#8.2) and reports each problem with its location.
/// Members that Wallet would not show are warnings. A rule without a clock.
///
/// Not thread-safe; use one for each document.
package final class CheckOrder {
    package let problems: Problems
    package let warnings = Problems()
    /// Paths of the package's other files; nil if they are unknown.
    let paths: Set<String>?

    /// - Parameter isIssued: true for an order that Paysheet issues, which must keep Paysheet's own
    ///   maximums; for other orders, a larger value is a warning, and Apple's rules still apply.
    package init(besides paths: [String]? = nil, isIssued: Bool = true) {
        problems = Problems(excesses: isIssued ? nil : warnings)
        self.paths = paths.map { Set($0) }
    }

    /// The identifiers in an order's document.
    package struct Identity: Sendable {
        package let typeIdentifier: String
        package let orderIdentifier: String
    }

    /// Returns nil if the document lacks one of the identifiers.
    @discardableResult package func callAsFunction(_ node: Node) -> Identity? {
        guard let order = ObjectReader(node, problems: problems) else { return nil }
        _ = order.integer("schemaVersion", in: 1...1, required: true)
        let type = order.string(
            "orderTypeIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
        let identifier = order.string(
            "orderIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
        _ = order.choice("orderType", of: OrderKind.self, required: true)
        dates(order)
        _ = order.choice("status", of: OrderStatus.self, required: true)
        text(order, "statusDescription")
        _ = order.string("orderNumber", minLength: 1, maxLength: Self.textMax)
        address(order, "orderManagementURL", required: true)
        _ = order.choice("changeNotifications", of: ChangeNotifications.self)
        WebServiceRule.check(order, warnings: warnings)
        merchant(order)
        customer(order.object("customer"))
        order.array("associatedApplications", maxCount: Self.listMax)?.eachObject { app in
            _ = app.string(
                "storeIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
            text(app, "customProductPageIdentifier")
            address(app, "launchURL")
        }
        barcode(order.object("barcode"))
        lineItems(of: order)
        payment(order)
        fulfillments(order)
        returns(order)
        provider(order)
        guard let type, let identifier else { return nil }
        return Identity(typeIdentifier: type, orderIdentifier: identifier)
    }

    /// Paysheet's own maximum of a text.
    static let textMax = 4_096
    /// Longest identifier that devices send in a URL.
    static let nameMax = 255
    /// Maximum length of any list; carts are shorter.
    static let listMax = 1_000
    static let dateForm = "a date and time with a time zone, such as 2026-05-04T10:06:00Z"

    func text(_ reader: ObjectReader, _ member: StaticString, required: Bool = false) {
        _ = reader.string(
            member, minLength: required ? 1 : 0, maxLength: Self.textMax, required: required)
    }

    @discardableResult
    func date(_ reader: ObjectReader, _ member: StaticString, required: Bool = false) -> Instant? {
        reader.value(
            member, maxLength: 64, required: required, detail: Self.dateForm,
            parse: { Instant(rfc3339: $0) })
    }

    func address(_ reader: ObjectReader, _ member: StaticString, required: Bool = false) {
        PassURL.check(member, of: reader, required: required, warnings: warnings)
    }

    /// Checks the name of a picture or document, without its size suffix. Wallet does not show a
    /// missing file.
    func file(_ reader: ObjectReader, _ member: StaticString, required: Bool = false) {
        guard
            let name = reader.string(
                member, minLength: 1, maxLength: Self.nameMax, required: required),
            let paths
        else { return }
        let isThere = paths.contains { path in
            let file = path.split(separator: "/").last.map(String.init) ?? path
            return file == name || file.hasPrefix(Self.bare(name) + ".")
                || file.hasPrefix(Self.bare(name) + "@")
        }
        if !isThere {
            warnings.add(
                reader.pointer(to: String(describing: member)), "not_shown",
                "the package does not contain this file")
        }
    }

    private static func bare(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private func dates(_ order: ObjectReader) {
        let created = date(order, "createdAt", required: true)
        let updated = date(order, "updatedAt", required: true)
        if let created, let updated, updated < created {
            order.refuse("updatedAt", "conflict", "before createdAt")
        }
    }

    private func merchant(_ order: ObjectReader) {
        guard let merchant = order.object("merchant", required: true) else { return }
        text(merchant, "displayName", required: true)
        _ = merchant.string(
            "merchantIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
        address(merchant, "url", required: true)
        place(merchant.object("address"))
        address(merchant, "businessChatURL")
        address(merchant, "contactURL")
        text(merchant, "emailAddress")
        text(merchant, "phoneNumber")
        file(merchant, "logo")
    }

    private func provider(_ order: ObjectReader) {
        guard let provider = order.object("orderProvider") else { return }
        text(provider, "displayName", required: true)
        address(provider, "url", required: true)
        text(provider, "trackingLogoNameDarkColorScheme", required: true)
        text(provider, "trackingLogoNameLightColorScheme", required: true)
    }

    func customer(_ customer: ObjectReader?) {
        guard let customer else { return }
        for member: StaticString in [
            "emailAddress", "familyName", "givenName", "organizationName", "phoneNumber",
        ] { text(customer, member) }
    }

    func place(_ address: ObjectReader?) {
        guard let address else { return }
        _ = address.array("addressLines", maxCount: 10)?.strings(maxLength: Self.textMax)
        _ = address.value(
            "countryCode", maxLength: 2, detail: "an upper-case ISO 3166 country code",
            parse: { Country($0) })
        for member: StaticString in [
            "administrativeArea", "locality", "postalCode", "subAdministrativeArea", "subLocality",
        ] { text(address, member) }
    }

    func barcode(_ code: ObjectReader?) {
        guard let code else { return }
        let kind = code.choice("format", of: BarcodeKind.self, required: true)
        let message = code.string(
            "message", minLength: 1, maxLength: BarcodeFormat.messageMax, required: true)
        let encoding = code.string(
            "messageEncoding", minLength: 1, maxLength: Self.textMax, required: true)
        BarcodeEncoding.check(message, encoding, in: kind?.format, of: code, warnings)
        text(code, "altText")
    }
}

private enum OrderKind: String, CaseIterable { case ecommerce }
private enum OrderStatus: String, CaseIterable { case open, completed, cancelled }
private enum ChangeNotifications: String, CaseIterable {
    case enabled, disabledIfAppInstalled
}
private enum BarcodeKind: String, CaseIterable {
    case qr, pdf417, aztec, code128

    var format: BarcodeFormat {
        switch self {
        case .qr: .qr
        case .pdf417: .pdf417
        case .aztec: .aztec
        case .code128: .code128
        }
    }
}
