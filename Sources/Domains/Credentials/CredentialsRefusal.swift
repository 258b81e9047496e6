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
