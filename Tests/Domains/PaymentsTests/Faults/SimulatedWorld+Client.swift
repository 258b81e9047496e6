import Balances
import CartSupport
import Crypto
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A client's knowledge after a call.
enum CallResult: Equatable, Sendable {
    /// A definite answer; a repeated call must return the same.
    case done(String)
    /// A definite refusal: the call had no effect.
    case refused(String)
    /// No answer, an unknown outcome, or "in progress": the client repeats the call with the same
    /// key.
    case open

    var isOpen: Bool { self == .open }
}

// The calls of clients, each with an idempotency key, as the routes run them.
extension SimulatedWorld {
    func claim(_ key: String) -> Claim {
        Claim(
            merchant: till.merchant.number.value, scope: "server", key: key,
            fingerprint: SHA256.hash(Array(key.utf8)), at: clock.now.microseconds)
    }

    private static func stored(_ text: String) -> StoredAnswer {
        StoredAnswer(status: 200, body: Array(text.utf8))
    }

    private static func text(_ answer: StoredAnswer) -> String {
        String(decoding: answer.body, as: UTF8.self)
    }

    /// Maps errors as the routes do.
    private func result(_ body: () async throws -> CallResult) async throws -> CallResult {
        do {
            return try await body()
        } catch is OperationInProgress {
            return .open
        } catch CheckoutRefusal.authorizing {
            return .open
        } catch let refusal as CheckoutRefusal {
            return .refused("\(refusal)")
        } catch PaymentRefusal.captureInFlight {
            return .open
        } catch let refusal as PaymentRefusal {
            return .refused("\(refusal)")
        } catch let refusal as BalanceRefusal {
            return .refused("\(refusal)")
        } catch let error as PostgresError {
            guard error.isUnavailable || error == .outcomeUnknown else { throw error }
            return .open
        }
    }

    private static func text(_ answer: AuthorizationAnswer) -> String {
        answer.isSuccess ? "paid" : "declined"
    }

