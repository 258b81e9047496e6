import Credentials
import Merchants
import Observability
import Payments
import Vocabulary

extension World {
    /// The dependencies of workers that call Apple about merchant tokens.
    var appleService: AppleTokenService {
        AppleTokenService(
            database: database, registry: registry, gateway: .live(gatewayClient),
            identity: credentials.keychain.identity, moment: World.moment
        ) { [log] abandoned in
            log.error(
                "apple_given_up",
                .word("matter", abandoned.kind == .event ? "token_event" : "token_unlink"),
                .word("why", abandoned.unavailability?.word ?? "unreadable"),
                .count("merchant", Int(abandoned.merchant.value)))
        }
    }
}
