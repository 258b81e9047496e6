import Postgres
import Vocabulary

/// Finds a picture, with its bytes.
package struct FindPicture: Sendable {
    package let name: PictureName
    package let merchant: MerchantNumber

    package init(_ name: PictureName, of merchant: MerchantNumber) {
        self.name = name
        self.merchant = merchant
    }

    package func callAsFunction(
        on database: Database
    ) async throws -> (picture: StoredPicture, bytes: [UInt8]) {
        guard let row = try await database.run(StoredPicture.find(name, of: merchant)).first else {
            throw MerchantRefusal.pictureNotFound
        }
        return (try StoredPicture(row: row), try row.get("bytes"))
    }
}
