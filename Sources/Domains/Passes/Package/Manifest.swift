import Archive
import Crypto
import JSON

/// The signed content of a package: the path of each file with the digest of its bytes, in
/// hexadecimal.
enum Manifest {
    /// - Parameter files: in order, without manifest and signature.
    static func write(_ files: [Zip.File], of kind: PackageKind) -> [UInt8] {
        Writer.write(capacity: 64 * (files.count + 1)) { writer in
            for file in files {
                writer.key(dynamic: file.path)
                writer.value(Hex.encode(kind.digest(file.bytes)))
            }
        }
    }

    /// Returns the digests by path, or nil if the manifest is not an object of strings.
    static func read(_ bytes: [UInt8]) -> [String: String]? {
        guard let root = (try? Document.parse(bytes))?.root, root.kind == .object else {
            return nil
        }
        var digests: [String: String] = [:]
        for (path, node) in root.members {
            guard let digest = node.string else { return nil }
            digests[path] = digest
        }
        return digests
    }
}
