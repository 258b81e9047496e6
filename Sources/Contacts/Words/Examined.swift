import Vocabulary

/// What the rules found out about a contact.
package struct Examined: Equatable, Sendable {
    /// The contact as an order should keep it; what was unreadable or over-long is absent.
    package var normalized: Contact
    /// Where each part of `normalized` comes from.
    package var provenance: Provenances
    /// The buyer's own words for each part that was respelled or left out; nil if none was.
    package var given: Contact?
    /// Country, region and postal code in the forms that zones and tax rates compare with.
    package var destination: Destination?
    /// All that stops the order, most important first, one per field (contracts 2.1).
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

/// Where a normalised part comes from.
package enum Provenance: String, CaseIterable, Sendable {
    /// As it came.
    case given
    /// The buyer's value in another spelling.
    case normalised
    /// Not the buyer's: read off another part.
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
            case 2: .normalised
            case 3: .inferred
            default: nil
            }
        }
        set {
            let code: UInt64 =
                switch newValue {
                case nil: 0
                case .given: 1
                case .normalised: 2
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
