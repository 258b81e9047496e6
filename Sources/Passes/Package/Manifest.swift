import Archive
import Crypto
import JSON

/// What the signature is over: each file of a package with the digest of its content, in hexadecimal.
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

    /// What a manifest says; nothing when it is not an object of texts.
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
