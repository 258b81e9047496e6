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

    static func find(_ id: ID) -> Query {
        """
        SELECT merchant_id, customer_id, contact, data_key, checkout_id, consented_at, created_at
        FROM customers WHERE merchant_id = \(id.merchant) AND customer_id = \(id.uuid)
        """
    }

    static func page(of merchant: MerchantNumber, before: UUID128?, limit: Int) -> Query {
        """
        SELECT merchant_id, customer_id, contact, data_key, checkout_id, consented_at, created_at
        FROM customers WHERE merchant_id = \(merchant) AND customer_id < \(before ?? .last)
        ORDER BY customer_id DESC LIMIT \(Int64(limit))
        """
    }
}

extension Customer {
    /// Opens the contact; an erased customer has none.
    init(row: Row, keys: KeyRing) throws {
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
            consentedAt: try row.get("consented_at"), createdAt: try row.get("created_at"))
    }

    /// The identifier of a checkout, whose noun stands above this module.
    private static func checkoutText(merchant: MerchantNumber, uuid: UUID128) -> String {
        "chk_" + merchant.text + uuid.base32
    }

    /// What a customer's contact is sealed as.
    package static func sealing(_ id: ID) -> [UInt8] { Array("contact \(id.text)".utf8) }
}
