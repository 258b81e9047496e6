import JSON
import Vocabulary

/// Checks a pass.json (docs/rules/apple.md#7.2) and reports each problem with its location. Members
/// that Wallet ignores, or shows differently than intended, are warnings. A rule without a clock.
///
/// Not thread-safe; use one for each document.
package final class CheckPass {
    package let problems: Problems
    package let warnings = Problems()
    /// Paths of the pass's other files.
    let paths: Set<String>
    /// Dates before this are in the past; nil skips this check.
    private let now: Instant?

    /// - Parameter isIssued: true for a pass that Paysheet issues, which must keep Paysheet's own
    ///   maximums; for other passes, a larger value is a warning, and Apple's rules still apply.
    package init(besides paths: [String], at now: Instant? = nil, isIssued: Bool = true) {
        problems = Problems(excesses: isIssued ? nil : warnings)
        self.paths = Set(paths)
        self.now = now
    }

    /// The identifiers in a pass's document.
    package struct Identity: Sendable {
        package let typeIdentifier: String
        package let teamIdentifier: String
        package let serialNumber: String
        package let style: PassStyle
    }

    /// Returns nil if the document lacks one of the identifiers or has no valid style.
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
        colors(pass)
        let styles = styles(pass)
        let isSquare = barcodes(pass)
        for style in styles { fields(of: style, in: pass, besideSquare: isSquare) }
        pictures(of: styles)
        members(pass, styles)
        schemes(pass, styles)
        actions(pass)
        upcoming(pass, styles)
        relevance(pass, styles.first)
        nfc(pass)
        let end = pass.value(
            "expirationDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        if let end, let now, end < now {
            warnings.add(
                "/expirationDate", "expired", "in the past: phones show the pass as expired")
        }
        guard let type, let team, let serial, let style = styles.first else { return nil }
        return Identity(
            typeIdentifier: type, teamIdentifier: team, serialNumber: serial, style: style)
    }

    /// Paysheet's own maximum of a text.
    static let textMax = 4_096
    /// Longest identifier that devices send in a URL.
    static let nameMax = 255

    private func colors(_ pass: ObjectReader) {
        for member: StaticString in [
            "backgroundColor", "foregroundColor", "labelColor", "footerBackgroundColor",
            "stripColor",
        ] {
            guard let text = pass.string(member, maxLength: 64) else { continue }
            switch PassColor(text) {
            case .opaque: break
            case .translucent:
                warnings.add(
                    pass.pointer(to: "\(member)"), "undocumented",
                    "Apple documents only the form rgb(23, 187, 82): phones may show a different "
                        + "color"
                )
            case nil: pass.refuse(member, "invalid_value", PassColor.form)
            }
        }
    }

    /// Exactly one style, or one classic style and a poster; the classic style comes first.
    private func styles(_ pass: ObjectReader) -> [PassStyle] {
        let styles = PassStyle.allCases.filter { pass.has($0.member) }
        let classic = styles.filter { $0 != .posterGeneric }
        guard !styles.isEmpty, classic.count <= 1 else {
            problems.add(
                "", "invalid_value",
                "exactly one of boardingPass, coupon, eventTicket, generic and storeCard; "
                    + "posterGeneric is allowed alone or in addition"
            )
            return []
        }
        if classic.isEmpty {
            warnings.add(
                "/posterGeneric", "needs_ios_27",
                "phones before iOS 27 reject the pass: add generic or another style")
        }
        return styles
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
        case .posterGeneric: "posterGeneric"
        }
    }
}
