import JSON
import Vocabulary

/// A URL in a pass or an order (RFC 3986), of the web or of an app. Its length is not limited here.
enum PassURL {
    /// - Parameter doubt: the reason for which phones may not reach the host; nil for a usual host.
    case web(isSecure: Bool, doubt: String?)
    case app
    /// A text that is not a URL, or one that phones cannot open, with the reason.
    case faulty(String)

    init(_ text: String) {
        let scheme = text.prefix { $0 != ":" }
        guard scheme.utf8.count < text.utf8.count, Self.isScheme(scheme) else {
            self = .faulty("an absolute URL, such as https://shop.example/offers")
            return
        }
        // RFC 3986, 3.1: the case of a scheme does not matter.
        switch scheme.lowercased() {
        case "https": self = Self.web(text.dropFirst(scheme.count + 1), isSecure: true)
        case "http": self = Self.web(text.dropFirst(scheme.count + 1), isSecure: false)
        default: self = .app
        }
    }

    /// Reads what follows the colon of an http or https URL.
    private static func web(_ rest: Substring, isSecure: Bool) -> PassURL {
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let end = authority.lastIndex { $0 == ":" || $0 == "]" } ?? authority.endIndex
        let port = authority[end...].first == ":" ? authority[end...] : ""
        let host = authority.dropLast(port.count)
        let path = rest.dropFirst(2).dropFirst(authority.count)
        guard rest.hasPrefix("//"), !host.isEmpty else {
            return .faulty("an absolute URL with a host, such as https://shop.example/offers")
        }
        guard !authority.contains("@") else {
            return .faulty("an http or https URL must not have a user name (RFC 9110, 4.2.4)")
        }
        // An IPv6 address has one form; other hosts have the characters of a path.
        let isIPv6 = host.contains { "[:]".contains($0) }
        guard isURL("//a\(path)"), isURL(isIPv6 ? "//\(host)" : "//a/\(host)") else {
            return .faulty(
                "a URL can have only the characters of RFC 3986: write others in percent-encoding, "
                    + "and those of a host in Punycode")
        }
        // RFC 3986, 3.2.3: a port can be empty.
        guard port == ":" || isURL("//a\(port)") else {
            return .faulty("the port of a URL is a number from 1 to 65535")
        }
        let isHostName = isURL("//\(host)")
        return .web(
            isSecure: isSecure,
            doubt: isHostName
                ? nil
                : "phones may not reach this host: a host name has labels of letters, digits and "
                    + "inner hyphens, with one dot between them (RFC 1123)")
    }

    private static func isURL(_ rest: some StringProtocol) -> Bool {
        WebAddress("https:\(rest)", scheme: "https", lengthMax: .max) != nil
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first?.isASCIILetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }
}

extension PassURL {
    /// Requires an https URL in a member.
    static func check(
        _ member: StaticString, of object: ObjectReader, required: Bool = false,
        warnings: Problems
    ) {
        guard
            let text = object.string(member, maxLength: WebAddress.lengthMax, required: required)
        else { return }
        switch PassURL(text) {
        case .web(isSecure: true, let doubt): warn(of: doubt, member, of: object, warnings)
        case .web, .app: object.refuse(member, "invalid_value", "an absolute https URL")
        case .faulty(let detail): object.refuse(member, "invalid_value", detail)
        }
    }

    /// Adds a warning for a host that phones may not reach.
    static func warn(
        of doubt: String?, _ member: StaticString, of object: ObjectReader, _ warnings: Problems
    ) {
        guard let doubt else { return }
        warnings.add(object.pointer(to: "\(member)"), "unusual_host", doubt)
    }
}
