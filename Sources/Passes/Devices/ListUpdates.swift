import Postgres
import Vocabulary

/// Which of a phone's passes of a type have changed since it asked last.
package struct ListUpdates: Sendable {
    package let device: WalletDevice
    package let type: PassType.ID
    /// Nothing when it asks for the first time.
    package let tag: UpdateTag?

    package init(of device: WalletDevice, _ type: PassType.ID, since tag: UpdateTag?) {
        self.device = device
        self.type = type
        self.tag = tag
    }

    package struct Updates: Sendable {
        package let serialNumbers: [String]
        /// What the phone asks with the next time.
        package let tag: UpdateTag
    }

    /// The rest of a longer list comes with the next call, which asks since the last of these.
    static let countMax = 1_000

    /// Nothing when nothing has changed.
    package func callAsFunction(on database: Database) async throws -> Updates? {
        let rows = try await database.run(
            device.changed(since: tag?.value ?? -1, of: type, limit: Self.countMax),
            sharing: .reading)
        guard let last = rows.last else { return nil }
        return Updates(
            serialNumbers: try rows.map { try $0.get("serial_number") },
            tag: UpdateTag(value: try last.get("tag")))
    }
}
