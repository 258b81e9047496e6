import Crypto
import HTTPClient
import JSON
import Vocabulary

/// One call to Apple's gateway, built from parsed parts.
package struct AppleCall: Sendable {
    let method: Request.Method
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    private static let json = (name: "Content-Type", value: "application/json")

    /// Requests the merchant session that opens a payment sheet.
    package init(session address: GatewayAddress, body: [UInt8]) {
        method = .post
        url = address.url
        headers = [Self.json]
        self.body = body
    }

    /// Calls about merchant tokens; their paths contain the Apple merchant identifier.
    private init(
        _ method: Request.Method, _ path: String, at host: GatewayAddress.Host,
        as identity: MerchantIdentity, request: UUID128, body: [UInt8] = []
    ) {
        self.method = method
        let merchant = Self.segment(identity.merchantIdentifier)
        url = "https://\(host.name)/paymentservices/v1/merchantId/\(merchant)/merchantToken/\(path)"
        headers = [Self.json, ("x-request-id", Self.hyphenated(request))]
        self.body = body
    }

    static func event(
        _ name: TokenEvent.Name, at host: GatewayAddress.Host, as identity: MerchantIdentity,
        request: UUID128
    ) -> AppleCall {
        AppleCall(.get, "event/\(name.text)", at: host, as: identity, request: request)
    }

    static func unlink(
        _ merchantToken: String, at host: GatewayAddress.Host, as identity: MerchantIdentity,
        request: UUID128
    ) -> AppleCall {
        let body = Writer.write { $0.member("merchantTokenIdentifier", merchantToken) }
        return AppleCall(
            .post, "unlink", at: host, as: identity, request: request, body: body)
    }

    /// Percent-encodes a text as one path segment: certificates may contain any characters.
    private static func segment(_ text: String) -> String {
        text.utf8.reduce(into: "") { path, byte in
            if byte.isUnreservedInURL {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                path += "%" + Hex.encode([byte]).uppercased()
            }
        }
    }

    private static func hyphenated(_ uuid: UUID128) -> String {
        let digits = Array(Hex.encode(uuid.bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }
}
