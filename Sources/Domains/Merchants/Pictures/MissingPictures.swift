import Postgres
import Vocabulary

/// Returns the names for which the merchant has no picture, before a call stores references to
/// them.
package struct MissingPictures: Sendable {
    package let names: Set<String>
    package let merchant: MerchantNumber

    package init(_ names: Set<String>, of merchant: MerchantNumber) {
        self.names = names
        self.merchant = merchant
    }

    package func callAsFunction(on database: Database) async throws -> Set<String> {
        guard !names.isEmpty else { return [] }
        let rows = try await database.run(StoredPicture.named(names.sorted(), of: merchant))
        return try names.subtracting(rows.map { try $0.get("name", as: String.self) })
    }
}
