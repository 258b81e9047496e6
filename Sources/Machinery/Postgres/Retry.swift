/// The number of retries after a serialization failure or a deadlock, and the pauses before them.
enum Retry {
    /// Not counting the first attempt.
    static let max = 3

    /// 1–2 ms, 2–4 ms, 4–8 ms: random, so that the same transactions do not collide again.
    static func pauseMicroseconds(before retry: Int, chance: UInt64) -> UInt32 {
        let least = UInt32(1000) << UInt32(retry - 1)
        return least + UInt32(chance % UInt64(least))
    }
}
