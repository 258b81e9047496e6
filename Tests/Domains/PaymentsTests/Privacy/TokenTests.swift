import CartSupport
import Crypto
import JSON
import Postgres
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments
@testable import Processors

/// Decrypted payment tokens at their own checkout: a fresh token pays, and pays once.
@Suite struct TokenTests {
    private let seconds = now.microseconds / 1_000_000

    @Test(arguments: [-300, 0, 300])
    func `a token pays within five minutes of its signature`(distance: Int64) async throws {
        let (till, bank) = (try await Till(), Bank())
        let session = try await till.checkout()
        let payment = try Payment.token(signed: seconds + distance)
        #expect(try await till.pay(session, payment, by: bank.processor()).isSuccess)
    }

    @Test(arguments: [-301, 301, -86_400])
    func `a token from another time is refused uncharged`(distance: Int64) async throws {
        let (till, bank) = (try await Till(), Bank())
        let session = try await till.checkout()
        let payment = try Payment.token(signed: seconds + distance)
        await #expect(throws: CheckoutRefusal.tokenStale) {
            try await till.pay(session, payment, by: bank.processor())
        }
        #expect(bank.keys.isEmpty)
        #expect(try await till.attempts(session).isEmpty)
    }

    @Test func `a repeated tap gets the same answer, even with an old token`() async throws {
        let (till, bank) = (try await Till(), Bank())
        let session = try await till.checkout()
        let payment = try Payment.token(signed: seconds)
        #expect(try await till.pay(session, payment, by: bank.processor()).isSuccess)
        let later = now.adding(seconds: 3_600)
        #expect(try await till.pay(session, payment, by: bank.processor(), at: later).isSuccess)
        #expect(bank.keys.count == 1)
    }

    @Test func `a declined token cannot be used again`() async throws {
        let (till, bank) = (try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let first = try await till.pay(
            try await till.checkout(), payment, by: bank.processor(Bank.decline))
        #expect(!first.isSuccess)
        await #expect(throws: CheckoutRefusal.tokenUsed) {
            try await till.pay(try await till.checkout(), payment, by: bank.processor())
        }
    }

    @Test func `a token used at one merchant pays no other merchant`() async throws {
        let (one, other, bank) = (try await Till(), try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let paid = try await one.pay(try await one.checkout(), payment, by: bank.processor())
        #expect(paid.isSuccess)
        await #expect(throws: CheckoutRefusal.tokenUsed) {
            try await other.pay(try await other.checkout(), payment, by: bank.processor())
        }
        #expect(bank.keys.count == 1)
    }

    @Test func `one token at many sheets of two merchants is charged once`() async throws {
        let (one, other, bank) = (try await Till(), try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let paid = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                let till = index % 2 == 0 ? one : other
                group.addTask {
                    let answer = try? await till.pay(
                        try await till.checkout(), payment, by: bank.processor())
                    return answer?.isSuccess ?? false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(paid == 1)
        #expect(bank.keys.count == 1)
    }

    @Test func `a token with an unknown outcome stays used`() async throws {
        let (till, bank) = (try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let session = try await till.checkout()
        #expect(try await till.pay(session, payment, by: bank.processor(Bank.lose)).isUnknown)
        await #expect(throws: CheckoutRefusal.tokenUsed) {
            try await till.pay(try await till.checkout(), payment, by: bank.processor())
        }
    }

    @Test func `a token that never reached the bank pays at another sheet`() async throws {
        let (till, bank) = (try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let away: Bank.Answer = { (_) async throws(ProcessorFault) in throw .unreachable }
        _ = try await till.pay(try await till.checkout(), payment, by: bank.processor(away))
        let paid = try await till.pay(try await till.checkout(), payment, by: bank.processor())
        #expect(paid.isSuccess)
    }

    @Test(arguments: [ProcessorFault.unreachable, .rejected])
    func `a retry that fails leaves the first call's outcome unknown`(
        fault: ProcessorFault
    ) async throws {
        let (till, bank) = (try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let session = try await till.checkout()
        let begin = till.begin(session, payment)
        // Its server dies here; the charge may have arrived.
        _ = try await till.database.transaction { try begin(in: $0) }
        let later = now.adding(seconds: 60)
        let away: Bank.Answer = { (_) async throws(ProcessorFault) in throw fault }
        let answer = try await till.pay(session, payment, by: bank.processor(away), at: later)
        #expect(answer.isUnknown)
        #expect(try await till.attempts(session).map(\.state) == [.unknown])
        #expect(try await till.session(session).state == .authorizing)
        await #expect(throws: CheckoutRefusal.tokenUsed) {
            try await till.pay(try await till.checkout(), payment, by: bank.processor())
        }
    }

    @Test func `a token of an attempt closed without an answer stays used`() async throws {
        let (till, bank) = (try await Till(), Bank())
        let payment = try Payment.token(signed: seconds)
        let session = try await till.checkout()
        #expect(try await till.pay(session, payment, by: bank.processor(Bank.lose)).isUnknown)
        var closing = bank.processor()
        closing.find = { (_) async throws(ProcessorFault) in nil }
        closing.close = { (_) async throws(ProcessorFault) in nil }
        let end = ResolveAttempt(
            attempt: try #require(try await till.unfinished(session)), merchant: till.merchant,
            processor: closing, allowsClose: true, requestID: "test",
            now: now.adding(seconds: 3_600))
        #expect(try await end(by: till.paymentContext(closing)))
        #expect(try await till.attempts(session).map(\.state) == [.declined])
        await #expect(throws: CheckoutRefusal.tokenUsed) {
            try await till.pay(try await till.checkout(), payment, by: bank.processor())
        }
    }

    @Test(
        arguments: [
            ("USD", 1_000, nil, nil), ("USD", 999, nil, .tokenOfOtherAmount),
            ("USD", 1_001, nil, .tokenOfOtherAmount),
            ("EUR", 1_000, nil, .tokenOfOtherCurrency(Currency("USD")!)),
            ("USD", 1_000, "said", .tokenOfOtherRequest),
            // In the order of the checks.
            ("EUR", 999, "said", .tokenOfOtherRequest),
            ("EUR", 999, nil, .tokenOfOtherCurrency(Currency("USD")!)),
        ] as [(String, Int64, String?, CheckoutRefusal?)])
    func `a token is only valid for its own sheet`(
        currency: String, amount: Int64, said: String?, refusal: CheckoutRefusal?
    ) async throws {
        let till = try await Till()
        let expectation = TokenExpectation(try await till.checkout())
        let token = try DecryptedToken.made(
            signed: seconds, amount: amount, currency: try #require(Currency(currency)), said: said)
        var thrown: CheckoutRefusal?
        do throws(CheckoutRefusal) {
            try expectation.requireMet(by: token, at: now)
        } catch { thrown = error }
        #expect(thrown == refusal)
    }
}

extension Till {
    fileprivate func unfinished(_ session: CheckoutSession) async throws -> UnfinishedAttempt? {
        let last = try await attempts(session).last
        guard let last, let row = try await database.run(UnfinishedAttempt.find(last.id)).first
        else {
            return nil
        }
        return try UnfinishedAttempt(row: row)
    }
}

extension Payment {
    fileprivate static func token(signed: Int64) throws -> Payment {
        let token = try DecryptedToken.made(signed: signed)
        return Payment(
            instrument: .opened(token, card: .unknown), billing: nil, shipping: nil,
            digest: SHA256.hash(token.transactionIdentifier))
    }
}
