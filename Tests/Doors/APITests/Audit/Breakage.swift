import Testing
import Vocabulary

/// One inconsistency, and the lines that the audit prints for it.
struct Breakage: Sendable, CustomTestStringConvertible {
    struct Line: Sendable {
        let rule: String
        /// An identifier's prefix and an object's number; nil when words describe the object.
        let object: (prefix: String, number: UInt64)?
        let label: String?
        let found: String
        let wanted: String

        init(
            _ rule: String, _ prefix: String, _ number: UInt64, _ label: String? = nil,
            is found: String, _ wanted: String
        ) {
            self.rule = rule
            object = (prefix, number)
            self.label = label
            self.found = found
            self.wanted = wanted
        }

        init(_ rule: String, _ words: String, is found: String, _ wanted: String) {
            self.rule = rule
            object = nil
            label = words
            self.found = found
            self.wanted = wanted
        }
    }

    let what: String
    let statements: String
    let broken: [Line]

    init(_ what: String, _ statements: String, _ broken: Line...) {
        self.what = what
        self.statements = statements
        self.broken = broken
    }

    var testDescription: String { what }

    func lines(in books: AuditScene) -> [String] {
        broken.map { line in
            let identifier = line.object.map { books.identifier($0.prefix, $0.number) }
            let object = [identifier, line.label].compactMap { $0 }.joined(separator: " ")
            return "\(line.rule)  mer_\(books.merchant.text)  \(object)  is: \(line.found)  "
                + "should be: \(line.wanted)"
        }
    }

    static let all = ledger + holds + payments + bookings + billing + sharedOrders + ends

    /// The table's trigger refuses every UPDATE and DELETE; its owner can disable it.
    private static let unguarded = "ALTER TABLE transfers DISABLE TRIGGER USER;\n"
}

extension Breakage {
    fileprivate static let ledger = [
        Breakage(
            "a transfer without a destination",
            """
            ALTER TABLE transfers DROP CONSTRAINT transfers_go_to_one_account;
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, amount, currency, at)
            VALUES ($m, #54, 'credit', 'issuance', 50, 'USD', now())
            """,
            Line("transfer_adds_up", "trf", 0x54, "credit 0", is: "USD -50", "USD 0"),
            Line("currency_adds_up", "entries in USD", is: "USD -50", "USD 0")),
        Breakage(
            "a balance above the sum of its entries",
            "UPDATE balances SET amount = 701 WHERE balance_id = #2",
            Line("balance_is_its_entries", "bal", 2, is: "USD 701", "USD 700")),
        Breakage(
            "a credit to a balance that does not exist",
            """
            ALTER TABLE transfers
                DROP CONSTRAINT transfers_go_to_a_balance_of_their_currency;
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_balance, amount,
                currency, to_after, at)
            VALUES ($m, #54, 'credit', 'issuance', #3, 50, 'USD', 50, now())
            """,
            Line("balance_is_its_entries", "bal", 3, is: "no such balance in USD", "USD 50")),
        Breakage(
            "a transfer with a wrong balance after it",
            unguarded + "UPDATE transfers SET from_after = 4501 WHERE transfer_id = #52",
            Line(
                "entries_form_a_chain", "bal", 1, is: "entries that do not follow each other",
                "a chain from 0 to USD 3000")),
        Breakage(
            "a deleted transfer between two others",
            unguarded + """
                DELETE FROM transfers WHERE transfer_id = #52;
                UPDATE balances SET amount = 3500 WHERE balance_id = #1
                """,
            Line(
                "entries_form_a_chain", "bal", 1, is: "entries that do not follow each other",
                "a chain from 0 to USD 3500")),
        Breakage(
            "more credited from withdrawals than was withdrawn",
            """
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_balance, amount,
                currency, to_after, at)
            VALUES ($m, #54, 'credit', 'withdrawal', #2, 501, 'USD', 1201, now());
            UPDATE balances SET amount = 1201 WHERE balance_id = #2
            """,
            Line(
                "system_accounts_have_their_sign", "withdrawal in USD", is: "USD -1", "at least 0")),
        Breakage(
            "more debited to the processor than captured from it",
            """
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_balance, amount,
                currency, to_after, at)
            VALUES ($m, #54, 'credit', 'issuance', #2, 5000, 'USD', 5700, now());
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_balance, to_system, amount,
                currency, from_after, at)
            VALUES ($m, #55, 'debit', #2, 'processor', 5000, 'USD', 700, now())
            """,
            Line(
                "system_accounts_have_their_sign", "processor in USD", is: "USD 4000", "at most 0")),
    ]

