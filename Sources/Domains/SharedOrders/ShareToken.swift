import Crypto
import Vocabulary

/// The last part of a shared order's link; its holder may read and join the order.
///
/// It contains the order's merchant and UUID, the number of the derivation key, the generation, and
/// 128 bits of HMAC, and is stored nowhere (docs/rules/money.md#17). The generation is a decimal
/// number; the other parts are in base32. The token identifies its order by itself, and a guessed
/// token costs no query.
package struct ShareToken: Sendable {
    package let order: SharedOrder.ID
    package let keyNumber: Int
    package let generation: Int
    package let text: String

    package init(for order: SharedOrder.ID, keyNumber: Int, generation: Int, keys: KeyRing) throws {
        self.order = order
        self.keyNumber = keyNumber
        self.generation = generation
        let place = order.text.dropFirst(SharedOrder.identifierPrefix.count + 1)
        let named = "\(place)_\(MerchantNumber(Int64(keyNumber)).text)_\(generation)"
        text = named + "_" + (try OrderMAC(of: "share token", named, keyNumber, keys: keys)).text
    }

    /// Parses and verifies a token; returns nil if it is not valid.
    package init?(_ text: String, keys: KeyRing) {
        guard text.utf8.count <= OrderMAC.textBytesMax else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4,
            let order = SharedOrder.ID("\(SharedOrder.identifierPrefix)_\(parts[0])"),
            let key = MerchantNumber(text: String(parts[1])), let generation = Int(parts[2]),
            let token = try? ShareToken(
                for: order, keyNumber: Int(key.value), generation: generation, keys: keys),
            constantTimeEquals(Array(token.text.utf8), Array(text.utf8))
        else { return nil }
        self = token
    }
}
