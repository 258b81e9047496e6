/// How a pass looks, and what it is for: the name of one member of pass.json (contracts 7.2).
package enum PassStyle: String, CaseIterable, Sendable {
    case boardingPass, coupon, eventTicket, generic, storeCard

    /// What the front has room for; what is beyond is not shown.
    func roomMax(for group: FieldGroup) -> Int? {
        switch group {
        case .header: 3
        case .primary: self == .boardingPass ? 2 : 1
        case .secondary: 4
        case .auxiliary: self == .boardingPass ? 5 : 4
        case .back, .additionalInfo: nil
        }
    }

    /// Pictures that Wallet shows on it, besides icon and logo.
    var pictures: Set<String> {
        switch self {
        case .boardingPass: ["footer"]
        case .coupon, .storeCard: ["strip"]
        case .eventTicket: ["strip", "background", "thumbnail"]
        case .generic: ["thumbnail"]
        }
    }

    /// Whether Wallet shows it by a date or a beacon only if it has places, too.
    var needsLocations: Bool { self == .coupon || self == .generic || self == .storeCard }

    /// Whether a square barcode takes room from the fields beside it.
    var isNarrow: Bool { needsLocations }
}

/// Where on a pass a field stands.
package enum FieldGroup: String, CaseIterable, Sendable {
    case header = "headerFields"
    case primary = "primaryFields"
    case secondary = "secondaryFields"
    case auxiliary = "auxiliaryFields"
    case back = "backFields"
    case additionalInfo = "additionalInfoFields"

    var member: StaticString {
        switch self {
        case .header: "headerFields"
        case .primary: "primaryFields"
        case .secondary: "secondaryFields"
        case .auxiliary: "auxiliaryFields"
        case .back: "backFields"
        case .additionalInfo: "additionalInfoFields"
        }
    }
}
