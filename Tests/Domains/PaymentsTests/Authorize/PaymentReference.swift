import Balances
import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The rows that one payment writes, each by a plain statement of its own.
///
/// It names each column again and decides from the plan alone, so that it differs from a wrong
/// column, value or condition of the product's writer.
struct PaymentReference {
    let till: Till
    let plan: PaymentPlan
    private var state = "open"
    private var attempts = 0
    private var events = 0
    private var authorized: Int64 = 0
    private var captured: Int64 = 0
    private var heldUntil: Instant?
    private var hasPlace = false
    private var reported = "nothing"
    private let attempt = Till.identify(now)

    init(_ plan: PaymentPlan, of till: Till) {
        self.plan = plan
        self.till = till
    }

    mutating func write(in transaction: Transaction) throws {
        if let claim = plan.claim {
            try transaction.run(
                """
                INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, created_at)
                VALUES (\(claim.merchant), \(claim.scope), \(claim.key), \(claim.fingerprint), \(now))
                """)
        }
        if let coupon = plan.coupon { try redeem(coupon, 1, in: transaction) }
        guard plan.hasCard else {
            try payByBalances(in: transaction)
            return
        }
        try start(in: transaction)
        let isRefused =
            !plan.session.request.supportedCountries.isEmpty && plan.country != america
        switch plan.end {
        case .approved:
            try isRefused
                ? void("issuing_country", in: transaction) : accept(isLate: false, in: transaction)
        case .declined:
            try decline("insufficient_funds", ["insufficient_funds"], in: transaction)
        case .voided: try decline(nil, ["unknown"], in: transaction)
        case .unreachable:
            try decline(nil, ["unknown"], in: transaction)
            try transaction.run(
                """
                UPDATE attempts SET token = NULL
                WHERE merchant_id = \(till.merchant.number) AND attempt_id = \(attempt)
                """)
        case .partial: try void("insufficient_funds", in: transaction)
        case .unknown, .pending: try wait(in: transaction)
        case .late:
            try wait(in: transaction)
            let keeps = till.merchant.settings.lateSuccess == .keep
            if isRefused {
                try void("issuing_country", in: transaction)
            } else if keeps || reported == "nothing" {
                try accept(isLate: reported != "nothing", in: transaction)
            } else {
                try voidLate(in: transaction)
            }
        }
    }

    // MARK: - Steps

    private mutating func start(in transaction: Transaction) throws {
        let session = plan.session
        state = "authorizing"
        attempts = 1
        try hold(until: nil, in: transaction)
        try transaction.run(
            """
            INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor,
                amount, currency, version, fingerprint, token, coupon_id, buyer, started_at,
                leased_until)
            VALUES (\(till.merchant.number), \(attempt), \(session.id.uuid), 1, 'started', 'test',
                \(session.total.minorUnits), \(session.currency), \(Int64(session.version)),
                \(plan.payment.fingerprint(version: session.version)), \(plan.payment.token),
                \(plan.coupon?.id.uuid), \(plan.couponBuyer), \(now), \(now.adding(seconds: 5)))
            """)
        try store(in: transaction)
    }

    private mutating func accept(isLate: Bool, in transaction: Transaction) throws {
        let card = plan.session.total.minorUnits
        reported = "success"
        hasPlace = plan.payment.shipping != nil
        authorized = card + tendered
        try end("authorized", at: now, in: transaction)
        try transaction.run(
            """
            UPDATE attempts SET approved = \(card), captured = \(plan.isAutomatic ? card : 0)
            WHERE merchant_id = \(till.merchant.number) AND attempt_id = \(attempt)
            """)
        try recordApproval(in: transaction)
        try captureIfAutomatic(card: card, in: transaction)
        if plan.savesCard {
            try transaction.run(
                """
                INSERT INTO kept_cards (merchant_id, card_id, checkout_id, processor, reference,
                    network_transaction, network, last_four, created_at)
                VALUES (\(till.merchant.number), \(attempt), \(plan.session.id.uuid), 'test', 'saved',
                    '2', \(plan.card.network), \(plan.card.lastFour), \(now))
                """)
        }
        let type = isLate ? "checkout.late_success" : "checkout.\(state)"
        try emit(type, in: transaction)
        try log(isLate ? "lateSuccess" : "authorized", [], in: transaction)
        try answer(true, in: transaction)
    }

