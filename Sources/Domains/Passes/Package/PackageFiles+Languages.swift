import Archive
import JSON

extension PackageFiles {
    /// Warns about texts that phones cannot read, and about texts that some languages lack.
    var languageWarnings: [FieldProblem] {
        let strings = files.filter { $0.path.hasSuffix(".lproj/" + kind.strings) }
            .map { (path: $0.path, strings: PassStrings($0.bytes)) }
        let all = strings.reduce(into: Set<String>()) { $0.formUnion($1.strings?.keys ?? []) }
        return strings.compactMap { path, strings in
            guard let strings else {
                return FieldProblem(
                    pointer: "", code: "unreadable",
                    detail:
                        "\(path) cannot be read: it must have lines such as \"key\" = \"text\"; in "
                        + "UTF-8, or in UTF-16 with a byte order mark"
                )
            }
            let missing = all.subtracting(strings.keys).count
            return missing == 0
                ? nil
                : FieldProblem(
                    pointer: "", code: "untranslated",
                    detail: "\(path): \(missing) texts that other languages have are missing")
        }
    }
}
