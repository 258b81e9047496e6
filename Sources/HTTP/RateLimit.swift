/// How many calls one key may make: so many at once, refilled evenly over the window.
///
/// A token bucket written as one number, the moment at which the bucket is full again (the generic
/// cell rate algorithm): a full bucket and one that was never used are the same, so nothing needs
/// to be kept for a key that is quiet. Moments are microseconds of the monotonic clock.
package struct RateLimit: Hashable, Sendable {
    package let calls: Int
    /// Microseconds in which one call is refilled.
    private let spacing: Int64
    /// Microseconds in which an empty bucket is full again.
    private let window: Int64

    /// At least one call in at least one second, at most a million calls in a second.
    package init(calls: Int, perSeconds seconds: Int) {
        let seconds = min(max(seconds, 1), 86_400)
        self.calls = min(max(calls, 1), seconds * 1_000_000)
        spacing = Int64(seconds * 1_000_000 / self.calls)
        window = spacing * Int64(self.calls)
    }

    /// Takes one call out of the bucket, or says when there is one again.
    ///
    /// - Parameter fullAt: the bucket; zero or any moment gone by is a full one.
    package func take(from fullAt: inout Int64, at now: Int64) -> RateLimitAnswer {
        // A bucket fuller than empty is a clock that was set back.
        let missing = min(max(fullAt - now, 0), window)
        let wanted = missing + spacing
        let isAllowed = wanted <= window
        let left = isAllowed ? wanted : missing
        fullAt = now + left
        return RateLimitAnswer(
            isAllowed: isAllowed, limit: calls, remaining: Int((window - left) / spacing),
            resetSeconds: RateLimit.secondsUp(left),
            retryAfterSeconds: isAllowed ? 0 : RateLimit.secondsUp(wanted - window))
    }

    /// Puts one call back that was taken and is not to count.
    package func giveBack(to fullAt: inout Int64) {
        // What is full already stays so: a moment gone by.
        fullAt -= spacing
    }

    private static func secondsUp(_ microseconds: Int64) -> Int {
        Int((microseconds + 999_999) / 1_000_000)
    }
}

/// Whether a call may go on, and what its caller is told about the next ones.
package struct RateLimitAnswer: Hashable, Sendable {
    package let isAllowed: Bool
    /// How many calls a full bucket has.
    package let limit: Int
    /// How many may follow at once.
    package let remaining: Int
    /// Until the bucket is full again, in whole seconds, rounded up.
    package let resetSeconds: Int
    /// Until one call is allowed again; zero when this one was.
    package let retryAfterSeconds: Int

    /// `RateLimit-*` of the IETF draft (version 7, three fields), and RFC 9110's `Retry-After`.
    package var headers: [(String, String)] {
        let all = [
            ("RateLimit-Limit", String(limit)), ("RateLimit-Remaining", String(remaining)),
            ("RateLimit-Reset", String(resetSeconds)),
        ]
        return isAllowed ? all : all + [("Retry-After", String(retryAfterSeconds))]
    }
}