    func pay(
        _ session: CheckoutSession, key: String, _ token: SimulatedToken = SimulatedToken()
    ) async throws -> CallResult {
        let payment = Payment(
            instrument: .simulated(token, card: .unknown), billing: nil, shipping: nil,
            digest: SHA256.hash(Array(key.utf8)))
        let claim = claim(key)
        let authorize = till.authorize(
            session, payment, by: processor, at: clock.now, claim: claim)
        let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = {
            SimulatedWorld.stored(SimulatedWorld.text($0))
        }
        return try await result {
            var answer: AuthorizationAnswer
            do {
                answer = try await authorize(on: till.database, keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                switch try await till.database.transaction({ try claim.find(in: $0) }) {
                case .replay(let stored): return .done(SimulatedWorld.text(stored))
                case .fingerprintMismatch: return .refused("other input")
                case .fresh, .inFlight:
                    answer = try await authorize.replay(on: till.database, keep: keep)
                }
            }
            let isOpen = answer.isUnknown || answer.errors == [.stillChecking]
            return isOpen ? .open : .done(SimulatedWorld.text(answer))
        }
    }

    /// Balances pay the total, in a batch or under a lock of their own.
    func payByBalance(_ session: CheckoutSession, key: String) async throws -> CallResult {
        let claim = claim(key)
        let pay = PayByBalance(
            context: till.context(session, at: clock.now), shipping: nil, billing: nil,
            version: nil)
        let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = {
            SimulatedWorld.stored(SimulatedWorld.text($0))
        }
        return try await result {
            if let answer = try await pay.runInBatch(on: till.database, claim: claim, keep: keep) {
                return .done(SimulatedWorld.text(answer))
            }
            return try await once(claim) { SimulatedWorld.text(try pay(in: $0)) }
        }
    }

    private func once(
        _ claim: Claim, _ work: @escaping @Sendable (Transaction) throws -> String
    ) async throws -> CallResult {
        try await result {
            try await till.database.transaction { transaction in
                switch try claim.acquire(in: transaction) {
                case .fresh:
                    let text = try work(transaction)
                    try transaction.enqueue(claim.storeAnswer(SimulatedWorld.stored(text)))
                    return .done(text)
                case .replay(let stored): return .done(SimulatedWorld.text(stored))
                case .inFlight: return .open
                case .fingerprintMismatch: return .refused("other input")
                }
            }
        }
    }

    func move(
        _ amount: Int64, from: Account, to: Account, _ kind: Transfer.Kind, key: String
    ) async throws -> CallResult {
        let moment = clock.now
        let post = PostTransfer(
            Money(minorUnits: amount, currency: dollars), from: from, to: to,
            for: Transfer.Cause(id: Till.identify(moment), kind: kind), of: till.merchant.number,
            moment: Till.moment(moment))
        return try await once(claim(key)) { "moved \(try post(in: $0).amount.decimal)" }
    }

    func capture(
        _ session: CheckoutSession, _ amount: Int64?, final isFinal: Bool = false, key: String
    ) async throws -> CallResult {
        let claim = claim(key)
        let runner = till.runner(processor, at: clock.now)
        let keep: @Sendable (OperationResult<Capture>) -> StoredAnswer? = { settled in
            settled.operation.isUnderWay
                ? nil : SimulatedWorld.stored(SimulatedWorld.text(settled.operation))
        }
        return try await result {
            var settled: OperationResult<Capture>
            do {
                settled = try await RunOperation(
                    till.beginCapture(
                        session, amount, final: isFinal, claim: claim, at: clock.now),
                    runner)(keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                let (found, subject): (ClaimResult, UUID128?) = try await till.database.transaction
                {
                    (try claim.find(in: $0), try claim.subject(in: $0))
                }
                if case .replay(let stored) = found { return .done(SimulatedWorld.text(stored)) }
                guard let subject else { return .open }
                settled = try await RetryOperation(
                    Capture.ID(merchant: session.id.merchant, uuid: subject),
                    context: till.context(session, at: clock.now), lease: .seconds(5),
                    claim: claim)(runner, keep: keep)
            }
            return settled.operation.isUnderWay
                ? .open : .done(SimulatedWorld.text(settled.operation))
        }
    }

    private static func text(_ capture: Capture) -> String {
        "capture \(capture.state) \(capture.amount.minorUnits)"
    }

    func refund(
        _ session: CheckoutSession, _ amount: Int64?, to target: BeginRefund.Target = .original,
        key: String
    ) async throws -> CallResult {
        let claim = claim(key)
        let moment = clock.now
        let runner = till.runner(processor, at: moment)
        let keep: @Sendable (OperationResult<Refund>) -> StoredAnswer? = { settled in
            settled.operation.isUnderWay
                ? nil : SimulatedWorld.stored(SimulatedWorld.text(settled.operation))
        }
        return try await result {
            var settled: OperationResult<Refund>
            do {
                settled = try await RunOperation(
                    BeginRefund(
                        context: till.context(session, at: moment),
                        requested: { currency in
                            RequestedAmount(
                                amount: amount.map { Money(minorUnits: $0, currency: currency) },
                                items: nil)
                        }, target: target, reason: nil, identifier: Till.identify(moment),
                        lease: .seconds(5), claim: claim),
                    runner)(keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                let (found, subject): (ClaimResult, UUID128?) = try await till.database.transaction
                {
                    (try claim.find(in: $0), try claim.subject(in: $0))
                }
                if case .replay(let stored) = found { return .done(SimulatedWorld.text(stored)) }
                guard let subject else { return .open }
                settled = try await RetryOperation(
                    Refund.ID(merchant: session.id.merchant, uuid: subject),
                    context: till.context(session, at: clock.now), lease: .seconds(5),
                    claim: claim)(runner, keep: keep)
            }
            return settled.operation.isUnderWay
                ? .open : .done(SimulatedWorld.text(settled.operation))
        }
    }

    private static func text(_ refund: Refund) -> String {
        "refund \(refund.state) \(refund.amount.minorUnits)"
    }

    func void(_ session: CheckoutSession) async throws -> CallResult {
        try await result {
            try await till.void(session, by: processor, at: clock.now)
            return .done("voided")
        }
    }
}
