/// A language as in the folder names of a pass: `fr`, `zh-Hans`.
package struct PassLanguage: Hashable, Sendable {
    package let text: String

    /// Returns nil if the text is not valid in a folder name.
    package init?(_ text: String) {
        guard PackagePath.fault(of: "\(text).lproj/pass.strings") == nil else { return nil }
        self.text = text
    }

    /// Paths of the language's texts: those of `fr-CA`, then those of `fr`.
    var paths: [String] {
        let whole = text.lowercased()
        let general = whole.prefix { $0 != "-" && $0 != "_" }
        return [whole, String(general)].map { "\($0).lproj/pass.strings" }
    }
}
