import Balances
import Checkouts
import HTTP
import Merchants
import Payments
import SharedOrders
import Threads
import Vocabulary

/// Rate limits for calls, payment attempts, merchant sessions, code look-ups and notices.
package struct CallLimits: Sendable {
    let limiter: RateLimiter
    /// Calls with one credential.
    private let calls: RateLimit
    /// Payments tried with one client secret: a buyer needs one or two.
    private let buyerAttempts: RateLimit
    /// Payments tried at one merchant, by all its buyers (docs/rules/money.md#8: card testing).
    private let merchantAttempts: RateLimit
    /// Merchant sessions of one checkout: each is a connection to Apple in the merchant's name.
    private let sessions: RateLimit
    /// Look-ups of balances' codes: a code is as good as money and can be guessed.
    let codes: CodeLimits
    /// Payments tried from one address: an address can open any number of checkouts.
    private let addressAttempts: RateLimit
    /// Notices from one address, and all notices to one merchant. A processor sends fewer, and
    /// retries a refused notice. The first limit also applies, separately, to an address's other
    /// calls without a key and to its unknown keys.
    private let addressNotices: RateLimit
    private let merchantNotices: RateLimit
    /// Calls of the phones behind one address: there can be many, and each calls twice after a
    /// push.
    private let phones: RateLimit

    /// - Parameters:
    ///   - callsPerSecond: for each credential; a storefront's server uses one for all its buyers.
    ///   - attemptsPerMinute: for each merchant; one address has a tenth of them, at least ten,
    ///     because an office or a carrier's gateway has several buyers.
    ///   - buyerAttemptsPerMinute: for each checkout; five are more than a buyer's patience.
    ///   - sessionsPerMinute: for each checkout; a buyer who hesitates opens the payment sheet
    ///     again.
    ///   - wrongCodesPerMinute: for all checkouts of a merchant together, before the stricter
    ///     limits apply; see `CodeLimits`.
    ///   - noticesPerSecond: from each address; a merchant takes five times as many.
    ///   - phoneCallsPerSecond: from each address, over all phones behind it.
    ///   - clock: microseconds of a monotonic clock.
    package init(
        callsPerSecond: Int, attemptsPerMinute: Int, buyerAttemptsPerMinute: Int = 5,
        sessionsPerMinute: Int = 10, wrongCodesPerMinute: Int = 30, noticesPerSecond: Int = 20,
        phoneCallsPerSecond: Int = 200,
        clock: @escaping @Sendable () -> Int64 = monotonicMicroseconds
    ) {
        limiter = RateLimiter(clock: clock)
        phones = RateLimit(calls: phoneCallsPerSecond, perSeconds: 1)
        codes = CodeLimits(wrongPerMinute: wrongCodesPerMinute)
        addressAttempts = RateLimit(calls: max(10, attemptsPerMinute / 10), perSeconds: 60)
        addressNotices = RateLimit(calls: noticesPerSecond, perSeconds: 1)
        merchantNotices = RateLimit(calls: 5 * noticesPerSecond, perSeconds: 1)
        buyerAttempts = RateLimit(calls: buyerAttemptsPerMinute, perSeconds: 60)
        sessions = RateLimit(calls: sessionsPerMinute, perSeconds: 60)
        calls = RateLimit(calls: callsPerSecond, perSeconds: 1)
        merchantAttempts = RateLimit(calls: attemptsPerMinute, perSeconds: 60)
    }

    enum Subject: Hashable {
        case sharer(UUID128, Int?)
        case sharerAddress(String)
        case operatorKey
        case key(UUID128)
        case buyer(UUID128)
        case payingBuyer(UUID128)
        case validatingBuyer(UUID128)
        case payingMerchant(MerchantNumber)
        case payingAddress(MerchantNumber, String)
        indirect case lookup(Subject)
        indirect case guessing(Subject)
        indirect case guessingUnderAttack(Subject)
        case merchant(MerchantNumber)
        case buyersOfMerchant(MerchantNumber)
        case buyerAddress(MerchantNumber, String)
        case notifyingAddress(String)
        case anonymousAddress(String)
        case phoneAddress(String)
        case guessingKeys(String)
        case notifiedMerchant(String)
    }

    static func subject(_ caller: Caller) -> Subject {
        switch caller {
        case .operatorKey: .operatorKey
        case .server(let grant), .page(let grant): .key(grant.key.id.uuid)
        case .buyer(let secret, _): .buyer(secret.checkout.uuid)
        case .sharer(let token, let participant, _): .sharer(token.order.uuid, participant)
        case .demo(let merchant): .merchant(merchant.number)
        case .anonymous: preconditionFailure("a call without a key is counted by its address")
        }
    }

    /// Counts a call and returns the headers that show the remaining quota.
    func admit(_ caller: Caller) throws -> [(String, String)] {
        // Many people share one link, so their addresses are counted instead, as are those of
        // callers without a key.
        switch caller {
        case .sharer(_, nil, _), .anonymous: return []
        case .operatorKey, .server, .page, .buyer, .sharer, .demo: break
        }
        let answer = limiter.check(RateLimiter.key(Self.subject(caller)), calls)
        guard answer.isAllowed else { throw Problem.tooManyCalls(answer) }
        return answer.headers
    }

    /// Counts attempts to pay, by checkout, by address and by merchant in this order.
    ///
    /// The address and the merchant are counted before the call is known to be an attempt, so that
    /// no more attempts than the limit ever begin. The checkout is counted afterwards: it has one
    /// attempt in progress at a time. A refusal at one limit takes nothing from the others, so one
    /// address cannot use up the merchant's limit.
    func admission(
        _ checkout: UUID128, from address: ClientNetwork?, of merchant: MerchantNumber
    ) -> Admission {
        let buyer = (RateLimiter.key(Subject.payingBuyer(checkout)), buyerAttempts)
        let ofAddress = address.map {
            (RateLimiter.key(Subject.payingAddress(merchant, $0.text)), addressAttempts)
        }
        let shared =
            (ofAddress.map { [$0] } ?? [])
            + [(RateLimiter.key(Subject.payingMerchant(merchant)), merchantAttempts)]
        return Admission(
            admit: { [limiter] in
                if let refusal = limiter.takeAll([buyer] + shared) {
                    throw Problem.tooManyAttempts(refusal)
                }
            },
            reserve: { [limiter] in
                guard limiter.allows(buyer.0, buyer.1), limiter.takeAll(shared) == nil else {
                    return nil
                }
                return Admission.Reservation(
                    keep: { _ = limiter.check(buyer.0, buyer.1) },
                    release: { limiter.returnTokens(shared) })
            })
    }

    /// Counts a merchant session.
    func admitSession(of checkout: UUID128) throws {
        let answer = limiter.check(RateLimiter.key(Subject.validatingBuyer(checkout)), sessions)
        guard answer.isAllowed else { throw Problem.tooManySessions(answer) }
    }

    /// Counts a call without a key.
    func admitAnonymous(from address: ClientNetwork) throws {
        let answer = limiter.check(
            RateLimiter.key(Subject.anonymousAddress(address.text)), addressNotices)
        guard answer.isAllowed else { throw Problem.tooManyAnonymous(answer) }
    }

    /// Counts a key that is not known yet. The count is returned if the key turns out to be valid.
    func reserveKeyGuess(from address: ClientNetwork) throws -> Admission.Reservation {
        let guess = (RateLimiter.key(Subject.guessingKeys(address.text)), addressNotices)
        if let refusal = limiter.takeAll([guess]) { throw Problem.tooManyAnonymous(refusal) }
        return Admission.Reservation(
            keep: {}, release: { [limiter] in limiter.returnTokens([guess]) })
    }

    /// Counts a call of a phone, or of a client that claims to be one.
    func admitPhone(from address: ClientNetwork) throws {
        let answer = limiter.check(RateLimiter.key(Subject.phoneAddress(address.text)), phones)
        guard answer.isAllowed else { throw Problem.tooManyAnonymous(answer) }
    }

    /// Counts a call of a participant of a shared order; a family shares one address.
    func admitSharer(from address: ClientNetwork) throws {
        let answer = limiter.check(RateLimiter.key(Subject.sharerAddress(address.text)), phones)
        guard answer.isAllowed else { throw Problem.tooManyAnonymous(answer) }
    }

    /// Counts a notice of a processor or of Apple, by address first, so that a stranger's flood
    /// stops there.
    func admitNotice(from address: ClientNetwork, to merchant: String) throws {
        for (subject, limit) in [
            (Subject.notifyingAddress(address.text), addressNotices),
            (Subject.notifiedMerchant(merchant), merchantNotices),
        ] {
            let answer = limiter.check(RateLimiter.key(subject), limit)
            guard answer.isAllowed else { throw Problem.tooManyNotices(answer) }
        }
    }
}

extension Problem {
    fileprivate static func tooManyAnonymous(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many requests from this address; slow down",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManyNotices(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many webhooks; send this one again later",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManySessions(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many merchant sessions for this checkout; wait and try again",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManyCalls(_ answer: RateLimitAnswer) -> Problem {
        var problem = Problem(429, "rate_limited", "too many requests with this key; slow down")
        problem.headers = answer.headers
        return problem
    }

    fileprivate static func tooManyAttempts(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "too_many_attempts", "too many payment attempts; wait and try again",
            retryAfterSeconds: answer.retryAfterSeconds)
    }
}
