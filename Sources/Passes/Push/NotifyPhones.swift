import Postgres
import Vocabulary

/// Tells the phones that have a pass to ask for it, whether it has changed or not.
package struct NotifyPhones: Sendable {
    package let typeIdentifier: String
    package let serialNumber: String
    package let now: Instant

    /// - Parameter typeIdentifier: as Apple knows it.
    package init(typeIdentifier: String, serialNumber: String, now: Instant) {
        self.typeIdentifier = typeIdentifier
        self.serialNumber = serialNumber
        self.now = now
    }

    /// How many phones will be told; refused where there is no such pass.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        guard let row = try transaction.run(PassType.find(named: typeIdentifier)).first else {
            throw PassesRefusal.notFound
        }
        let type = PassType.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("pass_type_id"))
        guard let pass = try transaction.run(Pass.held(by: type, serialNumber)).first else {
            throw PassesRefusal.notFound
        }
        let id: UUID128 = try pass.get("pass_id")
        return try transaction.run(WaitingPush.enqueue(for: [id], type.merchant, at: now)).count
    }
}
