import HTTP
import Merchants

/// The cookie that holds a browser's session.
enum SessionCookie {
    /// The prefix requires TLS, and stops other hosts of the domain from setting it (RFC 6265bis,
    /// 4.1.3.2).
    private static let name = "__Host-paysheet"
    /// A loopback address has no TLS and no other hosts.
    private static let nameOnLoopback = "paysheet"

    /// The session's secret, if the request has exactly one cookie of this name; two would be
    /// ambiguous.
    static func read(_ request: Request) -> SessionSecret? {
        let values = request.headers.cookies(name(for: request))
        return values.count == 1 ? SessionSecret(text: values[0]) : nil
    }

    static func write(_ secret: SessionSecret, for request: Request) -> (String, String) {
        header(secret.text, seconds: Session.secondsMax, request)
    }

    static func forget(for request: Request) -> (String, String) { header("", seconds: 0, request) }

    /// Scripts cannot read the cookie, and browsers do not send it with requests from other sites.
    private static func header(_ value: String, seconds: Int64, _ request: Request) -> (
        String, String
    ) {
        let isSecure = isLoopback(request) ? "" : "; Secure"
        return (
            "Set-Cookie",
            "\(name(for: request))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + isSecure
        )
    }

    private static func name(for request: Request) -> String {
        isLoopback(request) ? nameOnLoopback : name
    }

    /// Decides by the name that the browser used, because browsers store cookies under it.
    private static func isLoopback(_ request: Request) -> Bool {
        guard let host = request.headers["Host"] else { return false }
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        return name == "localhost" || name == "127.0.0.1" || host.hasPrefix("[::1]")
    }
}
