import JSON
import Postgres
import Vocabulary

extension Coupon {
    /// The columns of a coupon joined as `k`, renamed to avoid conflicts with other columns.
    package static let columns: Query = """
        k.coupon_id AS coupon, k.code AS coupon_code, k.terms AS coupon_terms,
        k.redemptions AS coupon_redemptions, k.created_at AS coupon_created_at,
        k.archived_at AS coupon_archived_at
        """

    /// Finds the coupon with this code that is not archived.
    package static func find(
        _ code: CouponCode, of merchant: MerchantNumber, in transaction: Transaction
    ) throws -> Coupon? {
        let rows = try transaction.run(
            """
            SELECT k.merchant_id, \(columns) FROM coupons k
            WHERE k.merchant_id = \(merchant) AND k.code = \(code.folded)
                AND k.archived_at IS NULL
            """)
        return try rows.first.map(Coupon.init(row:))
    }

    /// Finds a coupon, archived or not, without a lock.
    package static func find(_ id: ID, in transaction: Transaction) throws -> Coupon? {
        let rows = try transaction.run(
            """
            SELECT k.merchant_id, \(columns) FROM coupons k
            WHERE k.merchant_id = \(id.merchant) AND k.coupon_id = \(id.uuid)
            """)
        return try rows.first.map(Coupon.init(row:))
    }

    /// The column that a payment changes in a coupon that it has locked; the table refuses more
    /// redemptions than the limit.
    package static let redeemed = TableColumns<Coupon>(
        of: "coupons",
        [
            .key("merchant_id") { $0.id.merchant }, .key("coupon_id") { $0.id.uuid },
            TableColumn("redemptions") { $0.redemptions },
        ])

    static func insert(_ coupon: Coupon) -> Query {
        """
        INSERT INTO coupons (merchant_id, coupon_id, code, terms, redemptions_max, created_at)
        VALUES (\(coupon.id.merchant), \(coupon.id.uuid), \(coupon.code.folded),
            \(Bind.json(coupon.terms.bytes)), \(coupon.terms.redemptionsMax),
            \(coupon.createdAt))
        """
    }

    static func lock(_ id: ID) -> Query {
        """
        SELECT k.merchant_id, \(columns) FROM coupons k
        WHERE k.merchant_id = \(id.merchant) AND k.coupon_id = \(id.uuid) FOR UPDATE
        """
    }

    static func store(_ coupon: Coupon) -> Query {
        """
        UPDATE coupons SET terms = \(Bind.json(coupon.terms.bytes)),
            redemptions_max = \(coupon.terms.redemptionsMax), archived_at = \(coupon.archivedAt)
        WHERE merchant_id = \(coupon.id.merchant) AND coupon_id = \(coupon.id.uuid)
        """
    }

    package init(row: Row) throws {
        let code: String = try row.get("coupon_code")
        guard let code = CouponCode(code) else { throw StoredValueError(column: "code") }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("coupon")), code: code,
            terms: try CouponTerms(stored: try row.get("coupon_terms")),
            redemptions: try row.get("coupon_redemptions"),
            createdAt: try row.get("coupon_created_at"),
            archivedAt: try row.get("coupon_archived_at"))
    }
}

extension Coupon: PlainListable {
    /// The coupons of a merchant, newest first, without archived ones, which are found by
    /// identifier.
    package static func page(_ list: ListPage<Coupon>) -> Query {
        """
        SELECT k.merchant_id, \(columns) FROM coupons k
        WHERE k.merchant_id = \(list.parent) AND k.coupon_id < \(list.after?.uuid ?? .last)
            AND k.archived_at IS NULL
        ORDER BY k.coupon_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
