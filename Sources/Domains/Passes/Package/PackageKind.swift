import Archive
import Credentials
import Crypto

/// The kinds of Wallet packages: passes and orders. Their packaging is the same
/// (docs/rules/apple.md#7.3 and #8.3).
package enum PackageKind: Hashable, Sendable {
    case pass, order

    /// The main document of the package.
    package var document: String {
        switch self {
        case .pass: "pass.json"
        case .order: "order.json"
        }
    }

    /// The file with a language's texts, in the language's folder.
    var strings: String {
        switch self {
        case .pass: "pass.strings"
        case .order: "order.strings"
        }
    }

    /// The digest in the manifest. Apple specifies the algorithm; phones do not accept another one.
    func digest(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .pass: SHA1.hash(bytes)
        case .order: SHA256.hash(bytes)
        }
    }

    /// The kind of certificate that must sign the package.
    package var signer: SignerKind {
        switch self {
        case .pass: .passType
        case .order: .orderType
        }
    }

    /// Determines the kind by the prefix of Apple's type identifier.
    package init(of typeIdentifier: String) {
        self = typeIdentifier.hasPrefix(SignerKind.orderType.prefix) ? .order : .pass
    }

    /// Determines the kind by the main document; returns nil unless there is exactly one.
    package init?(of files: [Zip.File]) {
        let documents = Set(files.map(\.path)).intersection(
            [PackageKind.pass, .order].map(\.document))
        guard documents.count == 1 else { return nil }
        self = documents.contains(PackageKind.order.document) ? .order : .pass
    }

    /// The spelling in the database.
    var stored: String {
        switch self {
        case .pass: "pass"
        case .order: "order"
        }
    }

    /// The kind in the table of globally unique names.
    var nameKind: String { stored + "_type" }

    /// Maximum size of all files before packing. Wallet accepts larger passes, but buyers'
    /// connections are too slow for them; orders must be smaller than 5 MB
    /// (docs/rules/apple.md#8.2).
    package var bytesMax: Int {
        switch self {
        case .pass: 16 << 20
        case .order: 5_000_000
        }
    }

    package static let manifest = "manifest.json"
    package static let signature = "signature"
}
