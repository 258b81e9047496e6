import Crypto
import JSON
import Processors

/// The CPU time of opening a token, from its parsed JSON to its payload: with an empty cache, and
/// with its intermediate certificate known.
struct TokenCosts {
    private let cold: Double
    private let known: Double

    init(
        _ times: Int, _ data: Node, _ keys: [ProcessingKey], _ roots: [Certificate],
        _ seconds: Int64
    ) throws {
        let open = { (trust: TokenTrust) in
            _ = try DecryptToken(trust: trust)(PaymentToken(reading: data), with: keys, at: seconds)
        }
        cold = try CPUTime.microseconds(times) { try open(TokenTrust(roots: roots)) }
        let trust = TokenTrust(roots: roots)
        try open(trust)
        known = try CPUTime.microseconds(times) { try open(trust) }
    }

    func printLine() {
        printJSON { writer in
            writer.object {
                $0.member("coldMicroseconds", Int64(cold))
                $0.member("knownMicroseconds", Int64(known))
            }
        }
    }
}
