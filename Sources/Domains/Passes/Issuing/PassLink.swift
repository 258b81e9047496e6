import Vocabulary

/// A download link for a pass: its holder can get the pass.
package struct PassLink: Sendable {
    package let pass: Pass.ID
    let secret: PassSecret

    package init(to pass: Pass.ID, _ secret: PassSecret) {
        self.pass = pass
        self.secret = secret
    }

    /// Parses the text in a URL; returns nil if it is not a link.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let pass = Pass.ID("\(parts[0])_\(parts[1])"),
            let secret = PassSecret(String(parts[2]))
        else { return nil }
        self.init(to: pass, secret)
    }

    package var text: String { "\(pass.text)_\(secret.text)" }
}
