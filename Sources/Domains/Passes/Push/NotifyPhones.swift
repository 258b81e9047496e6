import Postgres
import Vocabulary

/// Notifies the phones with a pass to request it, whether or not it has changed.
package struct NotifyPhones: Verb {
    package let typeIdentifier: String
    package let serialNumber: String
    package let now: Instant

    /// - Parameter typeIdentifier: Apple's pass type identifier.
    package init(typeIdentifier: String, serialNumber: String, now: Instant) {
        self.typeIdentifier = typeIdentifier
        self.serialNumber = serialNumber
        self.now = now
    }

    /// - Returns: the number of phones to notify; refuses an unknown pass.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        guard let row = try transaction.run(PassType.find(named: typeIdentifier)).first else {
            throw PassesRefusal.notFound
        }
        let type = PassType.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("pass_type_id"))
        guard let pass = try transaction.run(Pass.findVersion(by: type, serialNumber)).first else {
            throw PassesRefusal.notFound
        }
        let id: UUID128 = try pass.get("pass_id")
        return try transaction.run(WaitingPush.enqueue(for: [id], type.merchant, at: now)).count
    }
}
