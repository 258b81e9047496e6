import Vocabulary

/// The path of a file in a package: in the root, or in a language's folder. A rule without a file
/// system.
package enum PackagePath {
    /// A common file name limit on the systems that unpack the package.
    static let bytesMax = 255

    package enum Fault: Error, Hashable, Sendable {
        case empty, tooLong
        /// The path leads outside the package, or is not canonical: `..`, `.`, a slash at either
        /// end, a backslash.
        case pathTraversal
        /// The path contains a character that Apple's files never have: a terminal control
        /// character or a colon.
        case badCharacter
        /// The file is in another folder than `LANGUAGE.lproj`.
        case otherFolder
        /// The server creates `manifest.json` and `signature` itself.
        case reserved
    }

    /// Checks bytes instead of characters: programs that unpack the file treat a slash as a
    /// separator even if a combining mark follows.
    package static func fault(of path: String) -> Fault? {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count <= bytesMax else { return .tooLong }
        guard path.unicodeScalars.allSatisfy(\.isPrintable), !bytes.contains(UInt8(ascii: ":"))
        else {
            return .badCharacter
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !bytes.contains(UInt8(ascii: "\\")),
            parts.allSatisfy({
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.starts(with: "..".utf8)
            })
        else { return .pathTraversal }
        switch parts.count {
        case 1:
            // A case-insensitive file system would confuse the two.
            let name = path.lowercased()
            return name == PackageKind.manifest || name == PackageKind.signature ? .reserved : nil
        case 2: return isLanguage(parts[0]) ? nil : .otherFolder
        default: return .otherFolder
        }
    }

    /// Matches folders such as `fr.lproj` and `zh-Hans.lproj`.
    private static func isLanguage(_ folder: ArraySlice<UInt8>) -> Bool {
        let ending = Array(".lproj".utf8)
        guard folder.count > ending.count, folder.suffix(ending.count).elementsEqual(ending) else {
            return false
        }
        let name = folder.dropLast(ending.count)
        return 2...35 ~= name.count
            && name.allSatisfy { byte in
                byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// Files that macOS adds to folders and archives, which are not part of a pass.
    package static func isSystemFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.first == "__MACOSX"
            || parts.last.map { $0 == ".DS_Store" || $0.hasPrefix("._") } == true
    }
}

extension PackagePath.Fault {
    /// For the sender of the file.
    package var explanation: String {
        switch self {
        case .empty: "a file must have a name"
        case .tooLong: "a path can have at most \(PackagePath.bytesMax) bytes"
        case .pathTraversal:
            "a path must not contain `..`, `.` or `\\`, or begin or end with a slash"
        case .badCharacter: "a path must not contain control characters or colons"
        case .otherFolder: "a file must be in the root folder or in a folder such as `fr.lproj`"
        case .reserved:
            "`manifest.json` and `signature` are created when the package is signed: leave them out"
        }
    }
}
