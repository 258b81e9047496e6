import Archive
import JSON

/// The form that Wallet shows a buyer before it adds a pass: personalization.json and the logo
/// above it. A pure rule.
struct PersonalizationForm: Sendable {
    let fields: Set<PersonalizationField>

    static let path = "personalization.json"
    private static let logos = ["", "@2x", "@3x"].map { "personalizationLogo\($0).png" }
    /// Enough for terms of a page or two; Wallet shows them in a small window.
    private static let termsMax = 65_536

    /// Returns whether a file belongs to the form, in any language: a personalized pass omits these
    /// files.
    static func has(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name == Self.path || logos.contains(name)
    }

    /// Reads the form of a template.
    ///
    /// - Returns: nil if the form is invalid.
    init?(reading document: [UInt8], problems: Problems) {
        guard let node = try? Document.parse(document).root else {
            problems.add("", "invalid_json", "not a JSON object")
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

    /// Returns the faults of the form in a template's files.
    static func faults(of files: PackageFiles) -> [TemplateFault] {
        let misplaced = files.files.map(\.path).filter { $0.hasSuffix("/" + path) }
        var faults = misplaced.map {
            TemplateFault.form(
                $0,
                FieldProblem(
                    pointer: "", code: "invalid_files", detail: "must be in the root folder"))
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
                        detail:
                            "required: Wallet shows this logo of 150 by 40 points above the form, "
                            + "and no form without it"
                    )))
        }
        return faults
    }

    /// Returns warnings about parts of the form that Wallet shows differently than intended.
    static func warnings(of files: PackageFiles, _ pass: Node) -> [FieldProblem] {
        if files[path] == nil {
            guard files.files.contains(where: { has($0.path) }) else { return [] }
            return [
                FieldProblem(
                    pointer: "", code: "not_shown",
                    detail: "personalizationLogo is only shown above a form, but \(path) is missing"
                )
            ]
        }
        guard pass["nfc"] == nil else { return [] }
        return [
            FieldProblem(
                pointer: "/nfc", code: "not_shown",
                detail:
                    "Wallet shows the form only for passes with nfc; single passes can set their "
                    + "own"
            )
        ]
    }
}
