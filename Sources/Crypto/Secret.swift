import CCrypto

/// Bytes that must not be seen: nothing prints them, and their memory is wiped when they go.
package struct Secret: Sendable {
    private let storage: Storage

    /// Copies the bytes; the array that is left behind is the caller's to wipe.
    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies the bytes and wipes the array that they came in.
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

    /// The bytes must not outlive the closure.
    package func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E)
        -> T
    {
        try body(UnsafeRawBufferPointer(storage.bytes))
    }

    /// Takes the same time wherever the difference is.
    package static func == (one: Secret, other: Secret) -> Bool {
        one.withBytes { one in other.withBytes { constantTimeEquals(one, $0) } }
    }

    private final class Storage: Sendable {
        // Written in init only, before anyone else sees it.
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
    /// Overwrites the bytes with zeros in a way that the compiler keeps.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
