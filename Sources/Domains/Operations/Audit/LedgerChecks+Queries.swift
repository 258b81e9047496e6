import Balances
import Postgres

// Rules for the books by themselves: transfers, balances and system accounts.

extension Audit {
    static let ledgerChecks = [
        AuditCheck(
            "transfer_adds_up", "The entries of a transfer, each of one account, sum to zero."
        ) { scope in
            // All merchants: the audit checks all of the books.
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
            "currency_adds_up", "All entries of a merchant in one currency sum to zero."
        ) { scope in
            // All merchants: the audit checks all of the books.
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
            "balance_is_its_entries", "A stored balance equals the sum of its entries."
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
        // The view `entries` does not have the order of a balance's transfers, and timestamps fail
        // if a clock was set back. But the transfers form a path from 0 to their sum, in which each
        // step starts where another ended. So the amounts before the steps and those after them are
        // the same, except for the first and the last. Sums of the amounts' hashes check this in
        // one pass.
        AuditCheck(
            "entries_form_a_chain",
            "Each entry of a balance starts with the amount that the previous one left."
        ) { scope in
            // All merchants: the audit checks all of the books.
            """
            SELECT e.merchant_id, 'balance', e.balance_id, NULL,
                'entries that do not follow each other',
                'a chain from 0 to ' || e.currency || ' ' || sum(e.amount)
            FROM entries e WHERE e.balance_id IS NOT NULL AND \(scope.owns("e"))
            GROUP BY e.merchant_id, e.balance_id, e.currency
            HAVING sum(hashint8(e.after)::bigint - hashint8(e.after - e.amount))
                IS DISTINCT FROM hashint8(sum(e.amount)::bigint)::bigint - hashint8(0)
            """
        },
        AuditCheck(
            "system_accounts_have_their_sign",
            "Each system account has its normal sign, for each merchant and currency."
        ) { scope in
            // All merchants: the audit checks all of the books.
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
