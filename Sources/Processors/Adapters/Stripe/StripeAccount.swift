import Crypto

/// A merchant's own account at Stripe, as whoever keeps its keys gives it for one call.
package struct StripeAccount: Sendable {
    /// `sk_…` or a restricted `rk_…`.
    package let secretKey: Secret
    /// By which Stripe signs its events; two while one replaces the other.
    package let webhookSecrets: [Secret]
    /// Without a slash at its end.
    package let apiBase: String

    /// Stripe's own.
    package static let liveBase = "https://api.stripe.com"

    package init(
        secretKey: Secret, webhookSecrets: [Secret], apiBase: String = StripeAccount.liveBase
    ) {
        self.secretKey = secretKey
        self.webhookSecrets = webhookSecrets
        self.apiBase = apiBase
    }
}
