import Carts
import Checkouts
import Customers
import Merchants
import Postgres
import Vocabulary

extension ErasableData {
    /// Locks all checkouts of a customer, in the order of their identifiers.
    static func lock(of customer: Customer.ID) -> Query {
        """
        SELECT merchant_id, checkout_id, state, expires_at, request, settings_version, data_key, place
        FROM checkouts
        WHERE merchant_id = \(customer.merchant) AND customer_id = \(customer.uuid)
        ORDER BY checkout_id FOR UPDATE
        """
    }

    /// Locks checkouts by their identifiers, in that order.
    static func lock(_ checkouts: [CheckoutSession.ID], of merchant: MerchantNumber) -> Query {
        """
        SELECT merchant_id, checkout_id, state, expires_at, request, settings_version, data_key, place
        FROM checkouts
        WHERE merchant_id = \(merchant) AND checkout_id = ANY (\(uuids(checkouts)))
        ORDER BY checkout_id FOR UPDATE
        """
    }

    private static let nothing: Query = """
        data_key = NULL, place = NULL, pinned = NULL, prefill = NULL, contacts = NULL,
        coupon_buyer = NULL
        """

    /// Erases the data of buyers. The tariff replaces the addresses in later pricing.
    static func erase(
        _ tariffs: [(checkout: CheckoutSession.ID, tariff: Tariff?)], of merchant: MerchantNumber
    )
        -> Query
    {
        let texts = tariffs.map { pair in
            pair.tariff.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        return """
            UPDATE checkouts c SET \(nothing), tariff = g.tariff::json
            FROM unnest(\(uuids(tariffs.map(\.checkout))), \(texts)::text[]) AS g (checkout, tariff)
            WHERE c.merchant_id = \(merchant) AND c.checkout_id = g.checkout
                AND (c.data_key IS NOT NULL OR c.coupon_buyer IS NOT NULL)
            """
    }

    /// Erases the inputs of sheet updates. They are unreadable without the key; this statement
    /// protects them from old copies of the key.
    static func eraseInputs(of checkouts: [CheckoutSession.ID], of merchant: MerchantNumber)
        -> Query
    {
        """
        UPDATE timeline SET question = NULL
        WHERE merchant_id = \(merchant) AND checkout_id = ANY (\(uuids(checkouts)))
            AND question IS NOT NULL
        """
    }

    /// Erases the email hash of a coupon's use, and each payment's fingerprint, which includes the
    /// contacts. Neither is needed any more: a checkout without its key is never paid again.
    static func eraseHashes(of checkouts: [CheckoutSession.ID], of merchant: MerchantNumber)
        -> Query
    {
        """
        UPDATE attempts SET buyer = NULL, fingerprint = ''
        WHERE merchant_id = \(merchant) AND checkout_id = ANY (\(uuids(checkouts)))
            AND (buyer IS NOT NULL OR fingerprint <> '')
        """
    }

    /// The number of blocks in the table of checkouts.
    static let blocks: Query = """
        SELECT pg_relation_size('checkouts') / current_setting('block_size')::bigint AS blocks
        """

    /// Erases the data of buyers in old unpaid checkouts that lie in a range of the table's blocks.
    ///
    /// All merchants: buyers are erased everywhere. An index on the state would make each
    /// payment write more, so the rows are read in the order in which they lie on the disk.
    static func erase(
        createdBefore moment: Instant, inBlocks blocks: Range<Int64>, limit: Int
    ) -> Query {
        """
        WITH erased AS (
            UPDATE checkouts SET \(nothing)
            WHERE (merchant_id, checkout_id) IN (
                SELECT merchant_id, checkout_id FROM checkouts
                WHERE ctid >= \("(\(blocks.lowerBound),0)")::text::tid
                    AND ctid < \("(\(blocks.upperBound),0)")::text::tid
                    AND created_at < \(moment) AND data_key IS NOT NULL
                    AND state IN ('open', 'canceled', 'expired', 'failed')
                LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
            RETURNING merchant_id, checkout_id),
        erased_hashes AS (
            UPDATE attempts a SET buyer = NULL, fingerprint = '' FROM erased f
            WHERE a.merchant_id = f.merchant_id AND a.checkout_id = f.checkout_id)
        SELECT true FROM erased
        """
    }

    private static func uuids(_ checkouts: [CheckoutSession.ID]) -> Bind {
        Bind.uuids(checkouts.map { ($0.uuid.high, $0.uuid.low) })
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        guard let state = CheckoutSession.State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            state: state,
            expiresAt: try row.get("expires_at"),
            request: try CheckoutRequest(stored: try row.get("request")),
            settingsVersion: try row.get("settings_version"), key: try row.get("data_key"),
            place: try row.get("place"))
    }
}
