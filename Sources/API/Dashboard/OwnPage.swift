import HTTP
import Merchants
import Vocabulary

/// What a request with a cookie must show: browsers send cookies along with requests that somebody
/// else's page has made.
enum OwnPage {
    /// The header in which the dashboard's pages name their session; no other page can send it.
    static let header = "Paysheet-Session"

    /// Refuses what does not come from a page of this very server.
    static func demand(_ request: Request) throws {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin" {
            throw Problem.otherPage
        }
        guard request.method != .get else { return }
        let origins = request.headers.all("Origin")
        guard origins.count == 1, Origins.isOwn(origins[0], host: request.headers["Host"]) else {
            throw Problem.otherPage
        }
    }

    /// A page that was opened in another session would show one merchant and act for another.
    static func demand(_ request: Request, of session: Session) throws {
        try demand(request)
        guard request.headers.all(header) == [session.id.text] else { throw Problem.otherSession }
    }
}

extension Problem {
    static let otherPage = Problem(
        403, "cross_site_request",
        "only the dashboard's own pages may ask this; behind a proxy, pass the Host header on")
    static let otherSession = Problem(
        403, "other_session", "this page belongs to another session: reload it")
}
