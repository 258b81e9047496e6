import Postgres
import Vocabulary

/// Lists a merchant's certificates, newest first; a merchant has a handful.
package struct FindCertificates: Verb {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> [MerchantCertificate] {
        try transaction.run(MerchantCertificate.all(of: merchant)).map(
            MerchantCertificate.init(row:))
    }
}

/// Finds one certificate of a merchant.
package struct FindCertificate: Verb {
    package let id: MerchantCertificate.ID

    package init(id: MerchantCertificate.ID) { self.id = id }

    package func callAsFunction(in transaction: Transaction) throws -> MerchantCertificate {
        guard let row = try transaction.run(MerchantCertificate.find(id)).first else {
            throw CredentialsRefusal.notFound
        }
        return try MerchantCertificate(row: row)
    }
}
