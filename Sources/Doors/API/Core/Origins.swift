import HTTP
import Merchants

/// Decides which web pages may call with a browser's credential (docs/api/README.md, Browsers).
enum Origins {
    /// Allows the merchant's registered domains over https; for a test merchant also this machine.
    static func allows(_ origin: String, _ merchant: Merchant) -> Bool {
        if let host = dropPrefix("https://", of: origin) {
            return merchant.settings.domains.contains(host.lowercased())
        }
        guard !merchant.live, let host = dropPrefix("http://", of: origin) else { return false }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0] == "localhost" || parts[0] == "127.0.0.1" else {
            return false
        }
        return parts.count == 1 || UInt16(parts[1]) != nil
    }

    /// True if the request comes from a page of this server, such as its documentation.
    static func isOwn(_ origin: String, host: String?) -> Bool {
        let own = dropPrefix("https://", of: origin) ?? dropPrefix("http://", of: origin)
        return own != nil && own?.lowercased() == host?.lowercased()
    }

    static let anyMayRead = [("Access-Control-Allow-Origin", "*")]

    static func headers(for origin: String, of merchant: Merchant) throws -> [(String, String)] {
        guard allows(origin, merchant) else { throw Problem.originNotAllowed }
        return headers(for: origin)
    }

    static func headers(for origin: String) -> [(String, String)] {
        [
            ("Access-Control-Allow-Origin", origin), ("Vary", "Origin"),
            (
                "Access-Control-Expose-Headers",
                "Request-Id, Idempotent-Replayed, Retry-After, RateLimit-Limit, "
                    + "RateLimit-Remaining, RateLimit-Reset, ETag"
            ),
        ]
    }

    static func preflight(for origin: String, methods: String) -> Response {
        Response(
            status: 204,
            headers: headers(for: origin) + [
                ("Access-Control-Allow-Methods", methods),
                (
                    "Access-Control-Allow-Headers",
                    "Authorization, Content-Type, Idempotency-Key, traceparent, Accept-Language, "
                        + "If-None-Match, Last-Event-ID"
                ), ("Access-Control-Max-Age", "600"),
            ])
    }

    private static func dropPrefix(_ prefix: String, of text: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
}

extension Problem {
    static let originNotAllowed = Problem(
        403, "origin_not_allowed",
        "the page's origin is not a registered domain of this merchant; see domains of /v1/merchant"
    )
    static let secretKeyInPage = Problem(
        403, "origin_not_allowed",
        "a secret key must not be used in a web page: revoke it, and send the request from your "
            + "server"
    )
}
