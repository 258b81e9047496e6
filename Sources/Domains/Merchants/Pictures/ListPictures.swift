import Postgres
import Vocabulary

/// Lists a page of a merchant's pictures, by name.
package struct ListPictures: Sendable {
    package let merchant: MerchantNumber
    package let after: PictureName?
    package let limit: Int

    package init(of merchant: MerchantNumber, after: PictureName?, limit: Int) {
        self.merchant = merchant
        self.after = after
        self.limit = limit
    }

    package func callAsFunction(on database: Database) async throws -> [StoredPicture] {
        try await database.run(StoredPicture.page(of: merchant, after: after, limit: limit))
            .map(StoredPicture.init(row:))
    }
}
