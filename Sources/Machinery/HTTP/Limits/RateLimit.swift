/// The number of calls that one key may make at once, refilled evenly over the window.
///
/// A token bucket stored as one number, the moment at which the bucket is full again (the generic
/// cell rate algorithm). A full bucket equals one that was never used, so an idle key needs no
/// storage. Moments are microseconds of the monotonic clock.
package struct RateLimit: Hashable, Sendable {
    package let calls: Int
    /// Microseconds to refill one call.
    private let spacing: Int64
    /// Microseconds to refill an empty bucket.
    private let window: Int64

    /// At least one call in at least one second, at most a million calls in a second.
    package init(calls: Int, perSeconds seconds: Int) {
        let seconds = min(max(seconds, 1), 86_400)
        self.calls = min(max(calls, 1), seconds * 1_000_000)
        spacing = Int64(seconds * 1_000_000 / self.calls)
        window = spacing * Int64(self.calls)
    }

    /// Takes one call out of the bucket, or says when the next call is allowed.
    ///
    /// - Parameter fullAt: the moment at which the bucket is full; zero or any past moment means a
    ///   full bucket.
    package func take(from fullAt: inout Int64, at now: Int64) -> RateLimitAnswer {
        // A bucket emptier than empty means that the clock was set back.
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

    /// Returns one call to the bucket, because it does not count against this limit.
    package func returnTokens(to fullAt: inout Int64) {
        // A full bucket stays full: its moment is in the past.
        fullAt -= spacing
    }

    private static func secondsUp(_ microseconds: Int64) -> Int {
        Int((microseconds + 999_999) / 1_000_000)
    }
}

/// The decision on a call, and the state of the bucket afterwards.
package struct RateLimitAnswer: Hashable, Sendable {
    package let isAllowed: Bool
    /// Calls in a full bucket.
    package let limit: Int
    /// Calls that are still allowed at once.
    package let remaining: Int
    /// Seconds until the bucket is full again, rounded up.
    package let resetSeconds: Int
    /// Seconds until one call is allowed again; zero when this one was allowed.
    package let retryAfterSeconds: Int

    /// The `RateLimit-*` headers of the IETF draft (version 7, three fields), and RFC 9110's
    /// `Retry-After`.
    package var headers: [(String, String)] {
        let all = [
            ("RateLimit-Limit", String(limit)), ("RateLimit-Remaining", String(remaining)),
            ("RateLimit-Reset", String(resetSeconds)),
        ]
        return isAllowed ? all : all + [("Retry-After", String(retryAfterSeconds))]
    }
}
