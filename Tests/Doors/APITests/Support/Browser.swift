import Foundation
import TestSupport

/// A browser on the dashboard: it keeps the cookie, and its page sends the session's identifier.
struct Browser: Sendable {
    let shop: Shop
    let port: UInt16
    var cookie = ""
    var session = ""

    static func open(_ shop: Shop) async throws -> Browser {
        Browser(shop: shop, port: try await TestServer.shared.value.port)
    }

    /// Headers that the browser adds to a request of the dashboard's own page.
    var ownPage: [(String, String)] {
        [("Origin", "http://127.0.0.1:\(port)"), ("Sec-Fetch-Site", "same-origin")]
    }

    mutating func signIn(with key: String? = nil) async throws -> Reply {
        let reply = try await shop.ask(
            as: nil, "POST", "/dashboard/session", #"{"key":"\#(key ?? shop.secretKey)"}"#, ownPage)
        cookie = reply.http["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } ?? ""
        session = reply.string("id") ?? ""
        return reply
    }

    func ask(
        _ method: String, _ path: String, _ json: String? = nil,
        _ headers: [(String, String)]? = nil
    ) async throws -> Reply {
        try await shop.ask(
            as: nil, method, "/dashboard" + path, json,
            (cookie.isEmpty ? [] : [("Cookie", cookie)])
                + (headers ?? ownPage + [("Paysheet-Session", session)]))
    }
}
