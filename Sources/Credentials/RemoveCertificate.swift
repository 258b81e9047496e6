import Postgres
import Vocabulary

/// Forgets a certificate and destroys its private key: tokens that are encrypted for it open no more.
package struct RemoveCertificate: Sendable {
    package let id: MerchantCertificate.ID

    package init(id: MerchantCertificate.ID) { self.id = id }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(MerchantCertificate.remove(id)).isEmpty else {
            throw CredentialsRefusal.notFound
        }
    }
}
