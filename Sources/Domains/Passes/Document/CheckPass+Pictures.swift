import JSON

extension CheckPass {
    /// Warns about pictures without all sizes, and about pictures that no style of the pass shows.
    func pictures(of styles: [PassStyle]) {
        guard let style = styles.first else { return }
        let shown = styles.reduce(into: Set<String>()) { $0.formUnion($1.pictures) }
        let names = Set(paths.compactMap(Self.picture))
        for name in names.sorted() {
            let (folder, base) = Self.parts(of: name)
            for size in ["@2x", "@3x"] where !paths.contains("\(name)\(size).png") {
                warnings.add(
                    "", "blurred", "\(name)\(size).png is missing: phones enlarge a smaller picture"
                )
            }
            if Self.known.contains(base), !shown.contains(base) {
                warnings.add(
                    "", "not_shown", "a \(style.rawValue) does not show \(folder)\(base)")
            }
        }
        if style == .eventTicket, names.contains("strip"),
            names.contains("background") || names.contains("thumbnail")
        {
            warnings.add(
                "", "not_shown", "a ticket shows either a strip, or background and thumbnail")
        }
    }

    private static let known: Set<String> = ["strip", "background", "thumbnail", "footer"]

    /// Returns the path of a picture without its size suffix and extension.
    private static func picture(_ path: String) -> String? {
        guard path.hasSuffix(".png") else { return nil }
        var name = path.dropLast(4)
        for size in ["@2x", "@3x"] where name.hasSuffix(size) { name = name.dropLast(3) }
        return String(name)
    }

    private static func parts(of name: String) -> (folder: String, base: String) {
        guard let slash = name.lastIndex(of: "/") else { return ("", name) }
        return (String(name[...slash]), String(name[name.index(after: slash)...]))
    }
}
