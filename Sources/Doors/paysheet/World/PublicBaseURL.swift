import Passes
import Threads

/// The URL at which clients find this server.
final class PublicBaseURL: Sendable {
    private let url: Locked<String?>

    init(_ config: Config) { url = Locked(config.shownURL) }

    /// Sets the URL once the kernel has chosen a port; a URL that is known already stays.
    func listens(at url: String) {
        self.url.withLock { $0 = $0 ?? url }
    }

    /// The URLs for phones and buyers. Without a public URL they name the address at which the
    /// server listens, and until that is known localhost, which no phone can reach.
    var urls: PublicURLs { PublicURLs(url.withLock { $0 } ?? "http://localhost") }
}
