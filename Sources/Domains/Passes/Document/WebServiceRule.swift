import JSON
import Vocabulary

/// The web service from which phones request updates, and its token: both or neither
/// (docs/rules/apple.md#7.2 and #8.2).
enum WebServiceRule {
    /// Shorter tokens are too easy to guess (docs/rules/apple.md#7.2).
    static let tokenLengthMin = 16

    static func check(_ document: ObjectReader, warnings: Problems) {
        let address = document.string("webServiceURL", maxLength: WebAddress.lengthMax)
        let token = document.string("authenticationToken", maxLength: CheckPass.textMax)
        if let token, token.utf8.count < tokenLengthMin {
            document.refuse(
                "authenticationToken", "too_short",
                "must have at least \(tokenLengthMin) characters, or phones never register")
        } else if let token, !isHeaderValue(token) {
            document.refuse(
                "authenticationToken", "invalid_value",
                "must have only visible ASCII characters, and spaces between them: phones send it "
                    + "in the Authorization header (RFC 9110, 5.5)"
            )
        }
        if document.has("webServiceURL"), !document.has("authenticationToken") {
            document.refuse(
                "authenticationToken", "required", "required together with webServiceURL")
        } else if document.has("authenticationToken"), !document.has("webServiceURL") {
            document.refuse(
                "webServiceURL", "required", "required together with authenticationToken")
        }
        guard let address else { return }
        switch PassURL(address) {
        case .web(let isSecure, let doubt):
            if !isSecure {
                warnings.add(
                    "/webServiceURL", "insecure",
                    "phones use http only if a developer setting allows it")
            }
            PassURL.warn(of: doubt, "webServiceURL", of: document, warnings)
        case .app: document.refuse("webServiceURL", "invalid_value", "an absolute https URL")
        case .faulty(let detail): document.refuse("webServiceURL", "invalid_value", detail)
        }
        if address.contains("?") || address.contains("#") {
            document.refuse(
                "webServiceURL", "invalid_value",
                "must not have a query or a fragment: phones append /v1 and a path")
        }
        let path = address.hasSuffix("/") ? address.dropLast() : address[...]
        if path.hasSuffix("/v1") {
            document.refuse(
                "webServiceURL", "invalid_value", "phones append /v1: leave it out")
        }
    }

    /// Allows inner spaces; HTTP strips leading and trailing ones.
    private static func isHeaderValue(_ token: String) -> Bool {
        token.utf8.allSatisfy { 0x20...0x7E ~= $0 } && token.first != " " && token.last != " "
    }
}
