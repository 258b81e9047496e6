import JSON

extension CheckPass {
    /// Pictures that are there in one size only, and those that this style never shows.
    func pictures(of style: PassStyle) {
        let names = Set(paths.compactMap(Self.picture))
        for name in names.sorted() {
            let (folder, base) = Self.parts(of: name)
            for size in ["@2x", "@3x"] where !paths.contains("\(name)\(size).png") {
                warnings.add(
                    "", "blurred", "\(name)\(size).png is missing: phones enlarge a smaller one")
            }
            if Self.known.contains(base), !style.pictures.contains(base) {
                warnings.add(
                    "", "not_shown", "\(folder)\(base) is no picture of a \(style.rawValue)")
            }
        }
        if style == .eventTicket, names.contains("strip"),
            names.contains("background") || names.contains("thumbnail")
        {
            warnings.add("", "not_shown", "a ticket has a strip, or background and thumbnail")
        }
    }

    private static let known: Set<String> = ["strip", "background", "thumbnail", "footer"]

    /// The path of a picture without its size and its ending.
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
