import Credentials
import HTTPClient
import Merchants
import Observability
import Postgres
import Processors
import Vocabulary

extension World {
    /// Stripe as this process reaches it, for any merchant's account.
    static func stripe(
        of config: Config, _ credentials: CredentialsService, through client: Client, _ log: Log
    ) -> StripeEnvironment {
        // Other addresses are for tests: on this machine also without TLS.
        let policy: Policy = config.stripe.hasPrefix("http:") ? .loopbackAllowed : .publicOnly
        return StripeEnvironment(
            account: credentials.keychain.account,
            send: { request, limits in
                do throws(ClientFault) {
                    return .success(try await client.send(request, within: limits, under: policy))
                } catch { return .failure(error) }
            },
            now: now,
            report: { error in
                log.error("stripe_failed", .text("error", String(reflecting: error)))
            })
    }

    /// The processor that charges for a merchant; nil while its account is not connected.
    var processor: @Sendable (Merchant) async throws -> Processor? {
        { [sandbox, stripe, credentials] merchant in
            switch merchant.processor {
            case .sandbox: sandbox
            case .stripe:
                try await credentials.keychain.account(of: merchant.number) == nil ? nil : stripe
            }
        }
    }
}
