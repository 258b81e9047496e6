import Balances
import Checkout
import HTTP
import Merchants
import SharedOrders
import Vocabulary

/// How often a credential may call, and how often payments may be tried.
package struct CallLimits: Sendable {
    private let limiter: RateLimiter
    /// Calls of one credential.
    private let calls: RateLimit
    /// Payments tried by one client secret: a buyer needs one or two.
    private let buyerAttempts: RateLimit
    /// Payments tried at one merchant, by all its buyers (money.md 8: card testing).
    private let merchantAttempts: RateLimit
    /// Merchant sessions of one checkout: each is a connection to Apple in the merchant's name.
    private let sessions: RateLimit
    /// Codes of balances that are looked up, and those of them that no balance has: codes are as good
    /// as money, and are guessed.
    private let codes: (caller: RateLimit, merchant: RateLimit)
    private let wrongCodes: (caller: RateLimit, merchant: RateLimit)
    /// Notices of one address (or its other calls without a key), and all those to one merchant: a processor's own are not so many, and
    /// what is refused it gives again.
    private let addressNotices: RateLimit
    private let merchantNotices: RateLimit
    /// Calls of one address's phones: many are behind one address, and each asks twice after a push.
    private let phones: RateLimit

    /// - Parameters:
    ///   - callsPerSecond: for each credential; a storefront's server uses one for all its buyers.
    ///   - attemptsPerMinute: for each merchant.
    ///   - buyerAttemptsPerMinute: for each checkout; five are more than a buyer's patience.
    ///   - sessionsPerMinute: for each checkout; a buyer opens the sheet again when they change their mind.
    ///   - wrongCodesPerMinute: for each merchant, of all its callers; each has a third. Twenty times
    ///     as many codes may be right.
    ///   - noticesPerSecond: from each address; a merchant takes five times as many.
    ///   - phoneCallsPerSecond: from each address, whatever phones are behind it.
    ///   - clock: microseconds that only go on.
    package init(
        callsPerSecond: Int, attemptsPerMinute: Int, buyerAttemptsPerMinute: Int = 5,
        sessionsPerMinute: Int = 10, wrongCodesPerMinute: Int = 30, noticesPerSecond: Int = 20,
        phoneCallsPerSecond: Int = 200,
        clock: @escaping @Sendable () -> Int64 = monotonicMicroseconds
    ) {
        limiter = RateLimiter(clock: clock)
        phones = RateLimit(calls: phoneCallsPerSecond, perSeconds: 1)
        wrongCodes = (
            RateLimit(calls: (wrongCodesPerMinute + 2) / 3, perSeconds: 60),
            RateLimit(calls: wrongCodesPerMinute, perSeconds: 60)
        )
        codes = (
            RateLimit(calls: wrongCodesPerMinute * 7, perSeconds: 60),
            RateLimit(calls: wrongCodesPerMinute * 20, perSeconds: 60)
        )
        addressNotices = RateLimit(calls: noticesPerSecond, perSeconds: 1)
        merchantNotices = RateLimit(calls: 5 * noticesPerSecond, perSeconds: 1)
        buyerAttempts = RateLimit(calls: buyerAttemptsPerMinute, perSeconds: 60)
        sessions = RateLimit(calls: sessionsPerMinute, perSeconds: 60)
        calls = RateLimit(calls: callsPerSecond, perSeconds: 1)
        merchantAttempts = RateLimit(calls: attemptsPerMinute, perSeconds: 60)
    }

    private enum Subject: Hashable {
        case sharer(UUID128, Int?)
        case sharerAddress(String)
        case operatorKey
        case key(UUID128)
        case buyer(UUID128)
        case payingBuyer(UUID128)
        case validatingBuyer(UUID128)
        case payingMerchant(MerchantNumber)
        indirect case asking(Subject)
        indirect case guessing(Subject)
        case merchant(MerchantNumber)
        case notifyingAddress(String)
        case strangerAddress(String)
        case phoneAddress(String)
        case notifiedMerchant(String)
    }

    private static func subject(_ caller: Caller) -> Subject {
        switch caller {
        case .operatorKey: .operatorKey
        case .server(let grant), .page(let grant): .key(grant.key.id.uuid)
        case .buyer(let secret, _): .buyer(secret.checkout.uuid)
        case .sharer(let token, let participant, _): .sharer(token.order.uuid, participant)
        case .demo(let merchant): .merchant(merchant.number)
        }
    }

    /// Counts a call, and says in headers what is left.
    func admit(_ caller: Caller) throws -> [(String, String)] {
        // Many hold one link: they are counted by their addresses.
        if case .sharer(_, nil, _) = caller { return [] }
        let answer = limiter.check(RateLimiter.key(Self.subject(caller)), calls)
        guard answer.isAllowed else { throw Problem.tooManyCalls(answer) }
        return answer.headers
    }

    /// Counts tries to pay.
    ///
    /// A merchant's are counted before they are known to be tries, so that no more than the limit ever
    /// begin. A buyer's are counted then: one checkout has one try under way at a time.
    func admission(_ checkout: UUID128, of merchant: MerchantNumber) -> Admission {
        let buyer = (RateLimiter.key(Subject.payingBuyer(checkout)), buyerAttempts)
        let all = (RateLimiter.key(Subject.payingMerchant(merchant)), merchantAttempts)
        return Admission(
            admit: { [limiter] in
                for (key, limit) in [buyer, all] {
                    let answer = limiter.check(key, limit)
                    guard answer.isAllowed else { throw Problem.tooManyAttempts(answer) }
                }
            },
            reserve: { [limiter] in
                guard limiter.allows(buyer.0, buyer.1), limiter.check(all.0, all.1).isAllowed else {
                    return nil
                }
                return Admission.Reservation(
                    keep: { _ = limiter.check(buyer.0, buyer.1) },
                    giveBack: { limiter.giveBack(all.0, all.1) })
            })
    }

    /// Counts a merchant session.
    func admitSession(of checkout: UUID128) throws {
        let answer = limiter.check(RateLimiter.key(Subject.validatingBuyer(checkout)), sessions)
        guard answer.isAllowed else { throw Problem.tooManySessions(answer) }
    }

    /// Looks a code up, if neither the caller nor the merchant's callers together ask too often, or
    /// were wrong too often.
    ///
    /// Whoever was wrong too often is not told of right codes either. Each code counts as a wrong one
    /// until it is known to be right: of many that are asked at once no more are answered.
    func lookingUp<Found>(
        by caller: Caller, of merchant: MerchantNumber, _ find: () async throws -> Found
    ) async throws -> Found {
        let (caller, all) = (Self.subject(caller), Subject.merchant(merchant))
        let guesses = [
            (RateLimiter.key(Subject.guessing(caller)), wrongCodes.caller),
            (RateLimiter.key(Subject.guessing(all)), wrongCodes.merchant),
        ]
        let asks = [
            (RateLimiter.key(Subject.asking(caller)), codes.caller),
            (RateLimiter.key(Subject.asking(all)), codes.merchant),
        ]
        var taken: ArraySlice<(UInt64, RateLimit)> = []
        for (index, (key, limit)) in (guesses + asks).enumerated() {
            let answer = limiter.check(key, limit)
            guard answer.isAllowed else {
                giveBack(taken)
                throw Problem.tooManyCodes(answer)
            }
            taken = guesses.prefix(index + 1)
        }
        do {
            let found = try await find()
            giveBack(taken)
            return found
        } catch BalanceRefusal.unknownCode {
            throw BalanceRefusal.unknownCode
        } catch {
            // Nothing was learnt about the code.
            giveBack(taken)
            throw error
        }
    }

    private func giveBack(_ taken: ArraySlice<(UInt64, RateLimit)>) {
        for (key, limit) in taken { limiter.giveBack(key, limit) }
    }

    /// Counts a call without a key.
    func admitStranger(from address: String) throws {
        let answer = limiter.check(
            RateLimiter.key(Subject.strangerAddress(address)), addressNotices)
        guard answer.isAllowed else { throw Problem.tooManyStrangers(answer) }
    }

    /// Counts a call of a phone, or of whoever says that they are one.
    func admitPhone(from address: String) throws {
        let answer = limiter.check(RateLimiter.key(Subject.phoneAddress(address)), phones)
        guard answer.isAllowed else { throw Problem.tooManyStrangers(answer) }
    }

    /// Counts a call of somebody who orders with others: a family is behind one address.
    func admitSharer(from address: String) throws {
        let answer = limiter.check(RateLimiter.key(Subject.sharerAddress(address)), phones)
        guard answer.isAllowed else { throw Problem.tooManyStrangers(answer) }
    }

    /// Counts a processor's notice; a stranger's flood is stopped by its address first.
    func admitNotice(from address: String, to merchant: String) throws {
        for (subject, limit) in [
            (Subject.notifyingAddress(address), addressNotices),
            (Subject.notifiedMerchant(merchant), merchantNotices),
        ] {
            let answer = limiter.check(RateLimiter.key(subject), limit)
            guard answer.isAllowed else { throw Problem.tooManyNotices(answer) }
        }
    }
}

extension Problem {
    fileprivate static func tooManyStrangers(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many calls from this address; slow down",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManyNotices(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many notices; give them again later",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManySessions(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "rate_limited", "too many merchant sessions for this checkout; wait a moment",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManyCalls(_ answer: RateLimitAnswer) -> Problem {
        var problem = Problem(429, "rate_limited", "too many calls with this key; slow down")
        problem.headers = answer.headers
        return problem
    }

    fileprivate static func tooManyCodes(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "too_many_codes", "too many codes were tried; wait before the next",
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    fileprivate static func tooManyAttempts(_ answer: RateLimitAnswer) -> Problem {
        Problem(
            429, "too_many_attempts", "too many payments were tried; wait before the next",
            retryAfterSeconds: answer.retryAfterSeconds)
    }
}
