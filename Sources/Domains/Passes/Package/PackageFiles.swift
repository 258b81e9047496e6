import Archive
import JSON
import Vocabulary

/// The files of an unsigned package: unique names, in the order of their bytes.
package struct PackageFiles: Sendable {
    package let kind: PackageKind
    package let files: [Zip.File]

    /// More than needed: a pass has a dozen files per language.
    package static let filesMax = 500
    /// The limit of the kind with the larger one.
    package static let bytesMax = PackageKind.pass.bytesMax

    /// Limit for pass.json or order.json; a complete one has a few thousand bytes.
    package static let documentBytesMax = 256 << 10

    package enum Fault: Error, Hashable, Sendable {
        case badName(String, PackagePath.Fault)
        /// Two names are equal, or differ only in case.
        case twice(String)
        case tooMany
        case tooLarge
        /// `pass.json` or `order.json` is missing.
        case noDocument
        case documentTooLarge
        /// Wallet refuses passes without an icon.
        case noIcon
    }

    /// Throws all faults at once.
    package init(_ files: [Zip.File], of kind: PackageKind) throws(Faults) {
        let files = files.filter { !PackagePath.isSystemFile($0.path) }
        var faults: [Fault] = []
        var names: Set<String> = []
        for file in files.prefix(Self.filesMax) {
            if let fault = PackagePath.fault(of: file.path) {
                faults.append(.badName(file.path, fault))
            } else if !names.insert(file.path.lowercased()).inserted {
                faults.append(.twice(file.path))
            }
        }
        if files.count > Self.filesMax { faults.append(.tooMany) }
        if files.reduce(0, { $0 + $1.bytes.count }) > kind.bytesMax { faults.append(.tooLarge) }
        if !files.contains(where: { $0.path == kind.document }) { faults.append(.noDocument) }
        if let document = files.first(where: { $0.path == kind.document }),
            document.bytes.count > Self.documentBytesMax
        {
            faults.append(.documentTooLarge)
        }
        if kind == .pass,
            !files.contains(where: { Self.isIcon($0.path) && Self.isPicture($0.bytes) })
        {
            faults.append(.noIcon)
        }
        guard faults.isEmpty else { throw Faults(all: faults) }
        self.kind = kind
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    package struct Faults: Error, Hashable, Sendable { package let all: [Fault] }

    /// Returns the bytes of a file, or nil if the package lacks it.
    package subscript(path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }

    /// Problems that do not prevent a phone from accepting the package, but from showing parts of
    /// it.
    package var warnings: [FieldProblem] { pictureWarnings + languageWarnings }

    /// Files that are not valid pictures: phones omit them.
    private var pictureWarnings: [FieldProblem] {
        files.filter { $0.path.hasSuffix(".png") && !Self.isPicture($0.bytes) }.map {
            FieldProblem(
                pointer: "", code: "not_shown", detail: "\($0.path) is not a PNG file")
        }
    }

    /// Returns whether bytes begin like a PNG (its specification, 5.2); compares only the bytes
    /// there are.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return !bytes.isEmpty && mark.starts(with: bytes.prefix(mark.count))
    }

    private static func isIcon(_ path: String) -> Bool {
        ["icon.png", "icon@2x.png", "icon@3x.png"].contains(path)
    }
}

extension PackageFiles.Fault {
    /// For the sender of the files.
    package func explanation(of kind: PackageKind) -> String {
        switch self {
        case .badName(let path, let fault): "\(shown(path)): \(fault.explanation)"
        case .twice(let path):
            "\(shown(path)): this path appears twice, or differs from another only in upper and "
                + "lower case"
        case .tooMany: "a package can have at most \(PackageFiles.filesMax) files"
        case .tooLarge: "all files of the package can have at most \(kind.bytesMax) bytes in total"
        case .noDocument: "\(kind.document) is missing"
        case .documentTooLarge:
            "\(kind.document) can have at most \(PackageFiles.documentBytesMax >> 10) KiB"
        case .noIcon: "icon.png is missing or not a PNG: Wallet rejects a pass without it"
        }
    }

    /// A refused name may contain terminal control sequences.
    private func shown(_ path: String) -> String {
        String(path.prefix(60)).printable
    }
}
