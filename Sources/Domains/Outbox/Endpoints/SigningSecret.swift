import Crypto
import Vocabulary

/// The secret with which a merchant's server verifies that this server sent a delivery (Standard
/// Webhooks).
///
/// Its text is `whsec_` and 32 random bytes in base64. It is shown at creation and at rotation, and
/// is stored encrypted, because the server needs it again for each signature.
package struct SigningSecret: Sendable, Equatable {
    /// The key of the HMAC.
    package let bytes: Secret

    /// Standard Webhooks requires 24 to 64 bytes.
    package static let bytesCount = 32
    package static let prefix = "whsec_"

    /// Generates a random secret.
    package init() { bytes = .random(SigningSecret.bytesCount) }

    package init(bytes: Secret) { self.bytes = bytes }

    package init?(text: String) {
        guard text.hasPrefix(SigningSecret.prefix),
            var plain = Base64.standard.decode(
                String(text.dropFirst(SigningSecret.prefix.count))),
            (24...64).contains(plain.count)
        else { return nil }
        bytes = Secret(wiping: &plain)
    }

    package var text: String {
        bytes.withBytes { SigningSecret.prefix + Base64.standard.encode(Array($0)) }
    }
}

/// The secrets of one endpoint as its row stores them: encrypted with a data key of its own, which
/// the key ring wraps.
package struct EndpointSecrets: Sendable, Equatable {
    /// The data key, wrapped by the key ring.
    let dataKey: [UInt8]
    var current: [UInt8]
    /// The previous secret, while both sign.
    var before: [UInt8]?
    package var beforeUntil: Instant?

    init(dataKey: [UInt8], current: [UInt8], before: [UInt8]?, beforeUntil: Instant?) {
        self.dataKey = dataKey
        self.current = current
        self.before = before
        self.beforeUntil = beforeUntil
    }

    /// Encrypts the first secret of a new endpoint.
    package init(_ secret: SigningSecret, of endpoint: WebhookEndpoint.ID, keys: KeyRing) {
        let key = DataKey()
        let wrapped = keys.wrap(key, context: Array(endpoint.text.utf8))
        self.init(
            dataKey: wrapped, current: secret.sealed(with: key, of: endpoint), before: nil,
            beforeUntil: nil)
    }

    /// The secrets that sign at this time, newest first: one, or two during the overlap of a
    /// rotation.
    package func signing(
        at now: Instant, of endpoint: WebhookEndpoint.ID, keys: KeyRing
    ) throws -> [SigningSecret] {
        let key = try keys.unwrap(dataKey, context: Array(endpoint.text.utf8))
        var sealed = [current]
        if let before, let beforeUntil, now < beforeUntil { sealed.append(before) }
        return try sealed.map { try SigningSecret(sealed: $0, with: key, of: endpoint) }
    }

    /// Replaces the current secret, which keeps signing beside the new one until the overlap ends.
    package mutating func rotate(
        to secret: SigningSecret, overlappingUntil moment: Instant?,
        of endpoint: WebhookEndpoint.ID,
        keys: KeyRing
    ) throws {
        let key = try keys.unwrap(dataKey, context: Array(endpoint.text.utf8))
        before = moment == nil ? nil : current
        beforeUntil = moment
        current = secret.sealed(with: key, of: endpoint)
    }
}

extension SigningSecret {
    fileprivate init(sealed: [UInt8], with key: DataKey, of endpoint: WebhookEndpoint.ID) throws {
        var plain = try key.open(sealed, context: SigningSecret.sealing(endpoint))
        bytes = Secret(wiping: &plain)
    }

    fileprivate func sealed(with key: DataKey, of endpoint: WebhookEndpoint.ID) -> [UInt8] {
        var plain = bytes.withBytes { Array($0) }
        defer { plain.wipe() }
        return key.seal(plain, context: SigningSecret.sealing(endpoint))
    }

    private static func sealing(_ endpoint: WebhookEndpoint.ID) -> [UInt8] {
        Array("signing secret \(endpoint.text)".utf8)
    }
}
