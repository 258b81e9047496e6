import Postgres
import Vocabulary

/// Deletes a certificate and its private key: tokens encrypted for it can no longer be opened.
package struct RemoveCertificate: Verb {
    package let id: MerchantCertificate.ID

    package init(id: MerchantCertificate.ID) { self.id = id }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(MerchantCertificate.remove(id)).isEmpty else {
            throw CredentialsRefusal.notFound
        }
    }
}
