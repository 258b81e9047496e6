import Crypto
import Vocabulary

/// 128 bits that only this server can compute.
struct OrderMAC {
    let text: String

    /// Longer than any text that is verified.
    static let textBytesMax = 160

    init(of label: StaticString, _ context: String, _ keyNumber: Int, keys: KeyRing) throws {
        let mac = try keys.derive(
            label: label, context: Array(context.utf8), number: Int32(clamping: keyNumber))
        text = UUID128(bytes: Array(mac.prefix(16))).base32
    }
}
