import Crypto
import Postgres
import Vocabulary

/// Finds a merchant's pass or order.
package struct FindPass: Sendable {
    package let id: Pass.ID
    package let kind: PackageKind
    package let keys: KeyRing

    package init(_ id: Pass.ID, of kind: PackageKind = .pass, keys: KeyRing) {
        self.id = id
        self.kind = kind
        self.keys = keys
    }

    package func callAsFunction(on database: Database) async throws -> Pass {
        guard let row = try await database.run(Pass.find(id), groupCommit: .reading).first else {
            throw PassesRefusal.notFound
        }
        let pass = try Pass(row: row, keys: keys)
        guard pass.kind == kind else { throw PassesRefusal.notFound }
        return pass
    }
}
