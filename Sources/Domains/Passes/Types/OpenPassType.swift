import Postgres
import Vocabulary

/// Creates a pass type. The merchant has proven that it has the key of the type's certificate.
package struct OpenPassType: Verb {
    package let type: PassType

    package init(type: PassType) { self.type = type }

    package func callAsFunction(in transaction: Transaction) throws {
        // Claiming a name locks its row: of two concurrent calls, the second sees the result of the
        // first.
        guard
            try !transaction.run(PassType.claim(type.identifier, for: type.id.merchant)).isEmpty
        else { throw PassesRefusal.takenByAnother }
        let others = try transaction.run(PassType.all(of: type.id.merchant))
            .map(PassType.init(row:))
        guard !others.contains(where: { $0.identifier == type.identifier }) else {
            throw PassesRefusal.alreadyCreated
        }
        guard type.kind == .pass || !others.contains(where: { $0.kind == .order }) else {
            throw PassesRefusal.oneOrderType
        }
        guard others.count < PassType.countMax else {
            throw PassesRefusal.tooManyTypes(PassType.countMax)
        }
        // Of two concurrent calls for order types, the second inserts no row.
        guard try !transaction.run(type.insert).isEmpty else { throw PassesRefusal.oneOrderType }
    }
}
