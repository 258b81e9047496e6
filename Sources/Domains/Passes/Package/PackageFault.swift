import Archive
import Credentials
import JSON

/// The reason why a phone refuses a package. Phones show no error: the pass does not appear.
package enum PackageFault: Hashable, Sendable {
    case archive(Zip.Fault)
    /// The file is a bundle of this number of passes.
    case bundle(Int)
    /// The files are in this folder instead of the root.
    case enclosed(folder: String)
    case files(PackageFiles.Fault)
    case noManifest
    /// The manifest is not an object of strings.
    case badManifest
    /// The manifest does not list this file.
    case unlisted(String)
    /// The manifest lists a file that is missing.
    case absent(String)
    /// The digest of this file differs from the manifest's.
    case changed(String)
    case noSignature
    /// The signature is not a detached signature with its signer's certificate.
    case badSignature
    /// The signature is for another manifest.
    case signatureMismatch
    case noSigningTime
    /// The signature does not include the certificate that issued the signer's.
    case noIntermediate
    case signer(SignerFault)
    /// The document is not valid JSON.
    case invalidJSON(JSONSyntaxError)
    /// The document begins with a byte order mark.
    case byteOrderMark
    /// A member of the document breaks a rule.
    case document(pointer: String, detail: String)
    /// The document names another pass type than the certificate.
    case typeMismatch(document: String, certificate: String)
    case teamMismatch(document: String, certificate: String)
}

extension PackageFault {
    package func explanation(of kind: PackageKind) -> String {
        switch self {
        case .archive(let fault): fault.explanation
        case .bundle(1): "this is a bundle of one pass (.pkpasses): unpack it and verify the pass"
        case .bundle(let count):
            "this is a bundle of \(count) passes (.pkpasses): unpack it and verify each pass"
        case .enclosed(let folder):
            "all files are inside the folder \(folder): pack its contents, not the folder itself"
        case .files(let fault): fault.explanation(of: kind)
        case .noManifest: "manifest.json is missing"
        case .badManifest: "manifest.json is not an object of paths and digests"
        case .unlisted(let path): "\(path) is not in manifest.json"
        case .absent(let path): "manifest.json lists \(path), which is missing"
        case .changed(let path): "\(path) does not match its digest in manifest.json"
        case .noSignature: "the file signature is missing"
        case .badSignature:
            "the file signature is not a detached CMS signature with its signer's certificate"
        case .signatureMismatch: "the signature does not match manifest.json"
        case .noSigningTime: "the signature has no signing time"
        case .noIntermediate:
            "the signature lacks Apple's intermediate certificate, which issued the signer's "
                + "certificate"
        case .signer(let fault): fault.explanation
        case .invalidJSON(let error): "\(kind.document)\(error.explanation)"
        case .byteOrderMark:
            "\(kind.document) begins with a byte order mark, which JSON must not have (RFC 8259, "
                + "section 8.1)"
        case .document(let pointer, let detail): "\(kind.document)\(pointer): \(detail)"
        case .typeMismatch(let document, let certificate):
            "\(kind.document) has the type \(document), but the certificate has \(certificate)"
        case .teamMismatch(let document, let certificate):
            "\(kind.document) has the team \(document), but the certificate has \(certificate)"
        }
    }
}

extension JSONSyntaxError {
    /// JSON whose meaning RFC 8259 leaves open is not described as invalid.
    fileprivate var explanation: String {
        switch reason {
        case .duplicateKey:
            "\(pointer ?? ""): the object has this name twice, and readers may use either value (RFC 8259, section 4)"
        case .loneSurrogate:
            ": a string has an unpaired surrogate, which phones do not read (RFC 8259, section "
                + "8.2): \(self)"
        case .tooDeep: ": nested too deeply for phones: \(self)"
        case .tooLarge:
            ": too large, or too many numbers beyond the range of a double"
        case .nul: "\(pointer ?? ""): \(self)"
        case .empty, .invalidJSON, .invalidUTF8, .trailingContent: " is not valid JSON: \(self)"
        }
    }
}

extension Zip.Fault {
    package var explanation: String {
        switch self {
        case .noArchive: "not a zip archive, or a damaged one"
        case .tooManyFiles(let most): "the archive has more than \(most) files"
        case .tooLarge(let most): "the archive's files have more than \(most >> 20) MiB in total"
        case .twice: "two files in the archive have the same path"
        case .link(let path): "\(path) is a link, but a package can contain only files"
        case .damaged(let path): "\(path) is damaged"
        case .unreadable(let path):
            "\(path) cannot be unpacked: it requires a password or uses an unsupported compression"
        }
    }
}
