/// The reason why a sealed value cannot be opened. Contains neither keys nor contents.
package enum CryptoError: Error, Equatable, Sendable {
    /// The value changed after it was sealed, or was sealed with another key or for another
    /// context.
    case notAuthentic
    /// The bytes do not have the format of a sealed value.
    case malformed
    /// The key ring has no key with this number: an old master key was removed too early.
    case unknownKey(number: Int32)
}
