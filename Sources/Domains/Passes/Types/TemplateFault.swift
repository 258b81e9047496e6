import Archive
import JSON

/// A fault of a template.
package enum TemplateFault: Equatable, Sendable {
    case archive(Zip.Fault)
    case file(PackageFiles.Fault)
    case enclosed(folder: String)
    /// The document is not valid JSON.
    case invalidJSON(JSONSyntaxError)
    /// A member of pass.json or order.json breaks a rule.
    case document(FieldProblem)
    /// A file of the form that Wallet shows a buyer breaks a rule.
    case form(String, FieldProblem)
    /// The document names another pass or order type.
    case typeMismatch
}

extension TemplateFault {
    /// The pointer leads into the archive: to a file, and for the document also to the member.
    func problem(of kind: PackageKind) -> FieldProblem {
        switch self {
        case .archive(let fault):
            FieldProblem(pointer: "/archive", code: "invalid_archive", detail: fault.explanation)
        case .file(let fault):
            FieldProblem(
                pointer: "/archive", code: "invalid_files", detail: fault.explanation(of: kind))
        case .enclosed(let folder):
            FieldProblem(
                pointer: "/archive", code: "invalid_files",
                detail: PackageFault.enclosed(folder: folder).explanation(of: kind))
        case .invalidJSON(let error):
            FieldProblem(
                pointer: "/archive/\(kind.document)" + (error.pointer ?? ""), code: "invalid_json",
                detail: error.description)
        case .document(let problem):
            FieldProblem(
                pointer: "/archive/\(kind.document)" + problem.pointer, code: problem.code,
                detail: problem.detail)
        case .form(let path, let problem):
            FieldProblem(
                pointer: "/archive/" + Pointer.escape(path) + problem.pointer, code: problem.code,
                detail: problem.detail)
        case .typeMismatch:
            FieldProblem(
                pointer: "/archive/\(kind.document)/"
                    + (kind == .pass ? "passTypeIdentifier" : "orderTypeIdentifier"),
                code: "conflict",
                detail: "belongs to another type: omit it, the server sets it in each pass"
            )
        }
    }
}
