/// Why something sealed stays shut. It says nothing of keys or contents.
package enum CryptoError: Error, Equatable, Sendable {
    /// Changed since it was sealed, sealed with another key, or for another context.
    case notAuthentic
    /// Not the wire format of a sealed value.
    case malformed
    /// The key ring has no key of this number: an old master key was taken out too early.
    case unknownKey(number: Int32)
}
