import Archive
import JSON

/// The form that Wallet shows a buyer before it takes a pass: personalization.json and the logo above it. Rules.
struct PersonalizationForm: Sendable {
    let fields: Set<PersonalizationField>

    static let path = "personalization.json"
    private static let logos = ["", "@2x", "@3x"].map { "personalizationLogo\($0).png" }
    /// Terms of a page or two; Wallet shows them in a small window.
    private static let termsMax = 65_536

    /// Whether Wallet takes a file for part of the form, in whatever language: a pass that was personalised goes without.
    static func has(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name == Self.path || logos.contains(name)
    }

    /// The form of a template; what is wrong with it is said by the path of a file.
    ///
    /// - Returns: nothing when the template has none, or a bad one.
    init?(reading document: [UInt8], problems: Problems) {
        guard let node = try? Document.parse(document).root else {
            problems.add("", "invalid_json", "it is no object of JSON")
            return nil
        }
        guard let form = ObjectReader(node, problems: problems) else { return nil }
        let fields = form.choices(
            "requiredPersonalizationFields", of: PersonalizationField.self, minCount: 1,
            maxCount: PersonalizationField.allCases.count, required: true)
        _ = form.string("description", minLength: 1, maxLength: CheckPass.textMax, required: true)
        _ = form.string("termsAndConditions", maxLength: Self.termsMax)
        guard problems.isEmpty, let fields else { return nil }
        self.fields = Set(fields)
    }

    /// What is wrong with the form among a template's files.
    static func faults(of files: PackageFiles) -> [TemplateFault] {
        let misplaced = files.files.map(\.path).filter { $0.hasSuffix("/" + path) }
        var faults = misplaced.map {
            TemplateFault.form(
                $0, FieldProblem(pointer: "", code: "invalid_files", detail: "it is in the root"))
        }
        guard let document = files[path] else { return faults }
        let problems = Problems()
        _ = PersonalizationForm(reading: document, problems: problems)
        faults += problems.all.map { .form(path, $0) }
        if !logos.contains(where: { files[$0] != nil }) {
            faults.append(
                .form(
                    logos[1],
                    FieldProblem(
                        pointer: "", code: "required",
                        detail: "150 by 40 points, above the form: Wallet shows none without")))
        }
        return faults
    }

    /// What Wallet does otherwise than it was meant.
    static func warnings(of files: PackageFiles, _ pass: Node) -> [FieldProblem] {
        if files[path] == nil {
            guard files.files.contains(where: { has($0.path) }) else { return [] }
            return [
                FieldProblem(
                    pointer: "", code: "not_shown",
                    detail: "personalizationLogo is shown above a form only: \(path) is missing")
            ]
        }
        guard pass["nfc"] == nil else { return [] }
        return [
            FieldProblem(
                pointer: "/nfc", code: "not_shown",
                detail: "Wallet shows the form of passes with nfc only; a pass may have its own")
        ]
    }
}
