import Postgres
import Vocabulary

/// Deletes a picture; items that refer to it appear without one.
package struct DeletePicture: Sendable {
    package let name: PictureName
    package let merchant: MerchantNumber

    package init(_ name: PictureName, of merchant: MerchantNumber) {
        self.name = name
        self.merchant = merchant
    }

    package func callAsFunction(on database: Database) async throws {
        guard try await !database.run(StoredPicture.delete(name, of: merchant)).isEmpty else {
            throw MerchantRefusal.pictureNotFound
        }
    }
}
