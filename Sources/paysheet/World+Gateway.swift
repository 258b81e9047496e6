import Credentials
import Crypto
import HTTPClient
import Merchants
import Observability
import Passes
import Vocabulary

extension World {
    /// What calls Apple's gateways and nobody else, so that a detour and its authorities are theirs alone.
    static func gatewayClient(_ config: Config) throws -> Client {
        Client(trusting: try proven(config.gatewayAuthorities), by: config.gateway)
    }

    /// What calls Apple's push service, likewise.
    static func pushLines(_ config: Config) throws -> PushLines {
        PushLines(trusting: try proven(config.pushAuthorities), by: config.push)
    }

    /// What cannot be read would only be known with the first buyer.
    private static func proven(_ authorities: String?) throws -> String? {
        guard let authorities else { return nil }
        let file = try InputFile(path: authorities).read(bytesMax: authoritiesBytesMax)
        guard Certificate(pem: file) != nil else {
            throw CommandFailure.failed("\(authorities): no certificate in PEM")
        }
        return authorities
    }

    /// What workers tell phones with.
    var pushDesk: PushDesk {
        PushDesk(
            database: database, gateway: pushLines.gateway,
            signer: credentials.signer(of: registry, now: World.now), now: World.now,
            report: { [log] type, trouble in
                log.error(
                    "push_failed", .word("why", trouble.word),
                    .count("merchant", Int(type.merchant.value)))
            })
    }

    /// All the world's authorities together have 250 KB.
    private static let authoritiesBytesMax = 1 << 20
}
