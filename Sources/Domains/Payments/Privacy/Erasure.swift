import Checkouts
import Contacts
import Crypto
import Customers
import Merchants
import Postgres
import Vocabulary

/// The search for an erased buyer's checkouts that are not linked to their account.
struct Erasure: Sendable {
    let customer: Customer.ID
    /// The number of the key that hashes the email address.
    let keyNumber: Int32
    let hash: [UInt8]
    /// The last checkout that was read.
    var reached: UUID128
    /// Checkouts opened after the erasure are not erased.
    let until: UUID128
    var dueAt: Instant

    init(
        of customer: Customer.ID, email: String, keys: KeyRing, at now: Instant
    ) throws {
        self.customer = customer
        keyNumber = keys.allNumbers.max() ?? 0
        hash = try Self.hash(email, of: customer.merchant, keys, number: keyNumber)
        reached = .zero
        until = UUID128.first(at: now)
        dueAt = now
    }

    init(row: Row) throws {
        customer = Customer.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("customer_id"))
        keyNumber = try row.get("key_number")
        hash = try row.get("email_hash")
        reached = try row.get("reached")
        until = try row.get("until")
        dueAt = try row.get("due_at")
    }

    /// True if the contacts contain the email address, in upper or lower case.
    func isAbout(_ contacts: CheckoutContacts, _ keys: KeyRing) throws -> Bool {
        let emails = [contacts.shipping, contacts.billing].compactMap { $0?.emailAddress }
        return try emails.contains {
            try Self.hash($0, of: customer.merchant, keys, number: keyNumber) == hash
        }
    }

    private static func hash(
        _ email: String, of merchant: MerchantNumber, _ keys: KeyRing, number: Int32
    ) throws -> [UInt8] {
        let context = Array("\(merchant.text) \(email.lowercased())".utf8)
        return try keys.derive(label: "erased e-mail", context: context, number: number)
    }
}