    fileprivate static let holds = [
        Breakage(
            "held money without a hold",
            "UPDATE balances SET held = 401 WHERE balance_id = #1",
            Line("held_is_its_holds", "bal", 1, is: "USD 401 held", "USD 400 held")),
        Breakage(
            "more held than the balance's amount",
            """
            ALTER TABLE balances DROP CONSTRAINT available_is_never_below_zero;
            INSERT INTO holds (merchant_id, hold_id, balance_id, currency, state, amount,
                expires_at, created_at)
            VALUES ($m, #34, #2, 'USD', 'active', 701, now() + interval '1 day', now());
            UPDATE balances SET held = 701 WHERE balance_id = #2
            """,
            Line(
                "available_at_least_zero", "bal", 2, is: "USD 700, of it 701 held",
                "between 0 and the whole held")),
        Breakage(
            "a hold whose checkout has expired",
            "UPDATE checkouts SET expires_at = now() - interval '2 hours' WHERE checkout_id = #12",
            Line(
                "holds_end_with_their_checkout", "hld", 0x33, is: "active, USD 100 held",
                "released, as its checkout is expired")),
        Breakage(
            "a hold whose checkout was canceled",
            """
            UPDATE checkouts SET state = 'canceled', changed_at = now() - interval '2 hours'
            WHERE checkout_id = #12
            """,
            Line(
                "holds_end_with_their_checkout", "hld", 0x33, is: "active, USD 100 held",
                "released, as its checkout is canceled")),
        Breakage(
            "an active hold after its expiry",
            "UPDATE holds SET expires_at = now() - interval '2 hours' WHERE hold_id = #32",
            Line(
                "holds_end_when_they_expire", "hld", 0x32, is: "active, USD 300 held", "expired")),
    ]

