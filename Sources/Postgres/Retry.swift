/// How long and how often a serialisation failure or a deadlock is tried again.
enum Retry {
    /// After the first attempt.
    static let max = 3

    /// 1–2 ms, 2–4 ms, 4–8 ms: those who collided must not meet again at the same moment.
    static func pauseMicroseconds(before retry: Int, chance: UInt64) -> UInt32 {
        let least = UInt32(1000) << UInt32(retry - 1)
        return least + UInt32(chance % UInt64(least))
    }
}
