import Archive
import Postgres
import Vocabulary

/// Lists a merchant's pass types, newest first; it has a handful.
package struct FindPassTypes: Sendable {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(on database: Database) async throws -> [PassType] {
        try await database.run(PassType.all(of: merchant), groupCommit: .reading)
            .map(PassType.init(row:))
    }
}

/// Finds a pass type, without the files of its template.
package struct FindPassType: Sendable {
    package let id: PassType.ID

    package init(_ id: PassType.ID) { self.id = id }

    package func callAsFunction(on database: Database) async throws -> PassType {
        guard let row = try await database.run(PassType.find(id), groupCommit: .reading).first
        else {
            throw PassesRefusal.notFound
        }
        return try PassType(row: row)
    }
}

/// Finds a pass type with the files of its template in one consistent read; refuses a type without
/// a template.
package struct FindTemplate: Sendable {
    package let id: PassType.ID

    package init(_ id: PassType.ID) { self.id = id }

    package func callAsFunction(
        on database: Database
    ) async throws -> (type: PassType, files: [Zip.File]) {
        let rows = try await database.run(PassType.findWithFiles(id))
        guard let first = rows.first else { throw PassesRefusal.notFound }
        return (
            try PassType(row: first),
            try rows.map { Zip.File(try $0.get("path"), try $0.get("bytes")) }
        )
    }
}
