extension Breakage {
    /// A shared order of two participants that checkout 11 paid in full.
    private static let shared = """
        INSERT INTO shared_orders (merchant_id, shared_order_id, state, version, currency, terms,
            derivation_key, generation, host, participants, present, choices, total, taken,
            deadline_at, round, payers, created_at, changed_at, ended_at)
        VALUES ($m, #71, 'paid', 5, 'USD', '{}', 1, 1, 1, 2, 2, 2, 3000, '{2}', now(), 1, 'host',
            now(), now(), now());
        INSERT INTO shared_participants (merchant_id, shared_order_id, participant, person, total,
            choices, joined_at)
        VALUES ($m, #71, 1, #81, 2000, 1, now()), ($m, #71, 2, #82, 1000, 1, now());
        INSERT INTO shared_choices (merchant_id, shared_order_id, participant, choice, state, item,
            quantity, options, unit_price, version, changed_at)
        VALUES ($m, #71, 1, 'a', 'placed', 'cone', 2, '[]', 1000, 2, now()),
            ($m, #71, 2, 'a', 'placed', 'cone', 1, '[]', 1000, 3, now()),
            ($m, #71, 2, 'b', 'removed', 'cone', 1, '[]', 1000, 4, now());
        INSERT INTO shared_shares (merchant_id, shared_order_id, round, share, participant, amount,
            is_rest, checkout_id, state)
        VALUES ($m, #71, 1, 1, 1, 3000, false, #11, 'captured');

        """

    static let sharedOrders = [
        Breakage(
            "a shared order whose total differs from its choices",
            shared + "UPDATE shared_orders SET total = 3001",
            Line(
                "shared_order_is_its_choices", "sho", 0x71, is: "2 choices for 3001",
                "2 choices for 3000")),
        Breakage(
            "a participant whose count includes a removed choice",
            shared + "UPDATE shared_participants SET choices = 2 WHERE participant = 2",
            Line(
                "shared_order_is_its_choices", "sho", 0x71, "participant 2",
                is: "2 choices for 1000", "1 choices for 1000")),
        Breakage(
            "shares that exceed the order's locked total",
            shared + """
                INSERT INTO shared_shares (merchant_id, shared_order_id, round, share, participant,
                    amount, is_rest, state)
                VALUES ($m, #71, 1, 2, 2, 10, false, 'let_go')
                """,
            Line("shares_equal_the_locked_total", "sho", 0x71, is: "3000", "3010")),
        Breakage(
            "a share whose checkout captured more",
            shared + "UPDATE shared_shares SET amount = 2999",
            Line(
                "share_is_its_checkout", "sho", 0x71, "share 1.1", is: "captured 2999",
                "captured 3000")),
        Breakage(
            "a due share in a paid order",
            shared + "UPDATE shared_shares SET state = 'due', checkout_id = NULL",
            Line(
                "share_is_its_checkout", "sho", 0x71, "share 1.1", is: "due 3000",
                "a checkout that pays it")),
        Breakage(
            "a released share whose checkout is captured",
            shared + """
                UPDATE shared_orders SET state = 'canceled';
                UPDATE shared_shares SET state = 'let_go'
                """,
            Line(
                "share_is_its_checkout", "sho", 0x71, "share 1.1", is: "let_go 3000",
                "captured 3000")),
    ]
}
