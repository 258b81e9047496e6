import Glibc

/// The time of the system's monotonic clock, which is never set back; unrelated to the time of day.
///
/// Microseconds, because the deadlines of `Signal` have this unit, and 64 bits hold 292,000 years.
package func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
