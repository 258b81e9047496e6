import Vocabulary

/// The reason why a credential is not stored or shown.
package enum CredentialsRefusal: Error, Hashable, Sendable {
    case notFound
    /// The server has no Apple certificates to verify the credential with.
    case noAuthorities
    /// This certificate is already stored.
    case alreadyStored
    /// The merchant has certificates for another Apple merchant identifier; requests to Apple need
    /// a single one.
    case merchantIdentifierMismatch
    /// The type was created with this team; every package of the type names it.
    case typeTeamMismatch(String)
    /// The type's other certificates belong to another team; all packages of a type need the same
    /// team.
    case teamMismatch
    /// The merchant already has this number of certificates of the same kind and identifier, or of
    /// all kinds together. Two overlap during a renewal, and a few are enough.
    case tooMany(Int)
}

extension CredentialsRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .noAuthorities:
            .conflict(
                "no_apple_authorities",
                "the server has no Apple certificates: its operator must set "
                    + "PAYSHEET_APPLE_CERTIFICATES"
            )
        case .alreadyStored:
            .conflict("certificate_exists", "this certificate is already stored")
        case .typeTeamMismatch(let team):
            .conflict(
                "other_team",
                "this type was created with team \(team), which all its packages contain: store a "
                    + "certificate of that team, "
                    + "or delete the type with DELETE /v1/pass-types/{passType} and create it again"
            )
        case .teamMismatch:
            .conflict(
                "other_team",
                "the stored certificates of this type belong to another team: delete them first")
        case .merchantIdentifierMismatch:
            .conflict(
                "other_merchant_identifier",
                "all certificates of a merchant must have the same Apple merchant identifier: "
                    + "delete the others first, or create another merchant")
        case .tooMany(let most):
            .conflict(
                "too_many_certificates",
                "a merchant can have at most \(most) certificates of each kind; delete one first")
        }
    }
}
