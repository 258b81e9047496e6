/// Where phones and buyers find this server.
package struct WalletAddress: Sendable {
    private let base: String

    /// - Parameter base: without a slash at its end.
    package init(_ base: String) { self.base = base }

    package var isSecure: Bool { base.hasPrefix("https://") }

    /// Phones write `/v1` behind it.
    var passes: String { base + "/passkit" }
    package var orders: String { base + "/orders" }

    /// Where a shared order's page is.
    package func url(ofShared token: String) -> String { "\(base)/s/\(token)" }

    /// Where a file of this server's pages is, by its path.
    package func url(ofFile path: String) -> String { base + path }

    /// Where a buyer gets a pass.
    package func url(of link: PassLink) -> String { "\(base)/wallet/\(link.text)" }
}
