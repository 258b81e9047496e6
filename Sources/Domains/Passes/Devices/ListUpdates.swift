import Postgres
import Vocabulary

/// Lists a phone's passes of a type that have changed since its last request.
package struct ListUpdates: Sendable {
    package let device: WalletDevice
    package let type: PassType.ID
    /// Nil in the phone's first request.
    package let tag: UpdateTag?

    package init(of device: WalletDevice, _ type: PassType.ID, since tag: UpdateTag?) {
        self.device = device
        self.type = type
        self.tag = tag
    }

    package struct Updates: Sendable {
        package let serialNumbers: [String]
        /// The phone sends this tag with its next request.
        package let tag: UpdateTag
    }

    /// The phone gets the rest of a longer list with its next request, which continues at the last
    /// tag.
    static let countMax = 1_000

    /// - Returns: nil if no pass has changed.
    package func callAsFunction(on database: Database) async throws -> Updates? {
        let rows = try await database.run(
            device.changed(since: tag?.value ?? -1, of: type, limit: Self.countMax),
            groupCommit: .reading)
        guard let last = rows.last else { return nil }
        return Updates(
            serialNumbers: try rows.map { try $0.get("serial_number") },
            tag: UpdateTag(value: try last.get("tag")))
    }
}
