/// Why a credential is not stored or shown.
package enum CredentialsRefusal: Error, Hashable, Sendable {
    case notFound
    /// The server was given no certificates of Apple's to judge by.
    case noAuthorities
    /// This very certificate is there already.
    case storedBefore
    /// The merchant has certificates of another merchant identifier of Apple's; in whose name would it ask?
    case otherMerchantIdentifier
    /// The type was opened with this team, which every package of it names.
    case otherTeamThanType(String)
    /// The type's certificates are of another team: packages of two teams are not one type's.
    case otherTeam
    /// So many of one kind are there already; two overlap, and nobody needs more than a few.
    case tooMany(Int)
}

/// A row that says what no version of this server has written.
package struct UnreadableCredential: Error, Equatable {
    package let column: String
}
