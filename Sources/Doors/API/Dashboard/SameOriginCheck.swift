import HTTP
import Merchants
import Vocabulary

/// Checks on the dashboard's requests: browsers also send cookies with requests from other sites'
/// pages.
enum SameOriginCheck {
    /// The header in which the dashboard's pages name their session; no page of another origin can
    /// send it.
    static let header = "Paysheet-Session"

    /// Requires `Sec-Fetch-Site: same-origin` if the browser sends this header, and this server's
    /// `Origin` unless the method is GET.
    static func require(_ request: Request) throws {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin" {
            throw Problem.otherPage
        }
        guard request.method != .get else { return }
        let origins = request.headers.all("Origin")
        guard origins.count == 1, Origins.isOwn(origins[0], host: request.headers["Host"]) else {
            throw Problem.otherPage
        }
    }

    /// Also refuses a page that was opened in another session: it would show one merchant and act
    /// for another.
    static func require(_ request: Request, of session: Session) throws {
        try require(request)
        guard request.headers.all(header) == [session.id.text] else { throw Problem.otherSession }
    }
}

extension Problem {
    static let otherPage = Problem(
        403, "cross_site_request",
        "only the dashboard's own pages can send this request; a proxy must pass on the Host header"
    )
    static let otherSession = Problem(
        403, "other_session", "this page belongs to another session: reload it")
}
