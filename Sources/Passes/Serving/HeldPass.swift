import Postgres
import Vocabulary

/// What there is to know of a pass to answer who asks for it: who may, and whether they have it already.
package struct HeldPass: Sendable {
    package let id: Pass.ID
    package let type: PassType.ID
    let tag: Int64
    let templateVersion: Int64
    package let modifiedAt: Instant

    /// The pass of a phone that shows its token; nothing when there is none or the token is another's, and nobody can tell which.
    package static func find(
        _ serialNumber: String, of type: PassType.ID?, token: String, on database: Database
    ) async throws -> HeldPass? {
        guard let type, serialNumber.utf8.count <= Pass.serialLengthMax * 4,
            let row = try await database.run(
                Pass.held(by: type, serialNumber), sharing: .reading
            ).first,
            PassSecret.isValid(token, for: try row.get("token_digest"))
        else { return nil }
        return try HeldPass(row, of: type)
    }

    /// The pass of whoever has its link; nothing when it was revoked.
    package static func find(
        by link: PassLink, on database: Database
    ) async throws -> HeldPass? {
        guard
            let row = try await database.run(Pass.held(by: link), sharing: .reading).first,
            PassSecret.isValid(link.secret.text, for: try row.get("link_digest"))
        else { return nil }
        let type: UUID128 = try row.get("pass_type_id")
        return try HeldPass(row, of: PassType.ID(merchant: link.pass.merchant, uuid: type))
    }

    /// For its merchant, who needs no token; nothing when there is none.
    ///
    /// - Throws: `PassesRefusal.erased`, because a package of it may be kept still.
    package static func find(
        _ id: Pass.ID, of kind: PackageKind, on database: Database
    ) async throws -> HeldPass? {
        guard
            let row = try await database.run(Pass.held(id, of: kind), sharing: .reading).first
        else { return nil }
        guard try row.get("erased_at", as: Instant?.self) == nil else {
            throw PassesRefusal.erased
        }
        let type: UUID128 = try row.get("pass_type_id")
        return try HeldPass(row, of: PassType.ID(merchant: id.merchant, uuid: type))
    }

    private init(_ row: Row, of type: PassType.ID) throws {
        id = Pass.ID(merchant: type.merchant, uuid: try row.get("pass_id"))
        self.type = type
        tag = try row.get("tag")
        templateVersion = try row.get("version")
        modifiedAt = try row.get("modified_at")
    }
}
