import Credentials
import Crypto
import HTTPClient
import Merchants
import Observability
import Passes
import Vocabulary

extension World {
    /// The client that calls only Apple's gateways, so that a connect override and its authorities
    /// apply to nothing else.
    static func gatewayClient(_ config: Config) throws -> Client {
        Client(trusting: try validated(config.gatewayAuthorities), by: config.gateway)
    }

    /// The client that calls only Apple's push service, for the same reason.
    static func pushConnections(_ config: Config) throws -> PushConnections {
        PushConnections(trusting: try validated(config.pushAuthorities), by: config.push)
    }

    /// Checks the file at the start: otherwise the first buyer would find that it cannot be read.
    private static func validated(_ authorities: String?) throws -> String? {
        guard let authorities else { return nil }
        let file = try InputFile(path: authorities).read(bytesMax: authoritiesBytesMax)
        guard Certificate(pem: file) != nil else {
            throw CommandFailure.failed("\(authorities): contains no certificate in PEM")
        }
        return authorities
    }

    /// The dependencies of workers that push to phones.
    var pushContext: PushContext {
        PushContext(
            database: database, gateway: pushConnections.gateway,
            signer: credentials.signer(of: registry, now: World.now), now: World.now,
            report: { [log] type, failure in
                log.error(
                    "push_failed", .word("why", failure.word),
                    .count("merchant", Int(type.merchant.value)))
            })
    }

    /// All public certificate authorities together have 250 KB.
    private static let authoritiesBytesMax = 1 << 20
}
