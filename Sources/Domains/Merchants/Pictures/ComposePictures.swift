import Pictures
import Postgres
import Vocabulary

/// Composes a merchant's pictures into a square, in the given order; uses the first nine that
/// exist.
package struct ComposePictures: Sendable {
    package let names: [PictureName]
    package let merchant: MerchantNumber

    package init(_ names: [PictureName], of merchant: MerchantNumber) {
        self.names = names
        self.merchant = merchant
    }

    /// - Returns: a JPEG; only the background if none of the pictures exist.
    package func callAsFunction(
        on database: Database, in imageProcessor: ImageProcessor, side: Int = Picture.sideMax
    ) async throws -> [UInt8] {
        let tiles: [[UInt8]] = try await database.run(StoredPicture.tiles(names, of: merchant)).map
        {
            try $0.get("bytes")
        }
        return await imageProcessor.composed(of: tiles, side: side)
    }
}
