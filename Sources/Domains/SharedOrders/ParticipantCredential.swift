import Crypto
import Vocabulary

/// Proves that its holder is a participant of one order, on any device.
///
/// Its text is `sp_`, followed by the order's merchant and UUID, the number of the derivation key,
/// the participant's number, and 128 bits of HMAC, separated by `_`.
package struct ParticipantCredential: Sendable {
    package let order: SharedOrder.ID
    package let participant: Int
    package let text: String

    package static let prefix = "sp_"

    package init(of participant: Int, in order: SharedOrder.ID, keyNumber: Int, keys: KeyRing)
        throws
    {
        self.order = order
        self.participant = participant
        let place = order.text.dropFirst(SharedOrder.identifierPrefix.count + 1)
        let key = MerchantNumber(Int64(keyNumber)).text
        let named = "\(Self.prefix)\(place)_\(key)_\(participant)"
        text =
            named + "_"
            + (try OrderMAC(of: "participant credential", named, keyNumber, keys: keys)).text
    }

    /// Parses and verifies a credential; returns nil if it is not valid.
    package init?(_ text: String, keys: KeyRing) {
        guard text.utf8.count <= OrderMAC.textBytesMax else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "sp",
            let order = SharedOrder.ID("\(SharedOrder.identifierPrefix)_\(parts[1])"),
            let key = MerchantNumber(text: String(parts[2])), let participant = Int(parts[3]),
            let credential = try? ParticipantCredential(
                of: participant, in: order, keyNumber: Int(key.value), keys: keys),
            constantTimeEquals(Array(credential.text.utf8), Array(text.utf8))
        else { return nil }
        self = credential
    }
}
