/// A language as the folders of a pass have it: `fr`, `zh-Hans`.
package struct PassLanguage: Hashable, Sendable {
    package let text: String

    /// Nothing when no folder is called so.
    package init?(_ text: String) {
        guard PackagePath.fault(of: "\(text).lproj/pass.strings") == nil else { return nil }
        self.text = text
    }

    /// Where its texts are: `fr-CA`'s, and otherwise those of `fr`.
    var paths: [String] {
        let whole = text.lowercased()
        let general = whole.prefix { $0 != "-" && $0 != "_" }
        return [whole, String(general)].map { "\($0).lproj/pass.strings" }
    }
}
