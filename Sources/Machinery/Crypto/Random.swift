import CCrypto

/// Random bytes from OpenSSL's generator, suitable for keys. Ends the process if the generator
/// fails.
package enum Random {
    package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            fill(UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
    }

    /// Returns 128 bits, for identifiers; takes tens of nanoseconds.
    package static func words() -> (UInt64, UInt64) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { fill($0) }
        return words
    }

    static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress, buffer.count > 0 else { return }
        precondition(buffer.count <= Int32.max, "at most 2 GiB can be drawn at once")
        guard ps_random(start.assumingMemoryBound(to: UInt8.self), buffer.count) == 1 else {
            fatalError("the random generator failed")
        }
    }
}