    fileprivate static let payments = [
        Breakage(
            "more captured than authorized",
            """
            ALTER TABLE checkouts DROP CONSTRAINT captured_at_most_what_was_authorised;
            ALTER TABLE attempts DROP CONSTRAINT attempts_capture_at_most_what_was_approved;
            ALTER TABLE holds DROP CONSTRAINT holds_capture_at_most_what_they_hold;
            UPDATE checkouts SET authorized = 2999 WHERE checkout_id = #11;
            UPDATE attempts SET approved = 1999 WHERE attempt_id = #21;
            UPDATE holds SET amount = 999 WHERE hold_id = #31
            """,
            Line(
                "captured_at_most_authorized", "chk", 0x11, is: "USD 3000 and 0 under way",
                "together at most USD 2999"),
            Line(
                "captured_at_most_authorized", "att", 0x21, is: "USD 2000 and 0 under way",
                "together at most USD 1999"),
            Line(
                "captured_at_most_authorized", "hld", 0x31, is: "USD 1000 and 0 under way",
                "together at most USD 999")),
        Breakage(
            "more refunded than captured",
            """
            ALTER TABLE checkouts DROP CONSTRAINT refunded_at_most_what_was_captured;
            ALTER TABLE attempts DROP CONSTRAINT attempts_refund_at_most_what_they_captured;
            ALTER TABLE holds DROP CONSTRAINT holds_refund_at_most_what_they_captured;
            INSERT INTO refunds (merchant_id, refund_id, checkout_id, number, state, amount, currency,
                card, attempt_id, hold_ids, hold_amounts, started_at, leased_until)
            VALUES ($m, #48, #11, 3, 'started', 1802, 'USD', 1001, #21, ARRAY[#31], ARRAY[801],
                now(), now());
            UPDATE checkouts SET refunding = 1802 WHERE checkout_id = #11;
            UPDATE attempts SET refunding = 1001 WHERE attempt_id = #21;
            UPDATE holds SET refunding = 801 WHERE hold_id = #31
            """,
            Line(
                "refunded_at_most_captured", "chk", 0x11,
                is: "USD 700, 1802 under way, 500 disputed", "together at most USD 3000"),
            Line(
                "refunded_at_most_captured", "att", 0x21,
                is: "USD 500, 1001 under way, 500 disputed", "together at most USD 2000"),
            Line(
                "refunded_at_most_captured", "hld", 0x31,
                is: "USD 200, 801 under way, 0 disputed", "together at most USD 1000")),
        Breakage(
            "a checkout whose sums differ from its tenders",
            """
            UPDATE checkouts SET authorized = 2999, captured = 2999, refunded = 701, disputed = 499
            WHERE checkout_id = #11
            """,
            Line("checkout_is_its_tenders", "chk", 0x11, "authorized", is: "USD 2999", "USD 3000"),
            Line("checkout_is_its_tenders", "chk", 0x11, "captured", is: "USD 2999", "USD 3000"),
            Line("checkout_is_its_tenders", "chk", 0x11, "disputed", is: "USD 499", "USD 500"),
            Line("checkout_is_its_tenders", "chk", 0x11, "refunded", is: "USD 701", "USD 700"),
            Line("captured_is_its_captures", "chk", 0x11, "captured", is: "USD 2999", "USD 3000"),
            Line("refunded_is_its_refunds", "chk", 0x11, "refunded", is: "USD 701", "USD 700"),
            Line("disputed_is_its_disputes", "chk", 0x11, "disputed", is: "USD 499", "USD 500")),
        Breakage(
            "an amount being captured without a capture",
            "UPDATE holds SET capturing = 5 WHERE hold_id = #33",
            Line(
                "captured_is_its_captures", "hld", 0x33, "being captured", is: "USD 5", "USD 0")),
        Breakage(
            "an amount being refunded without a refund",
            "UPDATE holds SET refunding = 5 WHERE hold_id = #31",
            Line(
                "refunded_is_its_refunds", "hld", 0x31, "being refunded", is: "USD 5", "USD 0")),
        Breakage(
            "a disputed amount below the sum of the disputes",
            """
            UPDATE checkouts SET disputed = 499 WHERE checkout_id = #11;
            UPDATE attempts SET disputed = 499 WHERE attempt_id = #21
            """,
            Line("disputed_is_its_disputes", "chk", 0x11, "disputed", is: "USD 499", "USD 500"),
            Line("disputed_is_its_disputes", "att", 0x21, "disputed", is: "USD 499", "USD 500")),
        Breakage(
            "an increased dispute that took no more money",
            "UPDATE disputes SET amount = 450 WHERE dispute_id = #45",
            Line(
                "disputes_take_all_that_is_left", "dsp", 0x45, is: "USD 400 taken",
                "USD 450 taken")),
    ]

    fileprivate static let bookings = [
        Breakage(
            "a capture that is booked under another's number",
            unguarded
                + "UPDATE transfers SET transfer_id = #60 WHERE transfer_id = #41 AND part = 0",
            Line(
                "capture_is_booked", "cap", 0x41, is: "USD 1070, by card 70, to balances 70",
                "USD 3000, by card 2000, to balances 70"),
            Line(
                "capture_is_booked", "cap", 0x60, is: "USD 1930, by card 1930, to balances 0",
                "nothing of it")),
        Breakage(
            "a capture that is not in the books",
            unguarded + "UPDATE transfers SET kind = 'transfer' WHERE transfer_id = #41",
            Line(
                "capture_is_booked", "cap", 0x41, is: "not in the books",
                "USD 3000, by card 2000, to balances 70")),
        Breakage(
            "a failed capture that is in the books",
            """
            INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_system, amount,
                currency, at)
            VALUES ($m, #42, 'capture', 'processor', 'revenue', 10, 'USD', now())
            """,
            Line(
                "capture_is_booked", "cap", 0x42, is: "USD 10, by card 10, to balances 0",
                "nothing of it")),
        Breakage(
            "a capture whose top-up differs from the booked credit",
            "UPDATE captures SET credit_amounts = ARRAY[71] WHERE capture_id = #41",
            Line(
                "capture_is_booked", "cap", 0x41, is: "USD 3000, by card 2000, to balances 70",
                "USD 3000, by card 2000, to balances 71")),
        Breakage(
            "a refund with the wrong amount",
            unguarded + """
                UPDATE transfers SET amount = 499
                WHERE transfer_id = #43 AND kind = 'refund' AND part = 0
                """,
            Line(
                "refund_is_booked", "ref", 0x43, is: "USD 699, by card 499, to balances 200",
                "USD 700, by card 500, to balances 200")),
        Breakage(
            "a refund as store credit that is booked to the card",
            """
            UPDATE refunds SET credit = 700, credit_balance = #2 WHERE refund_id = #43
            """,
            Line(
                "refund_is_booked", "ref", 0x43, is: "USD 700, by card 500, to balances 200",
                "USD 700, by card 0, to balances 700")),
        Breakage(
            "a failed refund whose top-up debit is not reversed",
            unguarded
                + "UPDATE transfers SET transfer_id = #60 WHERE transfer_id = #44 AND kind = 'credit'",
            Line(
                "refund_debits_a_top_up_once", "ref", 0x44, is: "USD 5 taken back",
                "USD 0 taken back")),
        Breakage(
            "a dispute that was lost and booked as won",
            unguarded
                + "UPDATE transfers SET kind = 'dispute_won' WHERE kind = 'dispute_lost' AND part = 0",
            Line(
                "dispute_is_booked", "dsp", 0x47, "dispute_lost", is: "not in the books",
                "USD 100 in the books"),
            Line(
                "dispute_is_booked", "dsp", 0x47, "dispute_won", is: "USD 100 in the books",
                "nothing of it")),
    ]

