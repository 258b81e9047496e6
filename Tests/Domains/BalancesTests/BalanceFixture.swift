import Balances
import Crypto
import Merchants
import Postgres
import Synchronization
import TestSupport
import Vocabulary

let now = Instant(seconds: 1_800_000_000)
let dollar = Currency("USD")!
let euro = Currency("EUR")!

func dollars(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: dollar) }

/// A merchant with balances on a real database; moves money with the same verbs as the API.
struct BalanceFixture: Sendable {
    let database: Database
    let keys: KeyRing
    let merchant: Merchant

    static let identify: @Sendable () -> UUID128 = {
        UUID128.version7(at: now, random: Random.words())
    }

    static func moment(_ now: Instant) -> Moment { Moment(now) { _ in BalanceFixture.identify() } }

    init(on database: Database? = nil, keys: KeyRing? = nil) async throws {
        if let database {
            self.database = database
        } else {
            self.database = try await TestDatabase.shared
        }
        self.keys = keys ?? KeyRing(masters: [1: Secret.random(KeyRing.masterCount)])
        let open = OpenMerchant(
            name: "Vault", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (BalanceFixture.identify(), BalanceFixture.identify()))
        merchant = try await self.database.transaction { try open(in: $0) }.merchant
    }

    func fresh<Noun: Identified>(_ noun: Noun.Type) -> Identifier<Noun> {
        Identifier(merchant: merchant.number, uuid: BalanceFixture.identify())
    }

    /// A balance with this amount in cents.
    func balance(
        _ cents: Int64 = 0, _ kind: Balance.Kind = .storeCredit, code: BalanceCode? = nil,
        currency: Currency = dollar, expiresAt: Instant? = nil, keys: KeyRing? = nil
    ) async throws -> Balance {
        let open = CreateBalance(
            balance: Balance(
                id: fresh(Balance.self), kind: kind, currency: currency, codeHint: code?.hint,
                expiresAt: expiresAt, createdAt: now), code: code,
            amount: cents > 0 ? Money(minorUnits: cents, currency: currency) : nil,
            keys: keys ?? self.keys, transfer: BalanceFixture.identify(), moment: Self.moment(now))
        return try await database.transaction { try open(in: $0) }
    }

    func transfer(
        _ amount: Money, from: Account, to: Account, _ kind: Transfer.Kind = .transfer,
        cause: UUID128? = nil, at moment: Instant = now, counting runs: Counter? = nil
    ) async throws -> Transfer {
        let post = PostTransfer(
            amount, from: from, to: to,
            for: Transfer.Cause(id: cause ?? BalanceFixture.identify(), kind: kind),
            of: merchant.number, moment: Self.moment(moment))
        return try await database.transaction {
            runs?.add()
            return try post(in: $0)
        }
    }

    func spend(_ cents: Int64, of balance: Balance, at moment: Instant = now) async throws {
        _ = try await transfer(
            dollars(cents), from: .balance(balance.id), to: .system(.withdrawal), .debit,
            at: moment)
    }

    func hold(
        _ cents: Int64, of balance: Balance, until expiry: Instant? = now.adding(seconds: 3600),
        for checkout: UUID128? = nil, at moment: Instant = now
    ) async throws -> Hold {
        let hold = Hold(
            id: fresh(Hold.self), balance: balance.id, amount: dollars(cents),
            owner: checkout.map { Hold.Owner(checkout: $0, position: 0) },
            expiresAt: expiry, createdAt: moment)
        let verb = HoldFunds(hold: hold, moment: Self.moment(moment))
        return try await database.transaction { try verb(in: $0).hold(hold.id) }
    }

    func capture(_ cents: Int64?, of hold: Hold, at moment: Instant = now) async throws -> Hold {
        let verb = CaptureHold(
            hold: hold.id, amount: cents.map(dollars), to: .system(.withdrawal),
            for: Transfer.Cause(id: BalanceFixture.identify(), kind: .holdCapture),
            moment: Self.moment(moment))
        return try await database.transaction { try verb(in: $0).hold(hold.id) }
    }

    func release(_ hold: Hold, at moment: Instant = now) async throws -> Hold {
        let verb = ReleaseHold(hold: hold.id, moment: Self.moment(moment))
        return try await database.transaction { try verb(in: $0).hold(hold.id) }
    }

    func freeze(_ balance: Balance, as freezeReason: Balance.FreezeReason?) async throws -> Balance
    {
        let freeze = FreezeBalance(balance: balance.id, as: freezeReason, moment: Self.moment(now))
        return try await database.transaction { try freeze(in: $0) }
    }

    func find(_ code: String, keys: KeyRing? = nil) async throws -> Balance {
        let find = FindByCode(typed: code, merchant: merchant.number, keys: keys ?? self.keys)
        return try await database.transaction { try find(in: $0) }
    }

    /// A checkout row with only the columns that a hold needs; the module Checkouts opens real
    /// ones.
    func checkout() async throws -> UUID128 {
        let checkout = BalanceFixture.identify()
        try await database.run(
            """
            INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
                total_pending, settings_version, request, data_key, derivation_key, generation,
                created_at, expires_at, changed_at)
            VALUES (\(merchant.number), \(checkout), 'open', 1, 'USD', 1000, false, 1, '{}', NULL, 1, 1,
                \(now), \(now), \(now))
            """)
        return checkout
    }

    /// The balance from the database.
    func read(_ balance: Balance) async throws -> Balance {
        let find = FindBalance(balance: balance.id)
        return try await database.transaction { try find(in: $0) }
    }

    func entries(_ balance: Balance, before: Int64? = nil, limit: Int = 100) async throws
        -> [Entry]
    {
        let list = ListPage<Entry>(
            of: balance.id, after: before.map(Entry.ID.init(number:)), limit: limit)
        return try await list(on: database).items
    }

    /// The types of a balance's events in order; `a gap` replaces the type of an event whose
    /// sequence number is not the next.
    func events(_ balance: Balance) async throws -> [String] {
        let rows = try await database.run(
            """
            SELECT type, sequence FROM events WHERE merchant_id = \(merchant.number)
                AND object = \(balance.id.text) ORDER BY sequence
            """)
        return try rows.enumerated().map { index, row in
            let sequence: Int64 = try row.get("sequence")
            return sequence == Int64(index + 1) ? try row.get("type") : "a gap"
        }
    }
}

/// Counts how often a transaction's body ran.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.wrappingAdd(1, ordering: .relaxed) }
}

/// Runs the body `count` times concurrently, and returns the results in the order of their indices.
func together<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async -> [Result<Value, any Error>] {
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        for index in 0..<count {
            group.addTask {
                do { return (index, .success(try await body(index))) } catch {
                    return (index, .failure(error))
                }
            }
        }
        var results: [Int: Result<Value, any Error>] = [:]
        for await (index, result) in group { results[index] = result }
        return (0..<count).map { results[$0]! }
    }
}

/// - Returns: the refusal that the body throws; nil when it succeeds.
func refusal(_ body: () async throws -> Void) async throws -> BalanceRefusal? {
    do {
        try await body()
        return nil
    } catch let refusal as BalanceRefusal {
        return refusal
    }
}
