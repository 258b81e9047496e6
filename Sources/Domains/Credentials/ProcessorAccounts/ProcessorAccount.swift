import Crypto
import Postgres
import Processors
import Vocabulary

/// The keys with which the server charges a merchant's payments through the merchant's Stripe
/// account.
package struct ProcessorAccount: Sendable {
    package let merchant: MerchantNumber
    /// `sk_…` or a restricted `rk_…`.
    package let secretKey: Secret
    /// `whsec_…`, with which Stripe signs its events.
    package let webhookSecrets: [Secret]
    package let changedAt: Instant

    package init(
        merchant: MerchantNumber, secretKey: Secret, webhookSecrets: [Secret], changedAt: Instant
    ) {
        self.merchant = merchant
        self.secretKey = secretKey
        self.webhookSecrets = webhookSecrets
        self.changedAt = changedAt
    }

    /// Two, so that one can replace the other while Stripe signs with both.
    package static let webhookSecretsMax = 2
    /// Stripe's own keys have about a hundred characters.
    package static let keyLengthMax = 255

    /// The account for calls through the Stripe adapter.
    package func stripe(at base: String) -> StripeAccount {
        StripeAccount(secretKey: secretKey, webhookSecrets: webhookSecrets, apiBase: base)
    }
}

extension ProcessorAccount {
    /// The name under which the secrets are sealed.
    private static let sealedName = "processor account stripe"

    /// The secrets, one per line; none of them contains a line break.
    func sealed(with seal: MerchantSeal) -> [UInt8] {
        var lines: [UInt8] = []
        // Reserved up front: growing the array would leave copies of the secrets in memory.
        lines.reserveCapacity((1 + Self.webhookSecretsMax) * (Self.keyLengthMax + 1))
        for secret in [secretKey] + webhookSecrets {
            if !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
            secret.withBytes { lines += $0 }
        }
        return seal.seal(Secret(wiping: &lines), as: Self.sealedName)
    }

    init(
        opening sealed: [UInt8], with seal: MerchantSeal, of merchant: MerchantNumber,
        changedAt: Instant
    ) throws {
        let lines = try seal.open(sealed, as: Self.sealedName).withBytes { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).map { line in
                var bytes = Array(line)
                return Secret(wiping: &bytes)
            }
        }
        guard let secretKey = lines.first else { throw StoredValueError(column: "secrets") }
        self.init(
            merchant: merchant, secretKey: secretKey, webhookSecrets: Array(lines.dropFirst()),
            changedAt: changedAt)
    }
}
