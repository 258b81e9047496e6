/// The public URLs of this server for phones and buyers.
package struct PublicURLs: Sendable {
    private let base: String

    /// - Parameter base: without a trailing slash.
    package init(_ base: String) { self.base = base }

    package var isSecure: Bool { base.hasPrefix("https://") }

    /// Phones append `/v1`.
    var passes: String { base + "/passkit" }
    package var orders: String { base + "/orders" }

    /// URL of a shared order's page.
    package func url(ofShared token: String) -> String { "\(base)/s/\(token)" }

    /// URL of a static file of this server's pages, by its path.
    package func url(ofFile path: String) -> String { base + path }

    /// URL at which a buyer downloads a pass.
    package func url(of link: PassLink) -> String { "\(base)/wallet/\(link.text)" }
}
