import Foundation
import JSON
import Testing

/// Costs of the hot path, for a release build and only on request: `PAYSHEET_COSTS=1 swift test -c
/// release --filter CostTests`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PAYSHEET_COSTS"] != nil), .serialized)
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
        print("\(name): \((best * 100).rounded() / 100) µs")
        return best
    }

    @Test func `parsing a payment request costs at most 8 µs`() throws {
        let bytes = Array(PaymentRequest.text.utf8)
        let cost = try microseconds("parse \(bytes.count) bytes") {
            _ = try Document.parse(bytes)
        }
        #expect(cost <= 8)
    }

    @Test func `parsing and reading a payment request costs at most 16 µs`() throws {
        let bytes = Array(PaymentRequest.text.utf8)
        let problems = Problems()
        let cost = try microseconds("parse and read \(bytes.count) bytes") {
            let document = try Document.parse(bytes)
            _ = ObjectReader(document.root, problems: problems).map(PaymentRequest.init)
        }
        #expect(problems.all == [])
        #expect(cost <= 16)
    }

    @Test func `writing a payment request costs at most 5 µs`() throws {
        let problems = Problems()
        let document = try Document.parse(Array(PaymentRequest.text.utf8))
        let request = try #require(
            ObjectReader(document.root, problems: problems).map(PaymentRequest.init))
        #expect(problems.all == [])
        #expect(request.json() == Array(PaymentRequest.text.utf8))
        let cost = microseconds("write \(PaymentRequest.text.utf8.count) bytes") {
            _ = request.json()
        }
        #expect(cost <= 5)
    }

    @Test func `the cost of writing a parsed node again is measured`() throws {
        let document = try Document.parse(Array(PaymentRequest.text.utf8))
        _ = microseconds("write the node again") {
            var writer = Writer()
            document.root.appendJSON(to: &writer)
        }
        _ = microseconds("canonical bytes") { _ = document.root.canonicalBytes() }
    }

    private static func megabyte(_ begin: String, _ end: String, of piece: (Int) -> String)
        -> [UInt8]
    {
        var text = begin + piece(0)
        var index = 1
        while text.utf8.count < 1 << 20 {
            text += "," + piece(index)
            index += 1
        }
        return Array((text + end).utf8)
    }

    /// The cost of a hostile body for a thread: no shape is much more expensive than another.
    @Test func `parsing a hostile megabyte costs at most 100 ms`() {
        let bodies: [(String, [UInt8])] = [
            ("members", Self.megabyte("{", "}") { "\"\($0)\":1" }),
            ("alike members", Self.megabyte("{", "}") { "\"aaaaaaaaaaaaaaaaaaaa\($0)\":1" }),
            ("a key twice at the end", Self.megabyte("{", ",\"0\":1}") { "\"\($0)\":1" }),
            ("elements", Self.megabyte("[", "]") { _ in "1" }),
            ("oversized numbers", Self.megabyte("[", "]") { _ in "1e999" }),
            ("one oversized number", Self.megabyte("[1e999,", "]") { _ in "1e100" }),
            ("escapes", Self.megabyte("[", "]") { _ in "\"\\u00e9\\n\\\\\"" }),
            ("trailing comma", Self.megabyte("[", ",]") { _ in "{\"a\":[]}" }),
            ("objects", Self.megabyte("[", "]") { _ in "{\"a\":0,\"b\":{}}" }),
        ]
        for (name, body) in bodies {
            var best = Duration.seconds(1000)
            for _ in 0..<5 {
                let problems = Problems()
                let spent = ContinuousClock().measure {
                    guard let document = try? Document.parse(body) else { return }
                    let fields = ObjectReader(document.root, problems: problems)
                    for _ in 0..<30 { _ = fields?.string("absent", maxLength: 1) }
                    fields?.refuseUnknown()
                    _ = document.root.canonicalBytes()
                }
                best = min(best, spent)
            }
            print("\(name): \(best)")
            #expect(best < .milliseconds(100))
        }
    }
}
