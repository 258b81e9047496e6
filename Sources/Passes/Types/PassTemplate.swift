import Archive
import JSON
import Vocabulary

/// What all passes or orders of a type share: a designer's folder, whose pass.json or order.json is whole but for what each has of its own.
package struct PassTemplate: Sendable {
    package let package: PackageFiles
    /// Of passes.
    package let style: PassStyle?
    /// By which values are set, in the order of the document.
    package let fieldKeys: [String]
    package let warnings: [FieldProblem]

    package static let limits = Zip.Limits(
        filesMax: PackageFiles.filesMax, bytesMax: PackageFiles.bytesMax)

    /// - Parameter archive: the folder as zip; the files are in its root.
    /// - Throws: `PassesRefusal.badTemplate` with all that is wrong.
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
            document = try Document.parse(package[type.kind.document] ?? [])
        } catch {
            throw PassesRefusal.badTemplate([.noJSON(error)], of: type.kind)
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
        guard let whole = try? Document.parse(sample) else { throw UnreadablePass() }
        let check = CheckPass(besides: package.files.map(\.path), at: now)
        let identity = check(whole.root)
        var faults = check.problems.all.map { TemplateFault.document($0) }
        if let other = document.root["passTypeIdentifier"], other.string != type.identifier {
            faults.append(.otherType)
        }
        faults += PersonalizationForm.faults(of: package)
        guard faults.isEmpty, let style = identity?.style else {
            throw PassesRefusal.badTemplate(faults, of: type.kind)
        }
        let fields = Self.fields(of: style, in: document.root)
        self.init(
            package: package, style: style, fieldKeys: fields.map(\.key),
            warnings: package.warnings + check.warnings.all
                + Self.overridden(Self.own.dropFirst(), in: document.root)
                + PersonalizationForm.warnings(of: package, document.root)
                + fields.filter { !$0.tells }.map {
                    FieldProblem(
                        pointer: $0.pointer, code: "silent",
                        detail: "without a changeMessage phones show no message when it changes")
                })
    }

    /// As it is shown, in JSON.
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

    /// What each pass is given here, whatever the template says.
    static let own = [
        "passTypeIdentifier", "teamIdentifier", "serialNumber", "webServiceURL",
        "authenticationToken", "voided",
    ]

    /// The document as a pass would have it.
    private static func sample(_ root: Node, of type: PassType) -> [UInt8] {
        guard root.kind == .object else { return Writer.value { root.write(to: &$0) } }
        return Writer.write { writer in
            writer.member("passTypeIdentifier", type.identifier)
            writer.member("teamIdentifier", "TEAM")
            writer.member("serialNumber", "1")
            for (key, value) in root.members where !own.contains(key) {
                writer.key(dynamic: key)
                value.write(to: &writer)
            }
        }
    }

    /// - Parameter own: what is not the template's to say.
    static func overridden(_ own: some Sequence<String>, in root: Node) -> [FieldProblem] {
        own.filter { root[$0] != nil }.map {
            FieldProblem(
                pointer: "/" + $0, code: "overridden", detail: "each one is given its own")
        }
    }

    private static func fields(
        of style: PassStyle, in root: Node
    ) -> [(key: String, pointer: String, tells: Bool)] {
        guard let content = root[style.rawValue] else { return [] }
        return FieldGroup.allCases.flatMap { group in
            (content[group.rawValue]?.elements).map(Array.init)?.enumerated().compactMap {
                index, field in
                guard let key = field["key"]?.string else { return nil }
                return (
                    key, "/\(style.rawValue)/\(group.rawValue)/\(index)",
                    field["changeMessage"] != nil || group == .back
                )
            } ?? []
        }
    }
}

/// What is wrong with a template.
package enum TemplateFault: Equatable, Sendable {
    case archive(Zip.Fault)
    case file(PackageFiles.Fault)
    case enclosed(folder: String)
    /// What is wrong with it as JSON.
    case noJSON(JSONSyntaxError)
    /// A member of pass.json.
    case document(FieldProblem)
    /// A file of the form that Wallet shows a buyer.
    case form(String, FieldProblem)
    /// pass.json is of another pass type.
    case otherType
}
