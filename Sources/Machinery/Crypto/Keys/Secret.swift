import CCrypto

/// Confidential bytes: they are never printed, and their memory is wiped when it is freed.
package struct Secret: Sendable {
    private let storage: Storage

    /// Copies the bytes; the caller wipes the original array.
    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies the bytes and wipes the original array.
    package init(wiping bytes: inout [UInt8]) {
        self.init(bytes)
        bytes.wipe()
    }

    init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        storage = Storage(count: count)
        fill(storage.bytes)
    }

    package static func random(_ count: Int = 32) -> Secret {
        Secret(count: count) { Random.fill($0) }
    }

    package var count: Int { storage.bytes.count }

    /// The closure must not keep the bytes.
    package func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E)
        -> T
    {
        try body(UnsafeRawBufferPointer(storage.bytes))
    }

    /// Compares in constant time.
    package static func == (one: Secret, other: Secret) -> Bool {
        one.withBytes { one in other.withBytes { constantTimeEquals(one, $0) } }
    }

    private final class Storage: Sendable {
        // Written only in init, before anything else can access it.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(count: Int) {
            bytes = .allocate(byteCount: count, alignment: 16)
        }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }
}

extension Secret: Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package var description: String { "a secret" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros; the compiler does not optimize this away.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
