import Contacts
import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

extension Customer {
    package func insert(checkout: UUID128, contact: [UInt8], key: [UInt8]) -> Query {
        """
        INSERT INTO customers (merchant_id, customer_id, contact, data_key, checkout_id,
            consented_at, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(contact), \(key), \(checkout), \(consentedAt),
            \(createdAt))
        """
    }

    private static let columns: Query = """
        merchant_id, customer_id, contact, data_key, checkout_id, consented_at, created_at, erased_at
        """

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns)
        FROM customers WHERE merchant_id = \(id.merchant) AND customer_id = \(id.uuid)
        """
    }

    /// The same query for a transaction that reads more of the customer's data: erasure waits for
    /// its end.
    static func selectForShare(_ id: ID) -> Query { "\(find(id)) FOR SHARE" }

    /// Returns true if the customer was erased; if not, erasure waits until the transaction ends.
    package static func isErased(_ id: ID, in transaction: Transaction) throws -> Bool {
        let row = try transaction.run(selectForShare(id)).first
        return try row?.get("erased_at", as: Instant?.self) != nil
    }

    /// Locks the customer's row for erasure. Other transactions may still insert references to it:
    /// a refund that becomes store credit has locked its checkout, and must not wait here for a
    /// transaction that waits for that checkout.
    package static func lock(_ id: ID) -> Query { "\(find(id)) FOR NO KEY UPDATE" }

    /// Deletes contact and key; returns no row if the customer was erased before.
    package static func erase(_ id: ID, at now: Instant) -> Query {
        """
        UPDATE customers SET contact = NULL, data_key = NULL, erased_at = \(now)
        WHERE merchant_id = \(id.merchant) AND customer_id = \(id.uuid) AND erased_at IS NULL
        RETURNING true
        """
    }
}

extension Customer: Listable {
    /// The customers of a merchant, newest first.
    package static func page(_ list: ListPage<Customer>) -> Query {
        """
        SELECT \(columns)
        FROM customers
        WHERE merchant_id = \(list.parent) AND customer_id < \(list.after?.uuid ?? .last)
        ORDER BY customer_id DESC LIMIT \(Int64(list.limit))
        """
    }

    /// Decrypts the contact; an erased customer has none.
    package init(row: Row, keys: KeyRing) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let id = ID(merchant: merchant, uuid: try row.get("customer_id"))
        var contact: Contact?
        if let wrapped: [UInt8] = try row.get("data_key"),
            let sealed: [UInt8] = try row.get("contact")
        {
            let key = try keys.unwrap(wrapped, context: Array(id.text.utf8))
            let plain = try key.open(sealed, context: Customer.sealing(id))
            contact = Contact(stored: try Document.parse(plain).root)
        }
        let checkout: UUID128 = try row.get("checkout_id")
        self.init(
            id: id, contact: contact,
            checkout: Customer.checkoutText(merchant: merchant, uuid: checkout),
            consentedAt: try row.get("consented_at"), createdAt: try row.get("created_at"),
            erasedAt: try row.get("erased_at"))
    }

    /// The identifier of a checkout, a type of a higher module.
    private static func checkoutText(merchant: MerchantNumber, uuid: UUID128) -> String {
        "chk_" + merchant.text + uuid.base32
    }

    /// The encryption context of a customer's contact.
    package static func sealing(_ id: ID) -> [UInt8] { Array("contact \(id.text)".utf8) }
}
