import Postgres
import Vocabulary

/// Opens a pass type, for whose certificate the merchant has proven to have the key.
package struct OpenPassType: Sendable {
    package let type: PassType

    package init(type: PassType) { self.type = type }

    package func callAsFunction(in transaction: Transaction) throws {
        // Whoever claims a name holds its row: of two at once one sees what the other has done.
        guard
            try !transaction.run(PassType.claim(type.identifier, for: type.id.merchant)).isEmpty
        else { throw PassesRefusal.takenByAnother }
        let others = try transaction.run(PassType.all(of: type.id.merchant))
            .map(PassType.init(row:))
        guard !others.contains(where: { $0.identifier == type.identifier }) else {
            throw PassesRefusal.openedBefore
        }
        guard type.kind == .pass || !others.contains(where: { $0.kind == .order }) else {
            throw PassesRefusal.oneOrderType
        }
        guard others.count < PassType.countMax else {
            throw PassesRefusal.tooManyTypes(PassType.countMax)
        }
        // Of two at once that open order types the second finds no room.
        guard try !transaction.run(type.insert).isEmpty else { throw PassesRefusal.oneOrderType }
    }
}
