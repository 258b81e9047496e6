import Crypto

/// A phone as it calls itself. The name is its secret: whoever knows it learns what the phone has, so only a digest is
/// kept.
package struct WalletDevice: Equatable, Sendable {
    let digest: [UInt8]

    /// Apple's have 32; longer ones are nobody's.
    static let nameLengthMax = 255

    /// Nothing when it is no name.
    package init?(_ name: String) {
        guard 1...Self.nameLengthMax ~= name.utf8.count else { return nil }
        digest = SHA256.hash(name)
    }
}
