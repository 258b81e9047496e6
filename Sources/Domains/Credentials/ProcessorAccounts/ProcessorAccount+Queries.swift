import Merchants
import Postgres
import Vocabulary

extension ProcessorAccount {
    func store(sealed: [UInt8]) -> Query {
        """
        INSERT INTO processor_accounts (merchant_id, secrets, changed_at)
        VALUES (\(merchant), \(sealed), \(changedAt))
        ON CONFLICT (merchant_id) DO UPDATE
            SET secrets = excluded.secrets, changed_at = excluded.changed_at
        """
    }

    static func find(of merchant: MerchantNumber) -> Query {
        """
        SELECT p.secrets, p.changed_at, k.data_key
        FROM processor_accounts p JOIN merchant_data_keys k ON k.merchant_id = p.merchant_id
        WHERE p.merchant_id = \(merchant)
        """
    }

    static func remove(of merchant: MerchantNumber) -> Query {
        "DELETE FROM processor_accounts WHERE merchant_id = \(merchant) RETURNING true"
    }
}
