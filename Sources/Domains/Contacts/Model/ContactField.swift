/// The field in the sheet to which an error points: Apple's `contactField` values
/// (docs/rules/apple.md#2.2).
package enum ContactField: String, CaseIterable, Sendable {
    case phoneNumber, emailAddress, name, phoneticName
    case postalAddress, addressLines, locality, subLocality, postalCode
    case administrativeArea, subAdministrativeArea, country, countryCode
}

/// The fields that a storefront may request from the sheet: Apple's `ApplePayContactField`, which
/// has other names.
package enum RequiredField: String, CaseIterable, Sendable {
    case email, name, phone, postalAddress, phoneticName
}

extension RequiredField {
    /// One bit for each field.
    var bit: UInt8 {
        switch self {
        case .email: 1
        case .name: 2
        case .phone: 4
        case .postalAddress: 8
        case .phoneticName: 16
        }
    }
}

/// The parts of a contact that Apple provides before and with the payment.
package enum Stage: String, CaseIterable, Sendable {
    /// Before the buyer authorizes: no name, no street, postal codes cut (docs/rules/apple.md#3).
    case redacted
    /// With the payment: everything that was requested.
    case full
}

/// The contact's role; the two have different error codes and reporting rules.
package enum Role: String, CaseIterable, Sendable {
    case shipping, billing
}

extension ContactField {
    /// The requested field that includes this field.
    package var requiredField: RequiredField {
        switch self {
        case .phoneNumber: .phone
        case .emailAddress: .email
        case .name: .name
        case .phoneticName: .phoneticName
        case .postalAddress, .addressLines, .locality, .subLocality, .postalCode,
            .administrativeArea, .subAdministrativeArea, .country, .countryCode:
            .postalAddress
        }
    }
}

/// The fields that an error may name at each stage: docs/rules/apple.md#2.2 as one table.
package enum Reporting {
    /// The stages at which each role may report each field. Apple documents nothing for billing
    /// fields before authorization, so they follow the same redaction.
    package static let table: [(field: ContactField, shipping: [Stage], billing: [Stage])] = [
        (.phoneNumber, [.full], []),
        (.emailAddress, [.full], []),
        (.name, [.full], [.full]),
        (.phoneticName, [.full], [.full]),
        (.postalAddress, [.redacted, .full], [.redacted, .full]),
        (.addressLines, [.full], [.full]),
        (.locality, [.redacted, .full], [.redacted, .full]),
        (.subLocality, [.redacted, .full], [.redacted, .full]),
        (.postalCode, [.redacted, .full], [.redacted, .full]),
        (.administrativeArea, [.redacted, .full], [.redacted, .full]),
        (.subAdministrativeArea, [.redacted, .full], [.redacted, .full]),
        (.country, [.redacted, .full], [.redacted, .full]),
        (.countryCode, [.redacted, .full], [.redacted, .full]),
    ]

    /// True if the sheet can show an error on this field at this stage.
    package static func allows(_ field: ContactField, _ role: Role, at stage: Stage) -> Bool {
        let index = (role == .shipping ? 0 : 2) + (stage == .redacted ? 0 : 1)
        return allowed[index] & field.bit != 0
    }

    /// The table as bits, by role and stage, because every field of every contact needs it.
    private static let allowed: [UInt16] = Role.allCases.flatMap { role in
        Stage.allCases.map { stage in
            table.reduce(0) { bits, row in
                let stages = role == .shipping ? row.shipping : row.billing
                return stages.contains(stage) ? bits | row.field.bit : bits
            }
        }
    }
}

extension ContactField {
    /// One bit for each field, by its position in the enumeration.
    var bit: UInt16 {
        switch self {
        case .phoneNumber: 1
        case .emailAddress: 2
        case .name: 4
        case .phoneticName: 8
        case .postalAddress: 16
        case .addressLines: 32
        case .locality: 64
        case .subLocality: 128
        case .postalCode: 256
        case .administrativeArea: 512
        case .subAdministrativeArea: 1024
        case .country: 2048
        case .countryCode: 4096
        }
    }
}
