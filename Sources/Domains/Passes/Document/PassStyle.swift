/// The style of a pass, which is the name of a member of pass.json (docs/rules/apple.md#7.2).
package enum PassStyle: String, CaseIterable, Sendable {
    case boardingPass, coupon, eventTicket, generic, storeCard
    /// Since iOS 27, alone or together with the style that earlier phones show (Apple, "Creating a
    /// poster generic pass").
    case posterGeneric

    /// Maximum number of fields on the front; Wallet does not show more.
    func roomMax(for group: FieldGroup) -> Int? {
        if self == .posterGeneric { return posterRoomMax(for: group) }
        return switch group {
        case .header: 3
        case .primary: self == .boardingPass ? 2 : 1
        case .secondary: 4
        case .auxiliary: self == .boardingPass ? 5 : 4
        case .back, .additionalInfo, .footer: nil
        }
    }

    private func posterRoomMax(for group: FieldGroup) -> Int? {
        switch group {
        case .header, .footer: 1
        case .primary: 4
        case .secondary, .auxiliary: 0
        case .back, .additionalInfo: nil
        }
    }

    /// Describes the style that shows a group of fields, if this one never does (Apple,
    /// PassFields).
    ///
    /// - Parameter isPoster: true if the pass prefers the style scheme posterEventTicket.
    func place(of group: FieldGroup, isPoster: Bool) -> String? {
        switch group {
        case .additionalInfo where self != .eventTicket || !isPoster:
            "an eventTicket with posterEventTicket in preferredStyleSchemes"
        case .footer where self != .posterGeneric: "posterGeneric"
        default: nil
        }
    }

    /// The pictures that Wallet shows in this style, in addition to icon and logo.
    var pictures: Set<String> {
        switch self {
        case .boardingPass: ["footer"]
        case .coupon, .storeCard: ["strip"]
        case .eventTicket: ["strip", "background", "thumbnail"]
        case .generic: ["thumbnail"]
        case .posterGeneric: ["background"]
        }
    }

    /// True if Wallet only suggests the pass by a date or beacon when it also has locations.
    var needsLocations: Bool { self == .coupon || self == .generic || self == .storeCard }

    /// True if a square barcode reduces the space for fields.
    var isNarrow: Bool { needsLocations }
}

/// The position of a field on a pass.
package enum FieldGroup: String, CaseIterable, Sendable {
    case header = "headerFields"
    case primary = "primaryFields"
    case secondary = "secondaryFields"
    case auxiliary = "auxiliaryFields"
    case back = "backFields"
    case additionalInfo = "additionalInfoFields"
    case footer = "footerFields"

    var member: StaticString {
        switch self {
        case .header: "headerFields"
        case .primary: "primaryFields"
        case .secondary: "secondaryFields"
        case .auxiliary: "auxiliaryFields"
        case .back: "backFields"
        case .additionalInfo: "additionalInfoFields"
        case .footer: "footerFields"
        }
    }
}