    private mutating func payByBalances(in transaction: Transaction) throws {
        authorized = tendered
        try transaction.run(
            """
            UPDATE checkouts SET coupon_buyer = \(plan.couponBuyer)
            WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(plan.session.id.uuid)
            """)
        hasPlace = plan.payment.shipping != nil
        try hold(until: nil, in: transaction)
        try captureIfAutomatic(card: 0, in: transaction)
        try emit("checkout.\(state)", in: transaction)
        try log("authorized", [], in: transaction)
        try answer(true, in: transaction)
    }

    private mutating func decline(
        _ reason: String?, _ errors: [String], in transaction: Transaction
    ) throws {
        if plan.buyerIsWaiting { reported = "failure" }
        try end("declined", reason, at: now, in: transaction)
        try reopen(in: transaction)
        try emit("checkout.declined", in: transaction)
        try log("declined", errors, in: transaction)
        try answer(false, in: transaction)
    }

    /// The approval is not kept: a worker voids it.
    private mutating func void(_ reason: String, in transaction: Transaction) throws {
        if plan.buyerIsWaiting { reported = "failure" }
        try end("voiding", reason, at: nil, in: transaction)
        try recordApproval(in: transaction)
        try reopen(in: transaction)
        try emit("checkout.declined", in: transaction)
        try log("declined", [reason], in: transaction)
        try answer(false, in: transaction)
    }

    private mutating func voidLate(in transaction: Transaction) throws {
        try end("voiding", at: nil, in: transaction)
        try recordApproval(in: transaction)
        try reopen(in: transaction)
        try emit("checkout.late_success", in: transaction)
        try log("lateSuccess", ["unknown"], in: transaction)
    }

    private mutating func wait(in transaction: Transaction) throws {
        if plan.buyerIsWaiting { reported = "unknown" }
        try end("unknown", at: nil, leasedUntil: now.adding(seconds: 5), in: transaction)
        try store(in: transaction)
        try log("unknown", ["unknown"], in: transaction)
    }

    /// The buyer may pay again: the coupon is free, and balances are held for 45 minutes.
    private mutating func reopen(in transaction: Transaction) throws {
        state = "open"
        if let coupon = plan.coupon { try redeem(coupon, -1, in: transaction) }
        let end = min(now.adding(seconds: 45 * 60), plan.session.expiresAt)
        try hold(until: end, in: transaction)
    }

    /// Captures everything if the checkout captures automatically.
    private mutating func captureIfAutomatic(card: Int64, in transaction: Transaction) throws {
        state = plan.isAutomatic ? "captured" : "authorized"
        captured = plan.isAutomatic ? authorized : 0
        if plan.isAutomatic { try capture(card: card, in: transaction) }
    }

    // MARK: - Rows

    private func capture(card: Int64, in transaction: Transaction) throws {
        let capture = Till.identify(now)
        let session = plan.session
        let tenders = session.tenders
        let list = { (texts: [String]) in "{\(texts.joined(separator: ","))}" }
        try transaction.run(
            """
            INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount,
                currency, card, attempt_id, hold_ids, hold_amounts, is_last, reference, started_at,
                leased_until, ended_at)
            VALUES (\(till.merchant.number), \(capture), \(session.id.uuid), 1, 'succeeded',
                \(card + tendered), \(session.currency), \(card), \(plan.hasCard ? attempt : nil),
                \(list(tenders.map { $0.hold.uuid.digits }))::text::uuid[],
                \(list(tenders.map { String($0.amount) }))::text::bigint[], true,
                \(plan.hasCard ? "bank" : nil), \(now), \(now), \(now))
            """)
        for (part, tender) in tenders.enumerated() {
            try self.capture(tender, part, of: capture, in: transaction)
        }
        guard card > 0 else { return }
        try transaction.run(
            """
            INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_system, to_system,
                amount, currency, checkout_id, at)
            VALUES (\(till.merchant.number), \(capture), 'capture', \(Int64(tenders.count)), 'processor',
                'revenue', \(card), \(session.currency), \(session.id.uuid), \(now))
            """)
    }

