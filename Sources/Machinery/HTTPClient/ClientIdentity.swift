import Glibc

/// A client certificate for servers that request one; it is kept in memory only.
///
/// The private key is wiped from memory when the identity is freed, after the last request that
/// uses it.
package final class ClientIdentity: Sendable {
    // Written only in init, before they are shared. Not arrays, because curl keeps a pointer.
    nonisolated(unsafe) let certificates: UnsafeMutableRawBufferPointer
    nonisolated(unsafe) let privateKey: UnsafeMutableRawBufferPointer

    /// - Parameters:
    ///   - certificates: the client's own first, then those that lead to its authority, in PEM.
    ///   - privateKey: of the first certificate, in PEM without a password; it is copied.
    package init(certificates: [UInt8], privateKey: UnsafeRawBufferPointer) {
        self.certificates = .allocate(byteCount: certificates.count, alignment: 16)
        self.certificates.copyBytes(from: certificates)
        self.privateKey = .allocate(byteCount: privateKey.count, alignment: 16)
        self.privateKey.copyMemory(from: privateKey)
    }

    deinit {
        Self.wipe(privateKey)
        privateKey.deallocate()
        certificates.deallocate()
    }

    /// Overwrites the bytes in a way that the compiler does not optimize away.
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        explicit_bzero(start, bytes.count)
    }
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an identity" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
