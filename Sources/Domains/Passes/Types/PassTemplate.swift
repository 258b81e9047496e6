import Archive
import JSON
import Vocabulary

/// The common part of all passes or orders of a type: a designer's folder whose pass.json or
/// order.json is complete except for the individual values.
package struct PassTemplate: Sendable {
    package let package: PackageFiles
    /// The style of passes; nil for orders.
    package let style: PassStyle?
    /// Keys by which a pass sets field values, in the order of the document.
    package let fieldKeys: [String]
    package let warnings: [FieldProblem]

    package static let limits = Zip.Limits(
        filesMax: PackageFiles.filesMax, bytesMax: PackageFiles.bytesMax)

    /// - Parameter archive: the folder as a ZIP archive, with the files in its root.
    /// - Throws: `PassesRefusal.badTemplate` with all faults.
    package init(reading archive: [UInt8], of type: PassType, at now: Instant) throws {
        let files: [Zip.File]
        do {
            files = try Zip.read(archive, Self.limits)
        } catch {
            throw PassesRefusal.badTemplate([.archive(error)], of: type.kind)
        }
        try self.init(files, of: type, at: now)
    }

    package init(_ files: [Zip.File], of type: PassType, at now: Instant) throws {
        if let folder = VerifyPackage.enclosing(files, of: type.kind) {
            throw PassesRefusal.badTemplate([.enclosed(folder: folder)], of: type.kind)
        }
        let package: PackageFiles
        do {
            package = try PackageFiles(files, of: type.kind)
        } catch {
            throw PassesRefusal.badTemplate(error.all.map { .file($0) }, of: type.kind)
        }
        let document: Document
        do {
            let bytes = package[type.kind.document] ?? []
            document =
                switch type.kind {
                case .pass: try PassJSON.parse(bytes)
                case .order: try Document.parse(bytes)
                }
        } catch {
            throw PassesRefusal.badTemplate([.invalidJSON(error)], of: type.kind)
        }
        switch type.kind {
        case .pass: try self.init(pass: document, package, of: type, at: now)
        case .order: try self.init(order: document, package, of: type)
        }
    }

    init(
        package: PackageFiles, style: PassStyle? = nil, fieldKeys: [String] = [],
        warnings: [FieldProblem]
    ) {
        self.package = package
        self.style = style
        self.fieldKeys = fieldKeys
        self.warnings = warnings
    }

    private init(
        pass document: Document, _ package: PackageFiles, of type: PassType, at now: Instant
    ) throws {
        let sample = Self.sample(document.root, of: type)
        guard let whole = try? Document.parse(sample, takesNUL: true) else {
            throw UnreadablePass()
        }
        let check = CheckPass(besides: package.files.map(\.path), at: now)
        let identity = check(whole.root)
        var faults = check.problems.all.map { TemplateFault.document($0) }
        if let other = document.root["passTypeIdentifier"], other.string != type.identifier {
            faults.append(.typeMismatch)
        }
        faults += PersonalizationForm.faults(of: package)
        guard faults.isEmpty, let style = identity?.style else {
            throw PassesRefusal.badTemplate(faults, of: type.kind)
        }
        let styles = PassStyle.allCases.filter { document.root[$0.rawValue] != nil }
        let fields = Self.fields(of: styles, in: document.root)
        var keys: Set<String> = []
        self.init(
            package: package, style: style,
            fieldKeys: fields.map(\.key).filter { keys.insert($0).inserted },
            warnings: package.warnings + check.warnings.all
                + Self.overridden(Self.serverMembers.dropFirst(), in: document.root)
                + PersonalizationForm.warnings(of: package, document.root)
                + fields.filter { !$0.notifiesOnChange }.map {
                    FieldProblem(
                        pointer: $0.pointer, code: "silent",
                        detail:
                            "without a changeMessage, phones show no message when this field "
                            + "changes"
                    )
                })
    }

    /// A summary for display, in JSON.
    var summary: [UInt8] {
        Writer.write { writer in
            if let style {
                writer.member("style", style.rawValue)
                writer.member("fields", fieldKeys)
            }
            writer.array("files", package.files) { file, writer in
                writer.object {
                    $0.member("path", file.path)
                    $0.member("bytes", file.bytes.count)
                }
            }
            writer.array("warnings", warnings) { $0.write(to: &$1) }
        }
    }

    /// Members that the server sets for each pass; those of the template are ignored.
    static let serverMembers = [
        "passTypeIdentifier", "teamIdentifier", "serialNumber", "webServiceURL",
        "authenticationToken", "voided",
    ]

    /// Returns a complete sample document, as a pass would have it.
    private static func sample(_ root: Node, of type: PassType) -> [UInt8] {
        guard root.kind == .object else { return Writer.value { root.write(to: &$0) } }
        return Writer.write { writer in
            writer.member("passTypeIdentifier", type.identifier)
            writer.member("teamIdentifier", "TEAM")
            writer.member("serialNumber", "1")
            for (key, value) in root.members where !serverMembers.contains(key) {
                writer.key(dynamic: key)
                value.write(to: &writer)
            }
        }
    }

    /// - Parameter serverMembers: members that the template cannot set.
    static func overridden(_ serverMembers: some Sequence<String>, in root: Node) -> [FieldProblem]
    {
        serverMembers.filter { root[$0] != nil }.map {
            FieldProblem(
                pointer: "/" + $0, code: "overridden",
                detail: "ignored: the server sets this member in each pass")
        }
    }

    /// A field of a style. A poster and the style that it replaces may use the same keys.
    struct Field {
        let key: String
        let pointer: String
        let field: Node
        let group: FieldGroup

        /// True if phones show a notification when the field changes.
        var notifiesOnChange: Bool { field["changeMessage"] != nil || group == .back }
    }

    static func fields(of styles: [PassStyle], in root: Node) -> [Field] {
        var all: [Field] = []
        for style in styles {
            for group in FieldGroup.allCases {
                let fields = root[style.rawValue]?[group.rawValue]?.elements.map { $0 } ?? []
                for (index, field) in fields.enumerated() {
                    guard let key = field["key"]?.string else { continue }
                    let pointer = "/\(style.rawValue)/\(group.rawValue)/\(index)"
                    all.append(Field(key: key, pointer: pointer, field: field, group: group))
                }
            }
        }
        return all
    }
}