    fileprivate static let ends = [
        Breakage(
            "operations that never ended",
            """
            UPDATE attempts SET started_at = '2020-01-01T00:00:00Z' WHERE attempt_id = #23;
            UPDATE attempts SET state = 'voiding', ended_at = NULL WHERE attempt_id = #22;
            UPDATE checkouts SET changed_at = '2020-01-01T00:00:03Z' WHERE checkout_id = #12;
            UPDATE captures SET state = 'unknown', ended_at = NULL, amount = 0, card = 0,
                started_at = '2020-01-01T00:00:01Z' WHERE capture_id = #42;
            UPDATE refunds SET state = 'pending', ended_at = NULL, debit_ids = '{}',
                debit_amounts = '{}', started_at = '2020-01-01T00:00:02Z' WHERE refund_id = #44;
            UPDATE checkouts SET refunding = 10 WHERE checkout_id = #11;
            UPDATE attempts SET refunding = 10 WHERE attempt_id = #21
            """,
            Line(
                "operations_end_in_time", "att", 0x22, is: "voiding since 2020-01-01T00:00:03Z",
                "ended"),
            Line(
                "operations_end_in_time", "att", 0x23, is: "started since 2020-01-01T00:00:00Z",
                "ended"),
            Line(
                "operations_end_in_time", "cap", 0x42, is: "unknown since 2020-01-01T00:00:01Z",
                "ended"),
            Line(
                "operations_end_in_time", "ref", 0x44, is: "pending since 2020-01-01T00:00:02Z",
                "ended")),
        Breakage(
            "two live attempts",
            """
            DROP INDEX attempts_live_one_at_a_time;
            UPDATE attempts SET state = 'unknown', ended_at = NULL WHERE attempt_id = #22
            """,
            Line("one_live_attempt", "chk", 0x12, is: "2 live attempts", "at most 1")),
        Breakage(
            "a gap in the event numbers",
            "UPDATE events SET sequence = 3 WHERE sequence = 2",
            Line(
                "events_are_numbered", "events of chk_x", is: "2 from 1 to 3",
                "each number once")),
        Breakage(
            "two events with the same number",
            """
            ALTER TABLE events DROP CONSTRAINT events_of_an_object_are_numbered;
            UPDATE events SET sequence = 1;
            INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
            VALUES ($m, #57, 'checkout.captured', 'chk_x', 3, '{}', now())
            """,
            Line(
                "events_are_numbered", "events of chk_x", is: "3 from 1 to 3",
                "each number once")),
        Breakage(
            "a cursor beyond the database's transactions",
            "UPDATE outbox_cursors SET written_by = '900000000000' WHERE reader = 'webhooks'",
            Line(
                "events_are_numbered_here", "events read by webhooks",
                is: "up to transaction 900000000000", "below the next transaction")),
        Breakage(
            "an event beyond the database's transactions",
            "UPDATE events SET written_by = '900000000000' WHERE sequence = 2",
            Line(
                "events_are_numbered_here", "events", is: "1 up to transaction 900000000000",
                "below the next transaction")),
    ]
}
