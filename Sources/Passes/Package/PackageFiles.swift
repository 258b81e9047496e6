import Archive
import JSON
import Vocabulary

/// The files of a package before it is signed: each name once, in the order of their bytes.
package struct PackageFiles: Sendable {
    package let kind: PackageKind
    package let files: [Zip.File]

    /// As many as nobody needs: a pass has a dozen for each language.
    package static let filesMax = 500
    /// Of either kind.
    package static let bytesMax = PackageKind.pass.bytesMax

    /// Of pass.json or order.json: a whole one has a few thousand.
    package static let documentBytesMax = 256 << 10

    package enum Fault: Error, Hashable, Sendable {
        case badName(String, PackagePath.Fault)
        /// Two files have names that are one where capitals are not told apart.
        case twice(String)
        case tooMany
        case tooLarge
        /// `pass.json` or `order.json`.
        case noDocument
        case documentTooLarge
        /// Wallet refuses a pass without one.
        case noIcon
    }

    /// All that is wrong is told at once.
    package init(_ files: [Zip.File], of kind: PackageKind) throws(Faults) {
        let files = files.filter { !PackagePath.isLitter($0.path) }
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

    /// What is in one of them.
    package subscript(path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }

    /// What a phone takes and does not show.
    package var warnings: [FieldProblem] { pictureWarnings + languageWarnings }

    /// Pictures that are none: a phone leaves them out.
    private var pictureWarnings: [FieldProblem] {
        files.filter { $0.path.hasSuffix(".png") && !Self.isPicture($0.bytes) }.map {
            FieldProblem(
                pointer: "", code: "not_shown", detail: "\($0.path) does not begin as a PNG does")
        }
    }

    /// Whether bytes begin as those of a PNG (its specification, 5.2), as far as there are any.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return !bytes.isEmpty && mark.starts(with: bytes.prefix(mark.count))
    }

    private static func isIcon(_ path: String) -> Bool {
        ["icon.png", "icon@2x.png", "icon@3x.png"].contains(path)
    }
}

extension PackageFiles.Fault {
    /// For whoever brought the files.
    package func explanation(of kind: PackageKind) -> String {
        switch self {
        case .badName(let path, let fault): "\(shown(path)): \(fault.explanation)"
        case .twice(let path): "\(shown(path)): it is there twice, or only capitals differ"
        case .tooMany: "a package has \(PackageFiles.filesMax) files at most"
        case .tooLarge: "all files of it together have \(kind.bytesMax) bytes at most"
        case .noDocument: "\(kind.document) is missing"
        case .documentTooLarge:
            "\(kind.document) has \(PackageFiles.documentBytesMax >> 10) KiB at most"
        case .noIcon: "icon.png is missing or no PNG: Wallet refuses a pass without one"
        }
    }

    /// A name that was refused may steer a terminal.
    private func shown(_ path: String) -> String {
        String(path.prefix(60)).visible
    }
}
