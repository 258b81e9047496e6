import Glibc

/// Who a request comes from, for servers that ask for a certificate: it is shown in TLS and in no file.
///
/// The private key is wiped from here when the last request with it has ended.
package final class ClientIdentity: Sendable {
    // Written in init only, before anyone else sees them. Not arrays, because curl keeps a pointer.
    nonisolated(unsafe) let certificates: UnsafeMutableRawBufferPointer
    nonisolated(unsafe) let privateKey: UnsafeMutableRawBufferPointer

    /// - Parameters:
    ///   - certificates: one's own first, then those that lead to its authority, in PEM.
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

    /// In a way that the compiler keeps.
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
