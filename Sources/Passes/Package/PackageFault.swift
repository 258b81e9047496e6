import Archive
import Credentials
import JSON

/// Why a phone does not take a package. It says nothing to anybody: the pass is not there.
package enum PackageFault: Hashable, Sendable {
    case archive(Zip.Fault)
    /// It is a bundle of so many passes.
    case bundle(Int)
    /// All files are in this folder, instead of the root.
    case enclosed(folder: String)
    case files(PackageFiles.Fault)
    case noManifest
    /// It is no object of texts.
    case badManifest
    /// This file is not in the manifest.
    case unlisted(String)
    /// The manifest lists a file that is not there.
    case absent(String)
    /// This file is another than the manifest says.
    case changed(String)
    case noSignature
    /// It is no detached signature with the certificate of its signer.
    case badSignature
    /// It is another manifest's.
    case otherSignature
    case noSigningTime
    /// The certificate that has issued the signer's did not come along.
    case noIntermediate
    case signer(SignerFault)
    /// The document is no JSON.
    case noJSON(JSONSyntaxError)
    /// A member of the document breaks a rule.
    case document(pointer: String, detail: String)
    /// The document names another pass type than the certificate.
    case otherType(document: String, certificate: String)
    case otherTeam(document: String, certificate: String)
}

extension PackageFault {
    package func explanation(of kind: PackageKind) -> String {
        switch self {
        case .archive(let fault): fault.explanation
        case .bundle(let count):
            "it is a bundle of \(count) passes (.pkpasses), as Safari offers several at once: unpack it, and look at each"
        case .enclosed(let folder):
            "all files are inside the folder \(folder): pack its contents, not the folder"
        case .files(let fault): fault.explanation(of: kind)
        case .noManifest: "manifest.json is missing"
        case .badManifest: "manifest.json is no object of paths and digests"
        case .unlisted(let path): "\(path) is not in manifest.json"
        case .absent(let path): "manifest.json lists \(path), which is not there"
        case .changed(let path): "\(path) is another file than manifest.json says"
        case .noSignature: "the file signature is missing"
        case .badSignature:
            "the file signature is no detached CMS signature with its signer's certificate"
        case .otherSignature: "the signature is not this manifest.json's"
        case .noSigningTime: "the signature does not say when it was made"
        case .noIntermediate:
            "the signature comes without Apple's intermediate certificate, which has issued its signer's"
        case .signer(let fault): fault.explanation
        case .noJSON(let error): "\(kind.document) is no JSON: \(error)"
        case .document(let pointer, let detail): "\(kind.document)\(pointer): \(detail)"
        case .otherType(let document, let certificate):
            "\(kind.document) is of \(document), and the certificate of \(certificate)"
        case .otherTeam(let document, let certificate):
            "\(kind.document) is of the team \(document), and the certificate of \(certificate)"
        }
    }
}

extension Zip.Fault {
    package var explanation: String {
        switch self {
        case .noArchive: "it is no zip archive, or a broken one"
        case .tooManyFiles(let most): "it has more than \(most) files"
        case .tooLarge(let most): "its files have more than \(most >> 20) MiB together"
        case .twice: "two files in it have one path"
        case .link(let path): "\(path) is a link, and a package has files only"
        case .damaged(let path): "\(path) is damaged"
        case .unreadable(let path):
            "\(path) cannot be unpacked: it takes a password, or is packed in a rare way"
        }
    }
}
