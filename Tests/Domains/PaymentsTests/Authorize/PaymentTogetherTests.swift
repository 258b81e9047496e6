import Balances
import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A payment by one balance is one statement, for its speed (docs/decisions/0010); it leaves the
/// same rows as the verb does under its locks, with any other payments in the batch.
@Suite struct PaymentTogetherTests {
    @Test(arguments: [1, 3]) func `one statement leaves the same rows as the sequence`(
        payments count: Int
    ) async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let other = try await till.balance("50.00", kind: .prepaid)
        var sheets: [Sheet] = []
        for index in 0..<count {
            let sheet = try await till.checkout("1\(index).25") { $0.reference = "order" }
            try await till.attach(balance, to: sheet)
            sheets.append(sheet)
        }
        let last = try await till.checkout("7.00")
        try await till.attach(other, to: last)
        let all = sheets + [last]

        let together = try await till.trace { transaction in
            let payments = try all.map { try seen($0, at: till, in: transaction)! }
            let rows = try transaction.run(PaymentByBalance.statement(for: payments))
            #expect(rows.count == all.count)
        }
        let sequence = try await till.trace { transaction in
            for sheet in all {
                let answer = try till.payment(of: sheet)(in: transaction)
                #expect(answer.isSuccess && answer.sheet.state == .captured)
            }
        }
        for (table, rows) in together { #expect(rows == sequence[table], "\(table)") }
        #expect(together["public.transfers"]!.count == 2 + all.count)
        #expect(together["public.captures"]!.count == all.count)
    }

    @Test(arguments: [("JPY", "900", "1000"), ("USD", "9.05", "10.00"), ("KWD", "9.005", "10.000")])
    func `the balance's events are equal to the byte`(
        code: String, price: String, amount: String
    ) async throws {
        let till = try await Till()
        let currency = Currency(code)!
        let expiry = now.adding(seconds: 86_400).adding(.milliseconds(500))
        let balance = try await till.balance(amount, in: currency, expiresAt: expiry)
        let sheet = try await till.checkout {
            $0 = cart(item(price, in: currency), in: currency)
        }
        try await till.attach(balance, to: sheet)
        try await till.database.run(
            """
            UPDATE balances SET reference = \("a \"gift\" \\ for Zoë\n"), frozen_at = \(now),
                frozen_because = 'merchant'
            WHERE merchant_id = \(till.merchant.number) AND balance_id = \(balance.uuid)
            """)

        let told: @Sendable (Transaction) throws -> String = { transaction in
            try transaction.run(
                """
                SELECT regexp_replace(data::text, 'trf_[0-9a-z]+', 'trf') AS data FROM events
                WHERE merchant_id = \(till.merchant.number) AND type = 'balance.captured'
                """)[0].get("data")
        }
        let together = try await till.undone { transaction in
            let payment = try seen(sheet, at: till, in: transaction)!
            _ = try transaction.run(PaymentByBalance.statement(for: [payment]))
            return try told(transaction)
        }
        let sequence = try await till.undone { transaction in
            _ = try till.payment(of: sheet)(in: transaction)
            return try told(transaction)
        }
        #expect(together == sequence)
        #expect(together.contains(#""frozenBecause":"merchant""#))
    }

