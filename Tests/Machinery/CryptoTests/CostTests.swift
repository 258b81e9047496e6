import Crypto
import Glibc
import Testing

/// Costs of the hot path, for a release build and only on request: `PAYSHEET_COSTS=1 swift test -c
/// release --filter CostTests`.
@Suite(.enabled(if: getenv("PAYSHEET_COSTS") != nil), .serialized)
struct CostTests {
    private func microseconds(_ name: String, _ body: () throws -> Void) rethrows -> Double {
        let rounds = 20_000
        var best = Double.infinity
        for _ in 0..<5 {
            let start = ContinuousClock.now
            for _ in 0..<rounds { try body() }
            let spent = ContinuousClock.now - start
            let each = Double(spent.components.attoseconds) / 1e12 / Double(rounds)
            best = min(best, each + Double(spent.components.seconds) * 1e6 / Double(rounds))
        }
        print("\(name): \(Int(best * 1000)) ns")
        return best
    }

    @Test func `sealing and wrapping cost at most 4 µs each`() throws {
        let ring = KeyRing(masters: [1: .random()])
        let key = DataKey()
        let contact = Random.bytes(400)
        let context = Array("merchant 7, checkout 0190f3c2".utf8)
        let sealed = key.seal(contact, context: context)
        let wrapped = ring.wrap(key, context: context)
        let costs = [
            microseconds("seal 400 bytes") { _ = key.seal(contact, context: context) },
            try microseconds("open 400 bytes") { _ = try key.open(sealed, context: context) },
            microseconds("new data key") { _ = DataKey() },
            microseconds("wrap") { _ = ring.wrap(key, context: context) },
            try microseconds("unwrap") { _ = try ring.unwrap(wrapped, context: context) },
        ]
        for cost in costs { #expect(cost <= 4) }
    }

    @Test func `an identifier costs well below 1 µs, a client secret at most 2 µs`() {
        let ring = KeyRing(masters: [1: .random()])
        let context = Random.bytes(24)
        let text = Random.bytes(64)
        let mac = ring.derive(label: "client secret", context: context).mac
        let words = microseconds("random words") { _ = Random.words() }
        #expect(words <= 0.3)
        let costs = [
            microseconds("derive") { _ = ring.derive(label: "client secret", context: context) },
            microseconds("verify") {
                _ = ring.verify(mac, label: "client secret", context: context, number: 1)
            },
            microseconds("SHA-256 of 64 bytes") { _ = SHA256.hash(text) },
            microseconds("HMAC with a new key") {
                _ = HMACSHA256.mac(text, key: Secret(context))
            },
        ]
        for cost in costs { #expect(cost <= 2) }
    }
}
