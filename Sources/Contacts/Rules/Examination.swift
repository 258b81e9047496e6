import Vocabulary

/// One contact on its way through the rules: what is known of it and what was found so far.
///
/// It cannot be copied: thirty texts would be retained and released for each copy.
struct Examination: ~Copyable {
    let contact: Contact
    let stage: Stage
    let role: Role
    private let required: UInt8
    let policy: ContactPolicy

    var normalized = Contact()
    var provenance = Provenances()
    var destination: Destination?
    /// What the region's text means, whatever the postal code says.
    var saidRegion: String?
    private var errors: [(rank: Int, error: FieldError)] = []
    private var warnings: [FieldWarning] = []
    private var reported: UInt16 = 0

    init(
        _ contact: Contact, stage: Stage, role: Role, required: Set<RequiredField>,
        policy: ContactPolicy
    ) {
        self.contact = contact
        self.stage = stage
        self.role = role
        self.required = required.reduce(0) { $0 | $1.bit }
        self.policy = policy
    }

    /// Whether the sheet was asked for what brings this field along.
    func requires(_ field: RequiredField) -> Bool { required & field.bit != 0 }

    /// Reports what is wrong with a field, once: an error if the sheet asked for the field and can
    /// show it now; nothing if redaction has taken it; a warning if the sheet did not ask.
    mutating func report(_ field: ContactField, _ message: Message) {
        guard reported & field.bit == 0 else { return }
        guard requires(field.requiredField) else {
            reported |= field.bit
            return warn(field, message)
        }
        if stage == .redacted, !Reporting.allows(field, role, at: stage) { return }
        reported |= field.bit
        errors.append(
            (
                field.rank,
                error(on: field, message)
            ))
    }

    private func error(on field: ContactField, _ message: Message) -> FieldError {
        Reporting.allows(field, role, at: stage)
            ? FieldError(role, field, message) : FieldError(role, message)
    }

    /// Reports that a field is missing; nobody misses one that the sheet did not ask for.
    mutating func reportMissing(_ field: ContactField, _ message: Message) {
        if requires(field.requiredField) { report(field, message) }
    }

    mutating func reportUnserviceable(_ message: Message) {
        errors.append((-1, FieldError(code: .addressUnserviceable, message: message)))
    }

    mutating func warn(
        _ field: ContactField, _ message: Message, suggestion: String? = nil
    ) {
        warnings.append(FieldWarning(field, message, suggestion: suggestion))
    }

    /// Keeps a text, with where it comes from.
    mutating func keep(
        _ part: ContactPart, _ text: String?,
        _ source: Provenance
    ) {
        normalized[part] = text
        provenance[part] = text == nil ? nil : source
    }

    /// All that was found, most important first (contracts 2.1).
    consuming func examined() -> Examined {
        // Stable: what has the same rank stays in the order of the checks.
        let sorted =
            errors.count < 2
            ? errors
            : errors.enumerated().sorted {
                ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
            }.map(\.element)
        return Examined(
            normalized: normalized, provenance: provenance, given: respelled(),
            destination: destination, errors: sorted.map(\.error), warnings: warnings)
    }

    /// The parts of the contact that the normalised one has otherwise, as they came.
    private borrowing func respelled() -> Contact? {
        var given = Contact()
        var isNone = true
        for part in ContactPart.allCases where part != .addressLines {
            guard let text = contact[part], !text.isEmpty, normalized[part] != text else {
                continue
            }
            given[part] = text
            isNone = false
        }
        if contact.addressLines != normalized.addressLines {
            given.addressLines = contact.addressLines
            isNone = isNone && contact.addressLines.isEmpty
        }
        return isNone ? nil : given
    }
}

extension ContactField {
    /// Its place among several errors: what decides about the rest of the address comes first.
    fileprivate var rank: Int {
        switch self {
        case .postalAddress: 0
        case .country: 1
        case .countryCode: 2
        case .postalCode: 3
        case .administrativeArea: 4
        case .subAdministrativeArea: 5
        case .locality: 6
        case .subLocality: 7
        case .addressLines: 8
        case .name: 9
        case .phoneticName: 10
        case .phoneNumber: 11
        case .emailAddress: 12
        }
    }
}
