import CHTTPServer

/// Generates request identifiers: 20 characters of lower-case base32, 100 random bits.
struct RequestIDs {
    private var pool: [UInt8] = []
    private var place = 0

    /// The kernel supplies random bytes in batches, so that most identifiers need no system call.
    private static let stock = 2600
    private static let bytesEach = 13
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    mutating func next() -> String {
        if place + RequestIDs.bytesEach > pool.count { refill() }
        defer { place += RequestIDs.bytesEach }
        return String(unsafeUninitializedCapacity: 20) { text in
            var bits: UInt64 = 0
            var available = 0
            var index = place
            for character in 0..<20 {
                if available < 5 {
                    bits = bits << 8 | UInt64(pool[index])
                    index += 1
                    available += 8
                }
                available -= 5
                text[character] = RequestIDs.alphabet[Int(bits >> UInt64(available) & 31)]
            }
            return 20
        }
    }

    private mutating func refill() {
        if pool.isEmpty { pool = [UInt8](repeating: 0, count: RequestIDs.stock) }
        place = 0
        // getrandom returns up to 256 bytes uninterrupted; a signal may cut a longer read short.
        var filled = 0
        while filled < pool.count {
            let got = pool.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes.dropFirst(filled))
                return getrandom(rest.baseAddress, rest.count, 0)
            }
            if got > 0 { filled += got }
        }
    }
}
