import Vocabulary

/// The state of one contact's examination: the input and the results so far.
///
/// It cannot be copied, because each copy would retain and release thirty strings.
struct Examination: ~Copyable {
    let contact: Contact
    let stage: Stage
    let role: Role
    private let required: UInt8
    let policy: ContactPolicy

    var normalized = Contact()
    var provenance = Provenances()
    var destination: Destination?
    /// The country in the contact; the postal code may change it to a territory.
    var namedCountry: Country?
    /// The region in the contact, before the postal code is considered.
    var statedRegion: String?
    /// The territory whose form the postal code has.
    var territoryOfCode: Country?
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

    /// True if the sheet asks for this field.
    func requires(_ field: RequiredField) -> Bool { required & field.bit != 0 }

    /// Reports a problem of a field, once: an error if the sheet asks for the field and can show it
    /// now; nothing while the field is redacted; a warning if the sheet does not ask for it.
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

    /// Reports a missing field, if the sheet asks for it.
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

    /// Keeps a text and its provenance.
    mutating func store(
        _ part: ContactPart, _ text: String?,
        _ source: Provenance
    ) {
        normalized[part] = text
        provenance[part] = text == nil ? nil : source
    }

    /// All results, the most important error first (docs/rules/apple.md#2.1).
    consuming func examined() -> Examined {
        // A stable sort: errors of the same rank stay in the order of the checks.
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

    /// The original parts that differ from the normalized ones.
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
    /// The order of errors: fields on which the rest of the address depends come first.
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
