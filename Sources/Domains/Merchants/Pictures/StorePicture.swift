import Crypto
import Pictures
import Postgres
import Vocabulary

/// Stores a picture and replaces an earlier one of the same name.
package struct StorePicture: Verb {
    package let merchant: MerchantNumber
    package let name: PictureName
    package let print: ImageProcessor.ProcessedPicture
    package let now: Instant
    private let digest: [UInt8]

    package init(
        _ print: ImageProcessor.ProcessedPicture, as name: PictureName, of merchant: MerchantNumber,
        now: Instant
    ) {
        self.print = print
        self.name = name
        self.merchant = merchant
        self.now = now
        digest = SHA256.hash(print.bytes)
    }

    package func callAsFunction(
        in transaction: Transaction
    ) throws -> (picture: StoredPicture, isNew: Bool) {
        try transaction.enqueue(StoredPicture.lockOwner(merchant))
        let others: Int = try transaction.run(StoredPicture.count(of: merchant, but: name))[0]
            .get("count")
        guard others < StoredPicture.countMax else {
            throw MerchantRefusal.tooManyPictures(StoredPicture.countMax)
        }
        let row = try transaction.run(
            StoredPicture.store(print, digest: digest, as: name, of: merchant, now: now))[0]
        return (try StoredPicture(row: row), try row.get("is_new"))
    }
}
