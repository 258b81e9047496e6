import Exports
import Foundation
import Merchants
import Postgres
import TestSupport
import Testing
import Threads
import Vocabulary

/// Exports of a merchant's payments, and the command that writes them.
@Suite(.timeLimit(.minutes(5)))
struct ExportTests {
    private static let manual =
        #""captureMethod":"manual","items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]"#

    /// A shop with two payments, three captures, two refunds and a gift card.
    private static func shop() async throws -> (shop: Shop, merchant: MerchantNumber) {
        let shop = try await Shop.open()
        for amount in ["3.00", "4.00"] {
            let checkout = try await shop.checkout(manual + #","reference":"=1+1""#)
            #expect(try await checkout.pay().number("status") == 0)
            #expect(try await checkout.post("capture", #"{"amount":"6.00"}"#).status == 201)
            let refund = #"{"amount":"\#(amount)","reason":"@cold, \"wet\""}"#
            #expect(try await checkout.post("refunds", refund).status == 201)
        }
        _ = try await shop.checkout(manual)
        _ = try await shop.balance(#""kind":"gift_card","amount":"20.00""#)
        let merchant = try await shop.ask("GET", "/v1/merchant").string("id")
        return (shop, try #require(merchant.flatMap(Merchant.number)))
    }

    /// All rows as objects, by the names of the columns.
    private static func rows(
        _ kind: Export.Kind, of merchant: MerchantNumber, rowsInBlock: Int = 1,
        during: @escaping @Sendable () throws -> Void = {}
    ) async throws -> [[String: String]] {
        let all = Locked<[[ExportValue]]>([])
        let span = Instant(seconds: 0)..<Instant(seconds: 32_503_680_000)
        let stream = StreamExport(Export(kind, of: merchant, in: span), rowsInBlock: rowsInBlock)
        let database = try await TestServer.shared.value.database
        let count = try await stream(on: database) { block in
            all.withLock { $0 += block }
            try during()
        }
        let rows = all.withLock { $0 }
        #expect(rows.count == count)
        return rows.map { values in
            var row: [String: String] = [:]
            for (column, value) in zip(kind.columns, values) {
                switch value {
                case .none: break
                case .plain(let text), .foreign(let text): row["\(column.name)"] = text
                }
            }
            return row
        }
    }

    private static func sum(_ rows: [[String: String]], _ name: String) -> Decimal {
        rows.compactMap { $0[name].flatMap { Decimal(string: $0) } }.reduce(0, +)
    }

    @Test func `exports have the amounts that the API shows, and their sums are the ledger's`()
        async throws
    {
        let (_, merchant) = try await Self.shop()
        let payments = try await Self.rows(.payments, of: merchant)
        #expect(payments.count == 2)
        #expect(payments.allSatisfy { $0["authorizedAmount"] == "10.00" })
        #expect(payments.map { $0["refundedAmount"] } == ["3.00", "4.00"])
        #expect(payments.allSatisfy { $0["reference"] == "=1+1" && $0["processor"] == "sandbox" })
        let captures = try await Self.rows(.captures, of: merchant)
        let refunds = try await Self.rows(.refunds, of: merchant)
        #expect(refunds.allSatisfy { $0["reason"] == #"@cold, "wet""# })
        #expect(refunds.allSatisfy { $0["status"] == "succeeded" })
        let ledger = try await Self.rows(.ledger, of: merchant)
        let moved = { kind in Self.sum(ledger.filter { $0["kind"] == kind }, "amount") }
        #expect(Self.sum(payments, "capturedAmount") == 12)
        #expect(Self.sum(captures, "amount") == 12 && moved("capture") == 12)
        #expect(Self.sum(refunds, "amount") == 7 && moved("refund") == 7)
        let balances = try await Self.rows(.balances, of: merchant)
        #expect(balances.map { $0["amount"] } == ["20.00"] && moved("credit") == 20)
    }

    @Test func `sums are the ledger's if balances pay and get refunds`() async throws {
        let (shop, merchant) = try await Self.shop()
        let gift = try await shop.balance(#""kind":"prepaid","amount":"4.00""#)
        let checkout = try await shop.checkout(
            #""items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]"#)
        let id = try #require(gift.string("id"))
        let path = "/v1/checkouts/\(checkout.id)/balances"
        let attached = try await shop.ask("POST", path, #"{"balanceId":"\#(id)"}"#)
        #expect(attached.status == 200, "\(attached.text)")
        let state = try await checkout.state().number("version") ?? 0
        let paid = try await checkout.pay(version: state)
        #expect(paid.number("status") == 0, "\(paid.text)")
        for refund in [#"{"amount":"1.00","to":"balance"}"#, #"{"amount":"7.00"}"#] {
            #expect(try await checkout.post("refunds", refund).status == 201)
        }
        let captured = try await Self.rows(.captures, of: merchant)
        let refunded = try await Self.rows(.refunds, of: merchant)
        let ledger = try await Self.rows(.ledger, of: merchant)
        let moved = { kind in Self.sum(ledger.filter { $0["kind"] == kind }, "amount") }
        #expect(Self.sum(captured, "amount") == 22 && moved("capture") == 22)
        #expect(Self.sum(refunded, "amount") == 15 && moved("refund") == 15)
    }

    @Test(arguments: Export.Kind.allCases)
    func `an export has no rows of another merchant, or outside of its span`(kind: Export.Kind)
        async throws
    {
        let (_, merchant) = try await Self.shop()
        let stranger = try await Shop.open().ask("GET", "/v1/merchant").string("id")
        let other = try #require(stranger.flatMap(Merchant.number))
        #expect(try await Self.rows(kind, of: other) == [])
        let past = Export(kind, of: merchant, in: Instant(seconds: 0)..<Instant(seconds: 1))
        let database = try await TestServer.shared.value.database
        #expect(try await StreamExport(past)(on: database) { _ in } == 0)
    }

    @Test func `an export shows one moment while rows change`() async throws {
        let (shop, merchant) = try await Self.shop()
        let isFirst = Locked(true)
        let rows = try await Self.rows(.payments, of: merchant) {
            guard
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return }
            // The connection's thread waits while another pays.
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                let checkout = try await shop.checkout(Self.manual)
                _ = try await checkout.pay()
                done.signal()
            }
            done.wait()
        }
        #expect(rows.count == 2)
        #expect(try await Self.rows(.payments, of: merchant).count == 3)
    }

    /// Postgres asks to repeat a transaction, for example on a standby that must remove old rows.
    @Test func `an export that would have to start again ends and repeats no row`() async throws {
        try await TestDatabase.configured {
            // Rows are read one by one in the order of the key.
            $0.parameters["enable_sort"] = "off"
            $0.parameters["enable_seqscan"] = "off"
        }.withFreshDatabase { database in
            for query in [
                "INSERT INTO merchants (name, live, processor, created_at) "
                    + "VALUES ('Toast', false, 'sandbox', now())",
                "INSERT INTO balances (merchant_id, balance_id, kind, currency, created_at, "
                    + "changed_at) SELECT merchant_id, lpad(n::text, 32, '0')::uuid, "
                    + "'store_credit', 'USD', now(), now() FROM merchants, generate_series(1, 3) n",
                "ALTER TABLE balances RENAME TO stored_balances",
                """
                CREATE FUNCTION is_readable(id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
                BEGIN
                    IF id::text LIKE '%2' THEN
                        RAISE 'repeat' USING ERRCODE = 'serialization_failure';
                    END IF;
                    RETURN true;
                END $$
                """,
                "CREATE VIEW balances AS SELECT * FROM stored_balances "
                    + "WHERE is_readable(balance_id)",
            ] { try await database.run(Query(raw: query)) }
            let span = Instant(seconds: 0)..<Instant(seconds: 32_503_680_000)
            let export = Export(.balances, of: MerchantNumber(1), in: span)
            let taken = Locked(0)
            await #expect(throws: ExportFault.interrupted) {
                try await StreamExport(export, rowsInBlock: 1)(on: database) { rows in
                    taken.withLock { $0 += rows.count }
                }
            }
            #expect(taken.withLock { $0 } == 1)
        }
    }

    @Test func `an export whose reader fails ends with its error`() async throws {
        struct Full: Error {}
        let (_, merchant) = try await Self.shop()
        await #expect(throws: Full.self) {
            try await Self.rows(.payments, of: merchant) { throw Full() }
        }
    }

    @Test func `the command writes CSV and JSON lines to standard output`() async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                let run = { (words: [String]) in
                    try await offPool {
                        RunningServer.end(of: words, on: settings.connection, in: folder, [])
                    }
                }
                let created = try await run(["merchants", "create", "Toast", "--json"])
                #expect(created.status == 0, "\(created.text)")
                let csv = try await run(["export", "payments", "--merchant", "mer_1"])
                #expect(csv.status == 0)
                #expect(csv.text.contains("checkout,createdAt,status,currencyCode,total"))
                #expect(csv.text.contains("exported 0 rows of payments"))
                for (words, said) in [
                    (["export"], "export takes one of: payments, captures"),
                    (["export", "cats", "--merchant", "mer_1"], "export takes one of"),
                    (["export", "ledger"], "--merchant takes a merchant's id"),
                    (["export", "ledger", "--merchant", "mer_9"], "there is no merchant mer_9"),
                    (
                        ["export", "ledger", "--merchant", "mer_1", "--from", "11/28"],
                        "--from takes a day in UTC"
                    ),
                    (
                        ["export", "ledger", "--merchant", "mer_1", "--from", "2999-01-01"],
                        "--from must not be after --to, nor after today"
                    ),
                    (
                        ["export", "ledger", "--merchant", "mer_1", "--format", "xls"],
                        "--format takes csv or jsonl"
                    ),
                ] {
                    let ended = try await run(words)
                    #expect(ended.status != 0)
                    #expect(ended.lines.count == 1 && ended.text.contains(said), "\(ended.text)")
                }
            }
        }
    }
}
