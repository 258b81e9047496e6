import Balances
import Checkouts
import HTTP
import Merchants
import Vocabulary

/// Limits on look-ups of balance codes, and on wrong codes, per minute.
///
/// A merchant's key has buckets of its own, so no buyer can use them up. Buyers are limited by
/// client secret and by address. All buyers of a merchant share a third bucket that refuses no call
/// by itself: once it is empty, codes are being guessed from many addresses, and the stricter
/// limits apply too.
struct CodeLimits: Sendable {
    /// Look-ups by one key, checkout or address.
    let lookups: RateLimit
    /// Wrong codes of one key or checkout: a buyer mistypes a code a few times.
    let wrong: RateLimit
    /// Wrong codes of one address, over all its checkouts.
    let wrongOfAddress: RateLimit
    /// Wrong codes of all buyers of a merchant; beyond it the merchant is under attack.
    let wrongOfBuyers: RateLimit
    /// Wrong codes of one checkout or address while the merchant is under attack. A right code is
    /// returned to the bucket, so an honest buyer keeps paying with codes.
    let wrongUnderAttack: RateLimit

    init(wrongPerMinute: Int) {
        let third = (wrongPerMinute + 2) / 3
        lookups = RateLimit(calls: wrongPerMinute * 7, perSeconds: 60)
        wrong = RateLimit(calls: third, perSeconds: 60)
        wrongOfAddress = RateLimit(calls: 2 * third, perSeconds: 60)
        wrongOfBuyers = RateLimit(calls: wrongPerMinute, perSeconds: 60)
        wrongUnderAttack = RateLimit(calls: 2, perSeconds: 60)
    }
}

extension CallLimits {
    /// Looks up a code unless its caller asks too often or was wrong too often.
    ///
    /// A caller beyond its limit gets no answer to a right code either. Each code counts as wrong
    /// until it is known to be right, so simultaneous look-ups cannot exceed the limit.
    ///
    /// - Parameter checkout: the checkout that the code pays. A merchant's server may forward a
    ///   buyer's code with its key, so the code counts for the checkout then, too.
    func limitingCodeGuesses<Found>(
        by caller: Caller, for checkout: CheckoutSession.ID? = nil, from address: ClientNetwork?,
        of merchant: MerchantNumber, _ find: () async throws -> Found
    ) async throws -> Found {
        let subject = checkout.map { Subject.buyer($0.uuid) } ?? Self.subject(caller)
        var callers = [(subject, codes.wrong)]
        var guesses: [(UInt64, RateLimit)] = []
        if checkout != nil {
            if let address, case .buyer = caller {
                callers.append((.buyerAddress(merchant, address.text), codes.wrongOfAddress))
            }
            let buyers = (
                RateLimiter.key(Subject.buyersOfMerchant(merchant)), codes.wrongOfBuyers
            )
            if limiter.check(buyers.0, buyers.1).isAllowed {
                guesses.append(buyers)
            } else {
                guesses = callers.map {
                    (RateLimiter.key(Subject.guessingUnderAttack($0.0)), codes.wrongUnderAttack)
                }
                if let refusal = limiter.takeAll(guesses) { throw Problem.tooManyCodes(refusal) }
            }
        }
        let own = callers.map { (RateLimiter.key(Subject.guessing($0.0)), $0.1) }
        let lookups = callers.map { (RateLimiter.key(Subject.lookup($0.0)), codes.lookups) }
        if let refusal = limiter.takeAll(own + lookups) {
            limiter.returnTokens(guesses)
            throw Problem.tooManyCodes(refusal)
        }
        do {
            let found = try await find()
            limiter.returnTokens(guesses + own)
            return found
        } catch BalanceRefusal.unknownCode {
            throw BalanceRefusal.unknownCode
        } catch {
            // The caller has learned nothing about the code, so it does not count as wrong.
            limiter.returnTokens(guesses + own)
            throw error
        }
    }
}

extension Problem {
    fileprivate static func tooManyCodes(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "too_many_codes", "too many wrong codes were tried; wait and try again",
            retryAfterSeconds: answer.retryAfterSeconds)
    }
}
