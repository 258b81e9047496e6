import Glibc

/// Measures the CPU time of this process that a piece of work costs.
enum CPUTime {
    /// The mean of a run, in microseconds.
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

extension CommandOptions {
    /// The number of repetitions that measure the work's cost; nil if the user did not ask for
    /// that.
    func times() throws -> Int? {
        guard let text = self["--times"] else { return nil }
        guard let given = Int(text), 1...1_000_000 ~= given else {
            throw CommandFailure.usage("--times takes a number from 1 to 1000000")
        }
        return given
    }
}
