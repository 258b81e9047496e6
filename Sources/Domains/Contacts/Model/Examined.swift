import Vocabulary

/// The results of a contact's examination.
package struct Examined: Equatable, Sendable {
    /// The contact in the form that an order keeps; unreadable or overlong parts are missing.
    package var normalized: Contact
    /// The provenance of each part of `normalized`.
    package var provenance: Provenances
    /// The buyer's own text of each part that was changed or left out; nil without such parts.
    package var given: Contact?
    /// Country, region and postal code in the form that zones and tax rates compare with.
    package var destination: Destination?
    /// All errors that stop the order, most important first, one per field
    /// (docs/rules/apple.md#2.1).
    package var errors: [FieldError]
    package var warnings: [FieldWarning]

    package init(
        normalized: Contact, provenance: Provenances = Provenances(), given: Contact? = nil,
        destination: Destination? = nil, errors: [FieldError] = [],
        warnings: [FieldWarning] = []
    ) {
        self.normalized = normalized
        self.provenance = provenance
        self.given = given
        self.destination = destination
        self.errors = errors
        self.warnings = warnings
    }

    package var isValid: Bool { errors.isEmpty }
}

/// The source of a normalized part.
package enum Provenance: String, CaseIterable, Sendable {
    /// Unchanged.
    case given
    /// The buyer's value in another spelling.
    case normalized = "normalised"
    /// Not the buyer's: derived from another part.
    case inferred
}

/// The provenance of each part that is present; four bits for each of fourteen parts.
package struct Provenances: Equatable, Sendable {
    private var bits: UInt64 = 0

    package init() {}

    package subscript(part: ContactPart) -> Provenance? {
        get {
            switch bits >> part.shift & 15 {
            case 1: .given
            case 2: .normalized
            case 3: .inferred
            default: nil
            }
        }
        set {
            let code: UInt64 =
                switch newValue {
                case nil: 0
                case .given: 1
                case .normalized: 2
                case .inferred: 3
                }
            bits = bits & ~(15 << part.shift) | code << part.shift
        }
    }
}

extension ContactPart {
    fileprivate var shift: UInt64 {
        switch self {
        case .givenName: 0
        case .familyName: 4
        case .phoneticGivenName: 8
        case .phoneticFamilyName: 12
        case .emailAddress: 16
        case .phoneNumber: 20
        case .addressLines: 24
        case .subLocality: 28
        case .locality: 32
        case .subAdministrativeArea: 36
        case .administrativeArea: 40
        case .postalCode: 44
        case .country: 48
        case .countryCode: 52
        }
    }
}
