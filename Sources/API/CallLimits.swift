import Checkout
import HTTP
import Merchants
import Vocabulary

/// How often a credential may call, and how often payments may be tried.
package struct CallLimits: Sendable {
    private let limiter = RateLimiter()
    /// Calls of one credential.
    private let calls: RateLimit
    /// Payments tried by one client secret: a buyer needs one or two.
    private let buyerAttempts: RateLimit
    /// Payments tried at one merchant, by all its buyers (money.md 8: card testing).
    private let merchantAttempts: RateLimit

    /// - Parameters:
    ///   - callsPerSecond: for each credential; a storefront's server uses one for all its buyers.
    ///   - attemptsPerMinute: for each merchant.
    ///   - buyerAttemptsPerMinute: for each checkout; five are more than a buyer's patience.
    package init(
        callsPerSecond: Int, attemptsPerMinute: Int, buyerAttemptsPerMinute: Int = 5
    ) {
        buyerAttempts = RateLimit(calls: buyerAttemptsPerMinute, perSeconds: 60)
        calls = RateLimit(calls: callsPerSecond, perSeconds: 1)
        merchantAttempts = RateLimit(calls: attemptsPerMinute, perSeconds: 60)
    }

    private enum Subject: Hashable {
        case operatorKey
        case key(UUID128)
        case buyer(UUID128)
        case payingBuyer(UUID128)
        case payingMerchant(MerchantNumber)
    }

    /// Counts a call, and says in headers what is left.
    func admit(_ caller: Caller) throws -> [(String, String)] {
        let subject: Subject =
            switch caller {
            case .operatorKey: .operatorKey
            case .server(let grant), .page(let grant): .key(grant.key.id.uuid)
            case .buyer(let secret, _): .buyer(secret.checkout.uuid)
            }
        let answer = limiter.check(RateLimiter.key(subject), calls)
        guard answer.isAllowed else { throw Problem.tooManyCalls(answer) }
        return answer.headers
    }

    /// Counts a try to pay.
    func admitAttempt(_ checkout: UUID128, of merchant: Merchant) throws {
        for (subject, limit) in [
            (Subject.payingBuyer(checkout), buyerAttempts),
            (Subject.payingMerchant(merchant.number), merchantAttempts),
        ] {
            let answer = limiter.check(RateLimiter.key(subject), limit)
            guard answer.isAllowed else { throw Problem.tooManyAttempts(answer) }
        }
    }
}

extension Problem {
    fileprivate static func tooManyCalls(_ answer: RateLimitAnswer) -> Problem {
        var problem = Problem(429, "rate_limited", "too many calls with this key; slow down")
        problem.headers = answer.headers
        return problem
    }

    fileprivate static func tooManyAttempts(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "too_many_attempts", "too many payments were tried; wait before the next",
            retryAfterSeconds: answer.retryAfterSeconds)
    }
}
