import JSON
import Vocabulary

/// What is wrong with a pass.json (contracts 7.2): each thing with its place. What Wallet would show otherwise
/// than it was meant, or not at all, is a warning. A rule without a clock.
///
/// Belongs to one thread and one document.
package final class CheckPass {
    package let problems = Problems()
    package let warnings = Problems()
    /// The other files of the pass.
    let paths: Set<String>
    /// Until then a date is past; nothing where nobody asks.
    private let now: Instant?

    package init(besides paths: [String], at now: Instant? = nil) {
        self.paths = Set(paths)
        self.now = now
    }

    /// Of whom a pass is, as it says itself.
    package struct Identity: Sendable {
        package let typeIdentifier: String
        package let teamIdentifier: String
        package let serialNumber: String
        package let style: PassStyle
    }

    /// Nothing when the document does not say so much.
    package func callAsFunction(_ node: Node) -> Identity? {
        guard let pass = ObjectReader(node, problems: problems) else { return nil }
        _ = pass.integer("formatVersion", in: 1...1, required: true)
        _ = pass.string("description", minLength: 1, maxLength: Self.textMax, required: true)
        _ = pass.string("organizationName", minLength: 1, maxLength: Self.textMax, required: true)
        let type = pass.string(
            "passTypeIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
        let team = pass.string(
            "teamIdentifier", minLength: 1, maxLength: Self.nameMax, required: true)
        let serial = pass.string(
            "serialNumber", minLength: 1, maxLength: Self.nameMax, required: true)
        WebServiceRule.check(pass, warnings: warnings)
        looks(pass)
        let style = style(pass)
        let isSquare = barcodes(pass)
        if let style {
            fields(of: style, in: pass, besideSquare: isSquare)
            pictures(of: style)
        }
        relevance(pass, style)
        nfc(pass)
        let end = pass.value(
            "expirationDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        if let end, let now, end < now {
            warnings.add("/expirationDate", "expired", "in the past: phones show the pass as over")
        }
        _ = pass.bool("voided")
        _ = pass.bool("sharingProhibited")
        guard let type, let team, let serial, let style else { return nil }
        return Identity(
            typeIdentifier: type, teamIdentifier: team, serialNumber: serial, style: style)
    }

    /// Longer ones are shown nowhere.
    static let textMax = 4_096
    /// A name in an address, as devices write them.
    static let nameMax = 255

    private func looks(_ pass: ObjectReader) {
        for member: StaticString in [
            "backgroundColor", "foregroundColor", "labelColor", "footerBackgroundColor",
            "stripColor",
        ] {
            guard let text = pass.string(member, maxLength: 64) else { continue }
            if !PassColor.isColor(text) { pass.refuse(member, "invalid_value", PassColor.form) }
        }
        _ = pass.string("logoText", maxLength: Self.textMax)
        _ = pass.bool("suppressStripShine")
    }

    /// Exactly one.
    private func style(_ pass: ObjectReader) -> PassStyle? {
        let styles = PassStyle.allCases.filter { pass.has($0.member) }
        guard styles.count == 1, let style = styles.first else {
            problems.add(
                "", "invalid_value",
                "exactly one of boardingPass, coupon, eventTicket, generic and storeCard")
            return nil
        }
        return style
    }
}

extension PassStyle {
    var member: StaticString {
        switch self {
        case .boardingPass: "boardingPass"
        case .coupon: "coupon"
        case .eventTicket: "eventTicket"
        case .generic: "generic"
        case .storeCard: "storeCard"
        }
    }
}
