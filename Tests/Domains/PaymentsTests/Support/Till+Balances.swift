import Balances
import CartSupport
import Contacts
import Merchants
import Postgres
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

// Stored balances at the till: their amounts, their holds, and how they are attached to a sheet.
extension Till {
    /// A balance with money, issued without a payment.
    func balance(
        _ amount: String, in currency: Currency = dollars, kind: Balance.Kind = .storeCredit,
        expiresAt: Instant? = nil
    ) async throws -> Balance.ID {
        let id = Balance.ID(merchant: merchant.number, uuid: Till.identify(now))
        let money = money(amount, currency)
        try await database.transaction { transaction in
            _ = try transaction.run(
                """
                INSERT INTO balances (merchant_id, balance_id, kind, currency, expires_at,
                    created_at, changed_at)
                VALUES (\(id.merchant), \(id.uuid), \(kind.rawValue), \(currency), \(expiresAt),
                    \(now), \(now))
                """)
            guard money.minorUnits > 0 else { return }
            var ledger = Ledger(
                of: id.merchant, try Balance.lock([id], in: transaction), at: now)
            try ledger.move(
                money, from: .system(.issuance), to: .balance(id),
                for: Transfer.Cause(id: Till.identify(now), kind: .credit))
            try ledger.store(in: transaction) { Till.identify(now) }
        }
        return id
    }

    func balance(_ id: Balance.ID) async throws -> Balance {
        try await database.transaction { try Balance.find(id, in: $0)! }
    }

    /// `100.00 held 10.00`
    func says(_ id: Balance.ID) async throws -> String {
        let balance = try await balance(id)
        let held = Money(minorUnits: balance.held, currency: balance.currency)
        return "\(balance.amount.decimal) held \(held.decimal)"
    }

    @discardableResult
    func attach(
        _ id: Balance.ID, to session: CheckoutSession, upTo limit: String? = nil,
        at moment: Instant = now
    ) async throws -> SheetUpdateOutcome {
        let attach = AttachBalance(
            context: context(session, at: moment), balanceReference: .balance(id),
            limit: { currency in limit.map { money($0, currency) } })
        return try await database.transaction { try attach(in: $0) }
    }

    @discardableResult
    func detach(
        _ id: Balance.ID, from session: CheckoutSession, at moment: Instant = now
    ) async throws -> SheetUpdateOutcome {
        let detach = DetachBalance(context: context(session, at: moment), balance: id)
        return try await database.transaction { try detach(in: $0) }
    }

    func payByBalance(
        _ session: CheckoutSession, at moment: Instant = now, version: Int? = nil,
        shipping: Contact? = nil
    ) async throws -> AuthorizationAnswer {
        let pay = PayByBalance(
            context: context(session, at: moment), shipping: shipping, billing: nil,
            version: version)
        return try await database.transaction { try pay(in: $0) }
    }

    /// `active 10.00 until 45 min`: the holds of a checkout in their order.
    func holds(_ session: CheckoutSession, at moment: Instant = now) async throws -> [String] {
        let rows = try await database.run(
            """
            SELECT h.state, h.amount, h.captured, h.expires_at FROM holds h
            WHERE h.merchant_id = \(merchant.number) AND h.checkout_id = \(session.id.uuid)
            ORDER BY h.position, h.hold_id
            """)
        return try rows.map { row in
            let state: String = try row.get("state")
            let amount: Int64 = try row.get("amount")
            let expiry: Instant? = try row.get("expires_at")
            let text = "\(state) \(Money(minorUnits: amount, currency: dollars).decimal)"
            guard state == "active" else { return text }
            return text + (expiry.map { " until \($0.seconds(since: moment) / 60) min" } ?? "")
        }
    }

    func events(of balance: Balance.ID) async throws -> [String] {
        try await database.run(
            """
            SELECT type FROM events WHERE merchant_id = \(merchant.number)
                AND object = \(balance.text) ORDER BY sequence
            """
        ).map { try $0.get("type") }
    }

    /// `balance to revenue 10.00`: the transfers of a checkout.
    func booked(_ session: CheckoutSession) async throws -> [String] {
        let rows = try await database.run(
            """
            SELECT coalesce(from_system, 'balance') || ' to ' || coalesce(to_system, 'balance') AS way,
                amount FROM transfers
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
            ORDER BY part
            """)
        return try rows.map { row in
            let way: String = try row.get("way")
            let amount: Int64 = try row.get("amount")
            return "\(way) \(Money(minorUnits: amount, currency: dollars).decimal)"
        }
    }

    /// Ends the holds of a checkout: as expired if their time is over, otherwise as released.
    func sweep(_ session: CheckoutSession, at moment: Instant) async throws {
        try await database.transaction { transaction in
            let holds = try Hold.lock(
                of: session.id.uuid, merchant: session.id.merchant, in: transaction)
            let balances = try Balance.lock(holds.map(\.balance), in: transaction)
            var ledger = Ledger(of: session.id.merchant, balances, holds: holds, at: moment)
            for hold in holds { try ledger.releaseOrExpire(hold.id) }
            try ledger.store(in: transaction) { Till.identify(moment) }
        }
    }
}
