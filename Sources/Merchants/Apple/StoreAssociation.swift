import Postgres
import Vocabulary

/// Keeps Apple's file of one of the merchant's domains, in the place of an older one.
package struct StoreAssociation: Sendable {
    package let association: DomainAssociation

    package init(association: DomainAssociation) { self.association = association }

    /// The merchant is locked, so that the domain is not given up meanwhile and its file kept.
    package func callAsFunction(in transaction: Transaction) throws {
        try transaction.later(Merchant.lock(association.merchant))
        let merchant = try FindMerchant(number: association.merchant)(in: transaction)
        guard merchant.settings.domains.contains(association.domain) else {
            throw MerchantRefusal.domainNotFound
        }
        try transaction.later(association.store)
    }
}
