import Crypto
import Postgres
import Vocabulary

/// One pass of a merchant's.
package struct FindPass: Sendable {
    package let id: Pass.ID
    package let keys: KeyRing

    package init(_ id: Pass.ID, keys: KeyRing) {
        self.id = id
        self.keys = keys
    }

    package func callAsFunction(on database: Database) async throws -> Pass {
        guard let row = try await database.run(Pass.find(id), sharing: .reading).first else {
            throw PassesRefusal.notFound
        }
        return try Pass(row: row, keys: keys)
    }
}
