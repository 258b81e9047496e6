import HTTP
import Merchants

/// The cookie that holds a browser's session.
enum SessionCookie {
    /// The prefix lets no other host of the domain set it (RFC 6265bis, 4.1.3.2), and needs TLS.
    private static let name = "__Host-paysheet"
    /// On this machine there is no TLS, and no other host.
    private static let nameOnLoopback = "paysheet"

    /// The session's secret, if exactly one was sent: of two nobody knows which is the owner's.
    static func read(_ request: Request) -> SessionSecret? {
        let values = request.headers.cookies(name(for: request))
        return values.count == 1 ? SessionSecret(text: values[0]) : nil
    }

    static func write(_ secret: SessionSecret, for request: Request) -> (String, String) {
        header(secret.text, seconds: Session.secondsMax, request)
    }

    static func forget(for request: Request) -> (String, String) { header("", seconds: 0, request) }

    /// No script reads it, and no other site's page has it sent along.
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

    /// By the name that the browser used, because that is what it keeps cookies by.
    private static func isLoopback(_ request: Request) -> Bool {
        guard let host = request.headers["Host"] else { return false }
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        return name == "localhost" || name == "127.0.0.1" || host.hasPrefix("[::1]")
    }
}
