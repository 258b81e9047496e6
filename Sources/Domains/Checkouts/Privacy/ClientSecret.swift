import Crypto
import Vocabulary

/// The browser's key to one checkout: derived from the server's keys, not stored.
///
/// `cs_`, the checkout's merchant and UUID, the number of the derivation key, the generation, and
/// 128 bits of HMAC, all in base32: the server finds the checkout and verifies the secret without a
/// query. It compares the generation with the row's when it reads the checkout
/// (docs/rules/money.md#17).
package struct ClientSecret: Sendable {
    package let checkout: CheckoutSession.ID
    package let keyNumber: Int
    package let generation: Int
    private let mac: [UInt8]

    package init(for checkout: CheckoutSession.ID, keyNumber: Int, generation: Int, keys: KeyRing)
        throws
    {
        self.checkout = checkout
        self.keyNumber = keyNumber
        self.generation = generation
        mac = try ClientSecret.mac(checkout, keyNumber, generation, keys)
    }

    /// Parses and verifies a secret; returns nil if it is invalid.
    package init?(_ text: String, keys: KeyRing) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "_"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard parts.count == 5, parts[0] == "cs",
            let checkout = CheckoutSession.ID("chk_" + parts[1]),
            let keyNumber = MerchantNumber(text: parts[2]),
            let generation = MerchantNumber(text: parts[3]),
            let given = UUID128(base32: parts[4])?.bytes,
            let mac = try? ClientSecret.mac(
                checkout, Int(keyNumber.value), Int(generation.value), keys),
            constantTimeEquals(mac, given)
        else { return nil }
        self.checkout = checkout
        self.keyNumber = Int(keyNumber.value)
        self.generation = Int(generation.value)
        self.mac = mac
    }

    package var text: String {
        let number = MerchantNumber(Int64(keyNumber)).text
        let generation = MerchantNumber(Int64(generation)).text
        let place = checkout.text.dropFirst(4)
        return "cs_\(place)_\(number)_\(generation)_\(UUID128(bytes: mac).base32)"
    }

    private static func mac(
        _ checkout: CheckoutSession.ID, _ keyNumber: Int, _ generation: Int, _ keys: KeyRing
    ) throws -> [UInt8] {
        let context = checkout.merchant.text + checkout.uuid.base32 + ":\(generation)"
        return Array(
            try keys.derive(
                label: "client secret", context: Array(context.utf8),
                number: Int32(clamping: keyNumber)
            ).prefix(16))
    }
}
