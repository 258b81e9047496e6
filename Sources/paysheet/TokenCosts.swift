import Crypto
import Glibc
import JSON
import Processors

/// What opening a token costs of CPU, from its parsed JSON to its payload: with nothing remembered, and with its
/// intermediate certificate known.
struct TokenCosts {
    private let cold: Double
    private let known: Double

    init(
        _ times: Int, _ data: Node, _ keys: [ProcessingKey], _ roots: [Certificate],
        _ seconds: Int64
    ) throws {
        let open = { (trust: TokenTrust) in
            _ = try OpenToken(trust: trust)(PaymentToken(reading: data), with: keys, at: seconds)
        }
        cold = try Self.microseconds(times) { try open(TokenTrust(roots: roots)) }
        let trust = TokenTrust(roots: roots)
        try open(trust)
        known = try Self.microseconds(times) { try open(trust) }
    }

    func say() {
        sayJSON { writer in
            writer.object {
                $0.member("coldMicroseconds", Int64(cold))
                $0.member("knownMicroseconds", Int64(known))
            }
        }
    }

    /// Of one, in the mean.
    private static func microseconds(_ times: Int, _ body: () throws -> Void) rethrows -> Double {
        let before = spent()
        for _ in 0..<times { try body() }
        return Double(spent() - before) / 1_000 / Double(times)
    }

    /// Nanoseconds of CPU of this process.
    private static func spent() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
