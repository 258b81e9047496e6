import Crypto
import HTTPClient
import Merchants

extension World {
    /// What calls Apple's gateways and nobody else, so that a detour and its authorities are theirs alone.
    static func gatewayClient(_ config: Config) throws -> Client {
        guard let authorities = config.gatewayAuthorities else {
            return Client(by: config.gateway)
        }
        // What cannot be read would only be known with the first buyer.
        let file = try InputFile(path: authorities).read(bytesMax: authoritiesBytesMax)
        guard Certificate(pem: file) != nil else {
            throw CommandFailure.failed("\(authorities): no certificate in PEM")
        }
        return Client(trusting: authorities, by: config.gateway)
    }

    /// All the world's authorities together have 250 KB.
    private static let authoritiesBytesMax = 1 << 20
}