    private func capture(
        _ tender: Tender, _ part: Int, of capture: UUID128, in transaction: Transaction
    ) throws {
        let session = plan.session
        let before = plan.balances[part]
        let left = before.amount.minorUnits - tender.amount
        try transaction.run(
            """
            UPDATE balances SET amount = \(left), held = \(before.held - tender.amount),
                events = \(Int64(before.events + 1)), changed_at = \(now)
            WHERE merchant_id = \(till.merchant.number) AND balance_id = \(before.id.uuid)
            """)
        try transaction.run(
            """
            UPDATE holds SET state = 'captured', captured = amount, expires_at = NULL,
                ended_at = \(now)
            WHERE merchant_id = \(till.merchant.number) AND hold_id = \(tender.hold.uuid)
            """)
        try transaction.run(
            """
            INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_balance, to_system,
                amount, currency, from_after, from_number, checkout_id, at)
            VALUES (\(till.merchant.number), \(capture), 'capture', \(Int64(part)), \(before.id.uuid),
                'revenue', \(tender.amount), \(session.currency), \(left),
                \(Int64(before.events + 1)), \(session.id.uuid), \(now))
            """)
        let amount = decimal(tender.amount)
        let held = decimal(before.held - tender.amount)
        let available = decimal(left - before.held + tender.amount)
        let code = session.currency.code
        try emit(
            "balance.captured", before.id.text, before.events + 1,
            """
            {"id": "\(before.id.text)", "kind": "store_credit", "status": "active",
             "currencyCode": "\(code)", "amount": "\(decimal(left))", "held": "\(held)",
             "available": "\(available)",
             "hold": {"id": "\(tender.hold.text)", "balance": "\(before.id.text)",
                "status": "captured", "currencyCode": "\(code)", "amount": "\(amount)",
                "captured": "\(amount)", "refunded": "\(decimal(0))",
                "checkout": "\(session.id.text)", "createdAt": "\(now.rfc3339)",
                "endedAt": "\(now.rfc3339)"},
             "transfer": {"kind": "capture", "currencyCode": "\(code)", "amount": "\(amount)",
                "from": "\(before.id.text)", "to": "revenue", "checkout": "\(session.id.text)",
                "at": "\(now.rfc3339)"}}
            """, in: transaction)
    }

    private mutating func hold(until end: Instant?, in transaction: Transaction) throws {
        heldUntil = end
        try transaction.run(
            """
            UPDATE holds SET expires_at = \(end)
            WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(plan.session.id.uuid)
            """)
    }

