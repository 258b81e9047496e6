import Glibc

/// What work costs of this process's processor time.
enum CPUTime {
    /// Microseconds of one run, in the mean.
    static func microseconds(_ times: Int, _ body: () throws -> Void) rethrows -> Double {
        let before = nanoseconds()
        for _ in 0..<times { try body() }
        return Double(nanoseconds() - before) / 1_000 / Double(times)
    }

    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension CommandWords {
    /// How often something is done to say what it costs; nothing when that is not asked for.
    func times() throws -> Int? {
        guard let text = self["--times"] else { return nil }
        guard let given = Int(text), 1...1_000_000 ~= given else {
            throw CommandFailure.usage("--times takes a number from 1 to 1000000")
        }
        return given
    }
}
