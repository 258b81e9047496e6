import Passes
import Synchronization

/// What the outside calls this server.
final class PublicAddress: Sendable {
    private let url: Mutex<String?>

    init(_ config: Config) { url = Mutex(config.shownURL) }

    /// The kernel has chosen a port, which nobody could name before.
    func listens(at url: String) {
        self.url.withLock { $0 = $0 ?? url }
    }

    /// Where phones find it. Without an address of its own it is on no phone's way.
    var wallet: WalletAddress { WalletAddress(url.withLock { $0 } ?? "http://localhost") }
}
