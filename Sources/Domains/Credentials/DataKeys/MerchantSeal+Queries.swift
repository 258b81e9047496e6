import Merchants
import Postgres
import Vocabulary

extension MerchantSeal {
    static func insert(wrapped: [UInt8], number: Int32, of merchant: MerchantNumber) -> Query {
        """
        INSERT INTO merchant_data_keys (merchant_id, data_key, master_number)
        VALUES (\(merchant), \(wrapped), \(number)) ON CONFLICT (merchant_id) DO NOTHING
        """
    }

    static func lock(_ merchant: MerchantNumber) -> Query {
        """
        SELECT data_key FROM merchant_data_keys WHERE merchant_id = \(merchant) FOR UPDATE
        """
    }

    /// Data keys that one of these master keys wraps.
    ///
    /// All merchants: rewrapping covers them all.
    static func wrapped(by numbers: [Int32], limit: Int) -> Query {
        """
        SELECT merchant_id, data_key FROM merchant_data_keys
        WHERE master_number = ANY (\(numbers.map(Int64.init)))
        ORDER BY master_number, merchant_id LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED
        """
    }

    static func replace(with wrapped: [UInt8], number: Int32, of merchant: MerchantNumber) -> Query
    {
        """
        UPDATE merchant_data_keys SET data_key = \(wrapped), master_number = \(number)
        WHERE merchant_id = \(merchant)
        """
    }

    /// One data key for each master key, with which a server verifies that it has all master keys.
    ///
    /// All merchants: the server itself checks them.
    static let oneOfEach: Query = """
        SELECT DISTINCT ON (master_number) merchant_id, data_key FROM merchant_data_keys
        ORDER BY master_number, merchant_id
        """
}
