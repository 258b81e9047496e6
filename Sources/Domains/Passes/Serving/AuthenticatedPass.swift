import Postgres
import Vocabulary

/// A pass that a request may have, with the values that show whether the phone already has its
/// current version.
package struct AuthenticatedPass: Sendable {
    package let id: Pass.ID
    package let type: PassType.ID
    let tag: Int64
    let templateVersion: Int64
    package let modifiedAt: Instant

    /// Returns the pass for a phone's token. Returns nil for an unknown pass and for a wrong token
    /// alike, so that a caller cannot probe serial numbers.
    package static func find(
        _ serialNumber: String, of type: PassType.ID?, token: String, on database: Database
    ) async throws -> AuthenticatedPass? {
        guard let type, serialNumber.utf8.count <= Pass.serialLengthMax * 4,
            let row = try await database.run(
                Pass.findVersion(by: type, serialNumber), groupCommit: .reading
            ).first,
            PassSecret.isValid(token, for: try row.get("token_digest"))
        else { return nil }
        return try AuthenticatedPass(row, of: type)
    }

    /// Returns the pass for a download link; nil if the link was revoked.
    package static func find(
        by link: PassLink, on database: Database
    ) async throws -> AuthenticatedPass? {
        guard
            let row = try await database.run(Pass.findVersion(by: link), groupCommit: .reading)
                .first,
            PassSecret.isValid(link.secret.text, for: try row.get("link_digest"))
        else { return nil }
        let type: UUID128 = try row.get("pass_type_id")
        return try AuthenticatedPass(row, of: PassType.ID(merchant: link.pass.merchant, uuid: type))
    }

    /// Returns a pass to its merchant, without a token; nil if it does not exist.
    ///
    /// - Throws: `PassesRefusal.erased`, because phones may still have the pass.
    package static func find(
        _ id: Pass.ID, of kind: PackageKind, on database: Database
    ) async throws -> AuthenticatedPass? {
        guard
            let row = try await database.run(Pass.findVersion(id, of: kind), groupCommit: .reading)
                .first
        else { return nil }
        guard try row.get("erased_at", as: Instant?.self) == nil else {
            throw PassesRefusal.erased
        }
        let type: UUID128 = try row.get("pass_type_id")
        return try AuthenticatedPass(row, of: PassType.ID(merchant: id.merchant, uuid: type))
    }

    private init(_ row: Row, of type: PassType.ID) throws {
        id = Pass.ID(merchant: type.merchant, uuid: try row.get("pass_id"))
        self.type = type
        tag = try row.get("tag")
        templateVersion = try row.get("version")
        modifiedAt = try row.get("modified_at")
    }
}
