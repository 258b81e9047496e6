import HTTP
import TestSupport
import Testing

/// Requests with randomly changed bytes, from a fixed seed.
@Suite struct ScrambledTests {
    private struct FixedRandom: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64 (Steele, Lea and Flood, 2014).
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    private static let whole: [String] = [
        "GET /echo/word?a=1&b=%20 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
        "POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            + "Content-Length: 7\r\n\r\n{\"a\":1}",
        "POST /any HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n",
        "DELETE /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ]

    private static let pieces: [String] = [
        "\0", "\r\n", "\n", "\r\n\r\n", " ", ":", "%00", "%", "\u{ff}", "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "0\r\n\r\n", "GET ", "HTTP/1.1", "\t",
    ]

    private static func scrambled(_ random: inout FixedRandom) -> [UInt8] {
        var bytes = Array(whole.randomElement(using: &random)!.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: place)
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 3))
            default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    @Test func `a scrambled request never gets 500, and leaves no connection open`() async throws {
        let fine: Set<Int> = [200, 400, 404, 405, 411, 413, 414, 415, 431, 501, 505]
        try await Site.run { site in
            let port = site.port
            let statuses = try await offPool {
                var random = FixedRandom(state: 20_261_121)
                var statuses: [Int: Int] = [:]
                for _ in 0..<1500 {
                    let socket = try RawSocket(port: port)
                    try? socket.send(ScrambledTests.scrambled(&random))
                    socket.finishSending()
                    while let reply = try? socket.reply() {
                        statuses[reply.status, default: 0] += 1
                    }
                }
                return statuses
            }
            #expect(Set(statuses.keys).subtracting(fine) == [])
            // The sample is useful: some requests were valid, many were not.
            #expect(statuses[200, default: 0] > 100)
            #expect(statuses[400, default: 0] > 100)
            #expect(try await site.client.send("GET", "/now").text == "now")
            for _ in 0..<2000 where site.server.load.connections > 1 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(site.server.load.connections <= 1)
        }
    }
}
