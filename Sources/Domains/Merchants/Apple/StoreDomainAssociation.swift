import Postgres
import Vocabulary

/// Stores Apple's file for one of the merchant's domains and replaces an older one.
package struct StoreDomainAssociation: Verb {
    package let association: DomainAssociation

    package init(association: DomainAssociation) { self.association = association }

    /// Locks the merchant, so that no concurrent call can remove the domain while its file is
    /// stored.
    package func callAsFunction(in transaction: Transaction) throws {
        try transaction.enqueue(Merchant.lock(association.merchant))
        let merchant = try FindMerchant(number: association.merchant)(in: transaction)
        guard merchant.settings.domains.contains(association.domain) else {
            throw MerchantRefusal.domainNotFound
        }
        try transaction.enqueue(association.store)
    }
}
