import JSON
import Vocabulary

/// Where a package is asked for anew, and by which token: both or none (contracts 7.2 and 8.2).
enum WebServiceRule {
    /// What is shorter was guessed too often (contracts 7.2).
    static let tokenLengthMin = 16

    static func check(_ document: ObjectReader, warnings: Problems) {
        let address = document.string("webServiceURL", maxLength: WebAddress.lengthMax)
        let token = document.string("authenticationToken", maxLength: CheckPass.textMax)
        if let token, token.utf8.count < tokenLengthMin {
            document.refuse(
                "authenticationToken", "too_short",
                "at least \(tokenLengthMin) characters, or phones never register")
        }
        if document.has("webServiceURL"), !document.has("authenticationToken") {
            document.refuse("authenticationToken", "required", "goes together with webServiceURL")
        } else if document.has("authenticationToken"), !document.has("webServiceURL") {
            document.refuse("webServiceURL", "required", "goes together with authenticationToken")
        }
        guard let address else { return }
        if WebAddress(address) == nil {
            if WebAddress(address, scheme: "http") == nil {
                document.refuse("webServiceURL", "invalid_value", "an absolute https address")
            } else {
                warnings.add(
                    "/webServiceURL", "insecure",
                    "phones ask by http only if a developer's setting allows it")
            }
        }
        let path = address.hasSuffix("/") ? address.dropLast() : address[...]
        if path.hasSuffix("/v1") {
            document.refuse(
                "webServiceURL", "invalid_value", "phones write /v1 behind it: leave that away")
        }
    }
}