    private func redeem(_ coupon: Coupon, _ count: Int64, in transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE coupons SET redemptions = redemptions + \(count)
            WHERE merchant_id = \(till.merchant.number) AND coupon_id = \(coupon.id.uuid)
            """)
    }

    private func end(
        _ state: String, _ decline: String? = nil, at end: Instant?, leasedUntil: Instant? = nil,
        in transaction: Transaction
    ) throws {
        try transaction.run(
            """
            UPDATE attempts SET state = \(state), decline = \(decline), told = \(reported),
                ended_at = \(end), leased_until = coalesce(\(leasedUntil),
                    CASE \(state) WHEN 'voiding' THEN \(now) ELSE leased_until END)
            WHERE merchant_id = \(till.merchant.number) AND attempt_id = \(attempt)
            """)
    }

    private func recordApproval(in transaction: Transaction) throws {
        try transaction.run(
            """
            UPDATE attempts SET reference = 'bank', network = \(plan.card.network),
                last_four = \(plan.card.lastFour), network_transaction = '1',
                issuing_country = \(plan.country?.code), capture_before = \(plan.captureBefore)
            WHERE merchant_id = \(till.merchant.number) AND attempt_id = \(attempt)
            """)
    }

    private func store(in transaction: Transaction) throws {
        let tenders = plan.session.tenders.map { tender in
            """
            {"balance": "\(tender.balance.uuid.base32)", "hold": "\(tender.hold.uuid.base32)",
             "kind": "store_credit", "amount": \(tender.amount)\
            \(heldUntil.map { ", \"heldUntil\": \($0.microseconds)" } ?? "")}
            """
        }
        let place: [UInt8]? = hasPlace ? [1] : nil
        let contacts: [UInt8]? = plan.payment.shipping == nil ? nil : [1]
        try transaction.run(
            """
            UPDATE checkouts SET state = \(state), shown_version = version,
                attempts = \(Int64(attempts)), events = \(Int64(events)), authorized = \(authorized),
                captured = \(captured), contacts = \(contacts),
                place = coalesce(\(place), place), changed_at = \(now),
                balances = CASE WHEN balances IS NOT NULL
                    THEN \("[\(tenders.joined(separator: ","))]")::text::json END
            WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(plan.session.id.uuid)
            """)
    }

    /// Stores the checkout with the event that reports it.
    private mutating func emit(_ type: String, in transaction: Transaction) throws {
        events += 1
        try store(in: transaction)
        let session = plan.session
        let tenders = session.tenders.map { tender in
            """
            {"balance": "\(tender.balance.text)", "kind": "store_credit",
             "amount": "\(decimal(tender.amount))"}
            """
        }
        let balances =
            tenders.isEmpty ? "" : ", \"balances\": [\(tenders.joined(separator: ","))]"
        try emit(
            type, session.id.text, events,
            """
            {"id": "\(session.id.text)", "status": "\(state)", "version": \(session.version),
             "currencyCode": "\(session.currency.code)",
             "total": "\(decimal(session.total.minorUnits))", "totalType": "final",
             "authorizedAmount": "\(decimal(authorized))",
             "capturedAmount": "\(decimal(captured))", "refundedAmount": "\(decimal(0))"\(balances),
             "reference": "\(session.request.reference ?? "")"}
            """, in: transaction)
    }

    private func emit(
        _ type: String, _ object: String, _ sequence: Int, _ data: String,
        in transaction: Transaction
    ) throws {
        try transaction.run(
            """
            INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
            VALUES (\(till.merchant.number), \(Till.identify(now)), \(type), \(object),
                \(Int64(sequence)), \(data)::text::json, \(now))
            """)
    }

    private func log(_ kind: String, _ errors: [String], in transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version,
                total, state, errors)
            VALUES (\(till.merchant.number), \(plan.session.id.uuid), \(Till.identify(now)), \(kind),
                \(now), 'test', \(Int64(plan.session.version)), \(plan.session.total.minorUnits),
                \(state), NULLIF(\(errors), '{}'::text[]))
            """)
    }

    private func answer(_ isSuccess: Bool, in transaction: Transaction) throws {
        guard let claim = plan.claim else { return }
        try transaction.run(
            """
            UPDATE idempotency_keys SET status = 200, answer = \(Array("\(isSuccess)".utf8))
            WHERE merchant_id = \(claim.merchant) AND scope = \(claim.scope) AND key = \(claim.key)
            """)
    }

    private var tendered: Int64 { plan.session.tenders.reduce(0) { $0 + $1.amount } }

    private func decimal(_ minorUnits: Int64) -> String {
        Money(minorUnits: minorUnits, currency: plan.session.currency).decimal
    }
}
