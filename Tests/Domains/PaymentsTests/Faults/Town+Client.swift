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
enum Told: Equatable, Sendable {
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
extension Town {
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
    private func told(_ body: () async throws -> Told) async throws -> Told {
        do {
            return try await body()
        } catch is StillUnderWay {
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
        _ sheet: Sheet, key: String, _ token: SimulatedToken = SimulatedToken()
    ) async throws -> Told {
        let payment = Payment(
            instrument: .simulated(token, card: .unknown), billing: nil, shipping: nil,
            digest: SHA256.hash(Array(key.utf8)))
        let claim = claim(key)
        let authorize = till.authorize(
            sheet, payment, by: processor, at: clock.now, claim: claim)
        let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = { Town.stored(Town.text($0)) }
        return try await told {
            var answer: AuthorizationAnswer
            do {
                answer = try await authorize(on: till.database, keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                switch try await till.database.transaction({ try claim.find(in: $0) }) {
                case .replay(let stored): return .done(Town.text(stored))
                case .otherInput: return .refused("other input")
                case .fresh, .inFlight:
                    answer = try await authorize.again(on: till.database, keep: keep)
                }
            }
            let isOpen = answer.isUnknown || answer.errors == [.stillChecking]
            return isOpen ? .open : .done(Town.text(answer))
        }
    }

    /// Balances pay the total, in one statement or under locks.
    func payByBalance(_ sheet: Sheet, key: String) async throws -> Told {
        let claim = claim(key)
        let pay = PayByBalance(
            question: till.question(sheet, at: clock.now), shipping: nil, billing: nil,
            version: nil)
        let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = { Town.stored(Town.text($0)) }
        return try await told {
            if let answer = try await pay.together(on: till.database, claim: claim, keep: keep) {
                return .done(Town.text(answer))
            }
            return try await once(claim) { Town.text(try pay(in: $0)) }
        }
    }

    private func once(
        _ claim: Claim, _ work: @escaping @Sendable (Transaction) throws -> String
    ) async throws -> Told {
        try await told {
            try await till.database.transaction { transaction in
                switch try claim.take(in: transaction) {
                case .fresh:
                    let text = try work(transaction)
                    try transaction.later(claim.keep(Town.stored(text)))
                    return .done(text)
                case .replay(let stored): return .done(Town.text(stored))
                case .inFlight: return .open
                case .otherInput: return .refused("other input")
                }
            }
        }
    }

    func move(
        _ amount: Int64, from: Account, to: Account, _ kind: Transfer.Kind, key: String
    ) async throws -> Told {
        let moment = clock.now
        let post = PostTransfer(
            Money(minorUnits: amount, currency: dollars), from: from, to: to,
            for: Transfer.Cause(id: Till.identify(moment), kind: kind),
            of: till.merchant.number, now: moment, identify: { Till.identify(moment) })
        return try await once(claim(key)) { "moved \(try post(in: $0).amount.decimal)" }
    }

    func capture(
        _ sheet: Sheet, _ amount: Int64?, final isFinal: Bool = false, key: String
    ) async throws -> Told {
        let claim = claim(key)
        let settling = till.settling(processor, at: clock.now)
        let keep: @Sendable (Settled<Capture>) -> StoredAnswer? = { settled in
            settled.noun.isUnderWay ? nil : Town.stored(Town.text(settled.noun))
        }
        return try await told {
            var settled: Settled<Capture>
            do {
                settled = try await SettlePayment(
                    till.beginCapture(
                        sheet, amount, final: isFinal, claim: claim, at: clock.now),
                    settling)(keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                let (found, subject): (Claimed, UUID128?) = try await till.database.transaction {
                    (try claim.find(in: $0), try claim.subject(in: $0))
                }
                if case .replay(let stored) = found { return .done(Town.text(stored)) }
                guard let subject else { return .open }
                settled = try await RepeatSettling(
                    Capture.ID(merchant: sheet.id.merchant, uuid: subject),
                    question: till.question(sheet, at: clock.now), lease: .seconds(5),
                    claim: claim)(settling, keep: keep)
            }
            return settled.noun.isUnderWay ? .open : .done(Town.text(settled.noun))
        }
    }

    private static func text(_ capture: Capture) -> String {
        "capture \(capture.state) \(capture.amount.minorUnits)"
    }

    func refund(
        _ sheet: Sheet, _ amount: Int64?, to target: BeginRefund.Target = .original, key: String
    ) async throws -> Told {
        let claim = claim(key)
        let moment = clock.now
        let settling = till.settling(processor, at: moment)
        let keep: @Sendable (Settled<Refund>) -> StoredAnswer? = { settled in
            settled.noun.isUnderWay ? nil : Town.stored(Town.text(settled.noun))
        }
        return try await told {
            var settled: Settled<Refund>
            do {
                settled = try await SettlePayment(
                    BeginRefund(
                        question: till.question(sheet, at: moment),
                        wanted: { currency in
                            Wanted(
                                amount: amount.map { Money(minorUnits: $0, currency: currency) },
                                items: nil)
                        }, target: target, reason: nil, identifier: Till.identify(moment),
                        lease: .seconds(5), claim: claim, identify: Till.identify),
                    settling)(keep: keep)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                let (found, subject): (Claimed, UUID128?) = try await till.database.transaction {
                    (try claim.find(in: $0), try claim.subject(in: $0))
                }
                if case .replay(let stored) = found { return .done(Town.text(stored)) }
                guard let subject else { return .open }
                settled = try await RepeatSettling(
                    Refund.ID(merchant: sheet.id.merchant, uuid: subject),
                    question: till.question(sheet, at: clock.now), lease: .seconds(5),
                    claim: claim)(settling, keep: keep)
            }
            return settled.noun.isUnderWay ? .open : .done(Town.text(settled.noun))
        }
    }

    private static func text(_ refund: Refund) -> String {
        "refund \(refund.state) \(refund.amount.minorUnits)"
    }

    func void(_ sheet: Sheet) async throws -> Told {
        try await told {
            try await till.void(sheet, by: processor, at: clock.now)
            return .done("voided")
        }
    }
}
