import Vocabulary

/// The name of a file in a package: in its root, or in the folder of a language. A rule without a file system.
package enum PackagePath {
    /// A name is 255 bytes at most wherever it is unpacked.
    static let bytesMax = 255

    package enum Fault: Error, Hashable, Sendable {
        case empty, tooLong
        /// It leads out of the package or around in it: `..`, `.`, a slash at its begin or end, a backslash.
        case leadsElsewhere
        /// It has a character that no file of Apple's has: what steers a terminal, or a colon.
        case badCharacter
        /// It lies in another folder than `LANGUAGE.lproj`.
        case otherFolder
        /// `manifest.json` and `signature` are made here.
        case ours
    }

    /// Letters are looked at byte by byte: to whoever unpacks it a slash is one whatever mark stands behind it.
    package static func fault(of path: String) -> Fault? {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count <= bytesMax else { return .tooLong }
        guard path.unicodeScalars.allSatisfy(\.isVisible), !bytes.contains(UInt8(ascii: ":")) else {
            return .badCharacter
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !bytes.contains(UInt8(ascii: "\\")),
            parts.allSatisfy({
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.starts(with: "..".utf8)
            })
        else { return .leadsElsewhere }
        switch parts.count {
        case 1:
            // A file system that knows no capitals would take one for the other.
            let name = path.lowercased()
            return name == PackageKind.manifest || name == PackageKind.signature ? .ours : nil
        case 2: return isLanguage(parts[0]) ? nil : .otherFolder
        default: return .otherFolder
        }
    }

    /// Such as `fr.lproj` and `zh-Hans.lproj`.
    private static func isLanguage(_ folder: ArraySlice<UInt8>) -> Bool {
        let ending = Array(".lproj".utf8)
        guard folder.count > ending.count, folder.suffix(ending.count).elementsEqual(ending) else {
            return false
        }
        let name = folder.dropLast(ending.count)
        return 2...35 ~= name.count
            && name.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// What a Mac leaves in folders, and is no part of a pass.
    package static func isLitter(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.first == "__MACOSX"
            || parts.last.map { $0 == ".DS_Store" || $0.hasPrefix("._") } == true
    }
}

extension PackagePath.Fault {
    /// For whoever named the file.
    package var explanation: String {
        switch self {
        case .empty: "a file needs a name"
        case .tooLong: "a name has \(PackagePath.bytesMax) bytes at most"
        case .leadsElsewhere: "a name leads to one place: no `..`, `.` or `\\`, no slash at an end"
        case .badCharacter: "a name has no control characters and no colon"
        case .otherFolder: "a file is in the root, or in a folder such as `fr.lproj`"
        case .ours: "`manifest.json` and `signature` are made when the package is signed"
        }
    }
}
