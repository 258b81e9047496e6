import Archive
import JSON

extension PackageFiles {
    /// Texts that no phone can read, and those that one language has and another lacks.
    var languageWarnings: [FieldProblem] {
        let strings = files.filter { $0.path.hasSuffix(".lproj/" + kind.strings) }
            .map { (path: $0.path, strings: PassStrings($0.bytes)) }
        let all = strings.reduce(into: Set<String>()) { $0.formUnion($1.strings?.keys ?? []) }
        return strings.compactMap { path, strings in
            guard let strings else {
                return FieldProblem(
                    pointer: "", code: "unreadable",
                    detail:
                        "\(path) cannot be read: lines as \"key\" = \"text\"; in UTF-8, or in UTF-16 with its mark"
                )
            }
            let missing = all.subtracting(strings.keys).count
            return missing == 0
                ? nil
                : FieldProblem(
                    pointer: "", code: "untranslated",
                    detail: "\(path): \(missing) texts of other languages are missing")
        }
    }
}
