import Crypto

/// A merchant's own Stripe account with its keys, for one call.
package struct StripeAccount: Sendable {
    /// `sk_…` or a restricted `rk_…`.
    package let secretKey: Secret
    /// Secrets with which Stripe signs its webhook events; two during a rotation.
    package let webhookSecrets: [Secret]
    /// The base URL without a trailing slash.
    package let apiBase: String

    /// Stripe's own API.
    package static let liveBase = "https://api.stripe.com"

    package init(
        secretKey: Secret, webhookSecrets: [Secret], apiBase: String = StripeAccount.liveBase
    ) {
        self.secretKey = secretKey
        self.webhookSecrets = webhookSecrets
        self.apiBase = apiBase
    }
}
