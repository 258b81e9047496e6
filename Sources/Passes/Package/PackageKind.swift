import Archive
import Credentials
import Crypto

/// What Wallet takes: a pass or an order. They are packed alike (contracts 7.3 and 8.3).
package enum PackageKind: Hashable, Sendable {
    case pass, order

    /// The file that says what it is.
    package var document: String {
        switch self {
        case .pass: "pass.json"
        case .order: "order.json"
        }
    }

    /// The texts of a language, in its folder.
    var strings: String {
        switch self {
        case .pass: "pass.strings"
        case .order: "order.strings"
        }
    }

    /// By which the manifest names each file's content: whoever changes Apple's choice is not read.
    func digest(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .pass: SHA1.hash(bytes)
        case .order: SHA256.hash(bytes)
        }
    }

    /// What Apple issues its signer's certificate for.
    package var signer: SignerKind {
        switch self {
        case .pass: .passType
        case .order: .orderType
        }
    }

    /// By the first letters of the type's identifier, as Apple gives them out.
    package init(of typeIdentifier: String) {
        self = typeIdentifier.hasPrefix(SignerKind.orderType.prefix) ? .order : .pass
    }

    /// By the document that is there.
    package init?(of files: [Zip.File]) {
        let documents = Set(files.map(\.path)).intersection(
            [PackageKind.pass, .order].map(\.document))
        guard documents.count == 1 else { return nil }
        self = documents.contains(PackageKind.order.document) ? .order : .pass
    }

    /// As the database spells it.
    var stored: String {
        switch self {
        case .pass: "pass"
        case .order: "order"
        }
    }

    /// In the table of what is global by name.
    var nameKind: String { stored + "_type" }

    /// Together, before they are packed. Wallet takes larger passes, and buyers' connections do not; an order stays below
    /// 5 MB (contracts 8.2).
    package var bytesMax: Int {
        switch self {
        case .pass: 16 << 20
        case .order: 5_000_000
        }
    }

    package static let manifest = "manifest.json"
    package static let signature = "signature"
}
