import Crypto

/// A phone, by its device library identifier. The identifier is a secret, because it gives access
/// to the list of the phone's passes. The server stores only its digest.
package struct WalletDevice: Equatable, Sendable {
    let digest: [UInt8]

    /// Apple's identifiers have 32 characters; the server refuses longer ones than this.
    static let nameLengthMax = 255

    /// Returns nil for an empty or too long text.
    package init?(_ name: String) {
        guard 1...Self.nameLengthMax ~= name.utf8.count else { return nil }
        digest = SHA256.hash(name)
    }
}
