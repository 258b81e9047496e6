import Merchants
import Postgres
import Vocabulary

extension PeriodPayment {
    /// The payments for the current period. Until the first change this is the payment of the
    /// period's invoice.
    ///
    /// Goods bought in the same checkout are excluded, and a refund counts toward the goods first.
    static func find(of subscription: Subscription) -> Query {
        let paid: Query = """
            i.amount - i.beside AS taken, least(i.amount - i.beside,
                greatest(0, c.captured - c.refunded - c.refunding - c.disputed)) AS kept
            """
        let checkout: Query = "c.merchant_id = i.merchant_id AND c.checkout_id = i.checkout_id"
        return """
            WITH changed AS (
                SELECT p.number, p.invoice_id, p.worth,
                    p.worth_billionths::bigint AS worth_billionths, \(paid)
                FROM period_payments p
                LEFT JOIN invoices i ON i.merchant_id = p.merchant_id
                    AND i.invoice_id = p.invoice_id AND i.state = 'paid'
                LEFT JOIN checkouts c ON \(checkout)
                WHERE p.merchant_id = \(subscription.id.merchant)
                    AND p.subscription_id = \(subscription.id.uuid)
                    AND p.period = \(Int64(subscription.period)))
            SELECT number, invoice_id, worth, worth_billionths, coalesce(taken, 0) AS taken,
                coalesce(kept, 0) AS kept
            FROM changed
            UNION ALL
            SELECT 0, i.invoice_id, i.amount - i.beside, 0, \(paid)
            FROM invoices i JOIN checkouts c ON \(checkout)
            WHERE i.merchant_id = \(subscription.id.merchant)
                AND i.subscription_id = \(subscription.id.uuid)
                AND i.period = \(Int64(subscription.period)) AND i.state = 'paid'
                AND i.amount > i.beside AND NOT EXISTS (SELECT FROM changed)
            ORDER BY number
            """
    }

    init(row: Row, of merchant: MerchantNumber) throws {
        self.init(
            invoice: try row.get("invoice_id", as: UUID128?.self).map {
                Invoice.ID(merchant: merchant, uuid: $0)
            },
            fullPeriodAmount: Int128(try row.get("worth", as: Int64.self)) * Self.billion
                + Int128(try row.get("worth_billionths", as: Int64.self)),
            collected: try row.get("taken"), remaining: try row.get("kept"))
    }

    /// Replaces the stored payments of a locked subscription.
    static func replace(
        _ payments: [PeriodPayment], of subscription: Subscription
    ) -> [Query] {
        let (id, period) = (subscription.id, Int64(subscription.period))
        let clear: Query = """
            DELETE FROM period_payments WHERE merchant_id = \(id.merchant)
                AND subscription_id = \(id.uuid)
            """
        return [clear]
            + payments.enumerated().map { number, payment in
                let (units, billionths) = payment.unitsAndBillionths
                return """
                    INSERT INTO period_payments (merchant_id, subscription_id, number, period,
                        invoice_id, worth, worth_billionths)
                    VALUES (\(id.merchant), \(id.uuid), \(Int64(number)), \(period),
                        \(payment.invoice?.uuid), \(units), \(billionths))
                    """
            }
    }

    /// The worth as stored: whole minor units, rounded down, and the rest.
    private var unitsAndBillionths: (Int64, Int64) {
        var (units, rest) = fullPeriodAmount.quotientAndRemainder(dividingBy: Self.billion)
        if rest < 0 { (units, rest) = (units - 1, rest + Self.billion) }
        return (Int64(units), Int64(rest))
    }
}
