import Crypto
import Vocabulary

/// A code of 128 bits that only a server with the key ring can compute.
struct OrderMAC {
    let text: String

    /// Longer than any token or credential.
    static let textBytesMax = 160

    init(of label: StaticString, _ context: String, _ keyNumber: Int, keys: KeyRing) throws {
        let mac = try keys.derive(
            label: label, context: Array(context.utf8), number: Int32(clamping: keyNumber))
        text = UUID128(bytes: Array(mac.prefix(16))).base32
    }
}
