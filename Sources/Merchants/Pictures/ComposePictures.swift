import Pictures
import Postgres
import Vocabulary

/// One square of a merchant's pictures, in the order of their names as given; the first nine that there are.
package struct ComposePictures: Sendable {
    package let names: [PictureName]
    package let merchant: MerchantNumber

    package init(_ names: [PictureName], of merchant: MerchantNumber) {
        self.names = names
        self.merchant = merchant
    }

    /// - Returns: a JPEG; of nothing but the background where there are no such pictures.
    package func callAsFunction(
        on database: Database, in darkroom: Darkroom, side: Int = Picture.sideMax
    ) async throws -> [UInt8] {
        let kept: [[UInt8]] = try await database.run(StoredPicture.kept(names, of: merchant)).map {
            try $0.get("bytes")
        }
        return await darkroom.composed(of: kept, side: side)
    }
}