    @Test func `the contact of a delivered order is stored`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let sheet = try await till.checkout { $0 = delivered($0) }
        try await till.attach(balance, to: sheet)
        let contact = Contact(
            givenName: "Joël", familyName: "Appleseed", addressLines: ["1 Example Park Way"],
            locality: "Cupertino", administrativeArea: "CA", postalCode: "95014",
            countryCode: "US")
        let answer = try await till.payTogether(sheet, shipping: contact)
        #expect(answer?.sheet.state == .captured)
        let kept = try await till.database.transaction { transaction in
            let held = try HeldSheet(ending: till.question(sheet), in: transaction)
            let contacts = try held.seal.contacts(held.sheet.privacy.contacts, as: "contacts")
            return [contacts.shipping?.locality, held.sheet.choice.place?.region]
        }
        #expect(kept == ["Cupertino", "US-CA"])
    }

    @Test func `of 64 taps one pays, and all get its answer`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let sheet = try await till.checkout("10.00")
        try await till.attach(balance, to: sheet)
        let answers = try await withThrowingTaskGroup(of: AuthorizationAnswer.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    if let answer = try await till.payTogether(sheet) { return answer }
                    return try await till.payByBalance(sheet)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter(\.isSuccess).count == 64)
        #expect(try await till.says(balance) == "90.00 held 0.00")
        #expect(try await till.booked(sheet) == ["balance to revenue 10.00"])
        #expect(try await till.events(sheet) == ["checkout.captured"])
    }

    @Test func `of 64 checkouts paid by one balance each is booked once`() async throws {
        let till = try await Till()
        let balance = try await till.balance("64.00")
        var sheets: [Sheet] = []
        for _ in 0..<64 {
            let sheet = try await till.checkout("1.00")
            try await till.attach(balance, to: sheet)
            sheets.append(sheet)
        }
        let paid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for sheet in sheets {
                group.addTask { try await till.payTogether(sheet)?.isSuccess == true }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(paid == 64)
        #expect(try await till.says(balance) == "0.00 held 0.00")
        let left: [Int64] = try await till.database.run(
            """
            SELECT from_after FROM transfers WHERE merchant_id = \(till.merchant.number)
                AND from_balance = \(balance.uuid) ORDER BY from_number
            """
        ).map { try $0.get("from_after") }
        #expect(left == (0..<64).reversed().map { Int64($0) * 100 })
    }

    @Test func `a checkout that changed since it was read is not paid`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let sheet = try await till.checkout("10.00")
        try await till.attach(balance, to: sheet)
        let payment = try await till.database.transaction {
            try seen(sheet, at: till, in: $0)
        }
        try await till.detach(balance, from: sheet)
        #expect(try await till.database.run(try #require(payment)).isEmpty)
        #expect(try await till.says(balance) == "100.00 held 0.00")
        #expect(try await till.sheet(sheet).state == .open)
    }

    @Test func `a missing hold makes the whole statement fail without effect`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let sheet = try await till.checkout("10.00")
        try await till.attach(balance, to: sheet)
        try await till.sweep(sheet, at: now)
        #expect(try await till.payTogether(sheet)?.sheet.id == nil)
        #expect(try await till.says(balance) == "100.00 held 0.00")
        #expect(try await till.sheet(sheet).state == .open)
        #expect(try await till.events(sheet).isEmpty)
        // The locking verb renews the hold.
        #expect(try await till.payByBalance(sheet).isSuccess)
    }

    @Test func `a used idempotency key pays nothing`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let sheet = try await till.checkout("10.00")
        try await till.attach(balance, to: sheet)
        let claim = Claim(
            merchant: till.merchant.number.value, scope: sheet.id.uuid.base32, key: "tap",
            fingerprint: [UInt8](repeating: 7, count: 32), at: now.microseconds)
        _ = try await till.database.transaction { try claim.take(in: $0) }
        #expect(try await till.payTogether(sheet, claim: claim)?.sheet.id == nil)
        #expect(try await till.sheet(sheet).state == .open)
        let other = Claim(
            merchant: claim.merchant, scope: claim.scope, key: "second tap",
            fingerprint: claim.fingerprint, at: claim.at)
        #expect(try await till.payTogether(sheet, claim: other)?.isSuccess == true)
        let found = try await till.database.transaction { try other.find(in: $0) }
        #expect(found == .replay(StoredAnswer(status: 200, body: Array("paid".utf8))))
    }

    @Test(arguments: ["coupon", "two balances", "manual", "pending", "too little", "frozen"])
    func `a complex payment is left to the locking verb`(scene: String) async throws {
        let till = try await Till()
        let balance = try await till.balance(scene == "too little" ? "5.00" : "100.00")
        let coupon =
            scene == "coupon"
            ? try await till.coupon(
                "TEN", CouponTerms(reduction: .percentage(Rate(percent: "10")!)))
            : nil
        let sheet = try await till.checkout(
            scene == "two balances" ? "120.00" : "10.00", coupon: coupon
        ) {
            if scene == "manual" { $0.captureMethod = .manual }
            if scene == "coupon" { $0.supportsCouponCode = true }
            if scene == "pending" { $0 = cart(item("10.00"), item("5.00", pending: true)) }
        }
        try await till.attach(balance, to: sheet)
        if scene == "two balances" {
            try await till.attach(try await till.balance("30.00"), to: sheet)
        }
        if scene == "frozen" {
            try await till.database.run(
                """
                UPDATE balances SET frozen_at = \(now), frozen_because = 'merchant'
                WHERE merchant_id = \(till.merchant.number) AND balance_id = \(balance.uuid)
                """)
            // A hold made before the balance was frozen stays valid.
            #expect(try await till.payTogether(sheet)?.isSuccess == true)
        } else {
            #expect(try await till.payTogether(sheet)?.sheet.id == nil)
            #expect(try await till.sheet(sheet).state == .open)
        }
    }

    private func seen(
        _ sheet: Sheet, at till: Till, in transaction: Transaction
    ) throws -> PaymentByBalance? {
        let row = try transaction.run(Sheet.see(sheet.id))[0]
        let pay = till.payment(of: sheet)
        var held = try HeldSheet(pay.question, seen: row)
        return try pay.payment(&held, seen: row, nil) { _ in
            StoredAnswer(status: 200, body: [])
        }
    }
}

extension Till {
    func payment(of sheet: Sheet, shipping: Contact? = nil) -> PayByBalance {
        PayByBalance(
            question: question(sheet), shipping: shipping, billing: nil, version: nil)
    }

    func payTogether(
        _ sheet: Sheet, shipping: Contact? = nil, claim: Claim? = nil
    ) async throws -> AuthorizationAnswer? {
        try await payment(of: sheet, shipping: shipping).together(on: database, claim: claim) {
            _ in StoredAnswer(status: 200, body: Array("paid".utf8))
        }
    }
}
