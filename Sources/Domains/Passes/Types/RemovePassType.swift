import Postgres
import Vocabulary

/// Deletes a pass type with its template and releases its name. Refuses a type with issued passes.
package struct RemovePassType: Verb {
    package let id: PassType.ID

    package init(_ id: PassType.ID) { self.id = id }

    package func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(PassType.lock(id)).first else {
            throw PassesRefusal.notFound
        }
        guard try transaction.run(Pass.anyPass(of: id)).isEmpty else {
            throw PassesRefusal.typeInUse
        }
        let type = try PassType(row: row)
        try transaction.enqueue(PassType.remove(id))
        try transaction.enqueue(PassType.releaseName(type.identifier, of: id.merchant))
    }
}
