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

    /// The addresses for phones. Without a URL of its own the server cannot be reached by phones.
    var wallet: PublicURLs { PublicURLs(url.withLock { $0 } ?? "http://localhost") }
}
