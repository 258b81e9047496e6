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

    /// By which the manifest names each file's content: whoever changes Apple's choice is not read.
    func digest(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .pass: SHA1.hash(bytes)
        case .order: SHA256.hash(bytes)
        }
    }

    /// What Apple issues its signer's certificate for.
    var signer: SignerKind {
        switch self {
        case .pass: .passType
        case .order: .orderType
        }
    }

    package static let manifest = "manifest.json"
    package static let signature = "signature"
}
