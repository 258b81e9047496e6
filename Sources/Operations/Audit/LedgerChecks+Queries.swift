import Balances
import Postgres

// The books by themselves: transfers, balances, the system's accounts.

extension Audit {
    static let ledgerChecks = [
        AuditCheck(
            "transfer_adds_up", "The entries of a transfer, each at one account, add up to zero."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            SELECT e.merchant_id, 'transfer', e.transfer_id, e.kind || ' ' || e.part,
                e.currency || ' ' || coalesce(\(atAnAccount)::text, 'at no account'),
                e.currency || ' 0'
            FROM entries e WHERE \(scope.owns("e"))
            GROUP BY e.merchant_id, e.transfer_id, e.kind, e.part, e.currency
            HAVING \(atAnAccount) IS DISTINCT FROM 0
            """
        },
        AuditCheck(
            "currency_adds_up", "All entries of a merchant in one currency add up to zero."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            SELECT e.merchant_id, 'sum', NULL::uuid, 'entries in ' || e.currency,
                e.currency || ' ' || coalesce(\(atAnAccount)::text, 'at no account'),
                e.currency || ' 0'
            FROM entries e WHERE \(scope.owns("e"))
            GROUP BY e.merchant_id, e.currency
            HAVING \(atAnAccount) IS DISTINCT FROM 0
            """
        },
        AuditCheck(
            "balance_is_its_entries", "A stored balance is what its entries add up to."
        ) { scope in
            """
            WITH moved AS (
                SELECT e.merchant_id, e.balance_id, e.currency, sum(e.amount) AS amount
                FROM entries e WHERE e.balance_id IS NOT NULL AND \(scope.owns("e"))
                GROUP BY e.merchant_id, e.balance_id, e.currency),
            stored AS (SELECT * FROM balances b WHERE \(scope.owns("b")))
            SELECT coalesce(s.merchant_id, m.merchant_id), 'balance',
                coalesce(s.balance_id, m.balance_id), NULL,
                coalesce(s.currency || ' ' || s.amount, 'no such balance in ' || m.currency),
                coalesce(s.currency, m.currency) || ' ' || coalesce(m.amount, 0)
            FROM stored s FULL JOIN moved m ON m.merchant_id = s.merchant_id
                AND m.balance_id = s.balance_id AND m.currency = s.currency
            WHERE s.amount IS DISTINCT FROM coalesce(m.amount, 0)
            """
        },
        // In which order a balance's transfers came is not stored, and a clock that was set back would
        // not know. But they are a way from 0 to what they add up to, each step from where another
        // ended: then what they began with and what they left are the same amounts, but for the first
        // and the last. The sums of the amounts' hashes tell, in one pass.
        AuditCheck(
            "movements_follow", "Each movement of a balance begins with what another one left."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            SELECT e.merchant_id, 'balance', e.balance_id, NULL,
                'movements that do not follow each other',
                'a chain from 0 to ' || e.currency || ' ' || sum(e.amount)
            FROM entries e WHERE e.balance_id IS NOT NULL AND \(scope.owns("e"))
            GROUP BY e.merchant_id, e.balance_id, e.currency
            HAVING sum(hashint8(e.after)::bigint - hashint8(e.after - e.amount))
                IS DISTINCT FROM hashint8(sum(e.amount)::bigint)::bigint - hashint8(0)
            """
        },
        AuditCheck(
            "system_accounts_on_their_side",
            "A system's account is on its side of zero, for each merchant and currency."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            SELECT e.merchant_id, 'sum', NULL::uuid, e.system || ' in ' || e.currency,
                e.currency || ' ' || sum(e.amount),
                coalesce(CASE s.sign WHEN 1 THEN 'at least 0' ELSE 'at most 0' END,
                    'no such account')
            FROM entries e LEFT JOIN (VALUES \(systemAccounts)) AS s (name, sign)
                ON s.name = e.system
            WHERE e.system IS NOT NULL AND \(scope.owns("e"))
            GROUP BY e.merchant_id, e.system, e.currency, s.sign
            HAVING coalesce(sum(e.amount) * s.sign, -1) < 0
            """
        },
    ]

    private static let atAnAccount: Query =
        "(sum(e.amount) FILTER (WHERE (e.system IS NULL) <> (e.balance_id IS NULL)))"

    private static let systemAccounts = Query.joined(
        SystemAccount.allCases.map { "(\($0.rawValue)::text, \($0.sign)::bigint)" },
        separator: ", ")
}
