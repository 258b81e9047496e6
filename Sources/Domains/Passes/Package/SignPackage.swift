import Archive
import Credentials
import Crypto

/// Creates the package for a phone: all files, their manifest and its signature, in a ZIP archive
/// without an enclosing folder.
package struct SignPackage: Sendable {
    package let identity: SigningIdentity

    package init(by identity: SigningIdentity) { self.identity = identity }

    /// - Parameter seconds: since 1970; the signing time, and the time of the files.
    package func callAsFunction(_ package: PackageFiles, at seconds: Int64) -> [UInt8] {
        let manifest = Manifest.write(package.files, of: package.kind)
        let signature = identity.signature(over: manifest, at: seconds)
        return Zip.write(
            package.files + [
                Zip.File(PackageKind.manifest, manifest),
                Zip.File(PackageKind.signature, signature),
            ], at: seconds)
    }
}

extension SigningIdentity {
    /// A detached signature that includes the signer's certificate and the intermediate.
    func signature(over content: [UInt8], at seconds: Int64) -> [UInt8] {
        guard
            let signature = DetachedSignature.sign(
                content, by: certificate, key, with: [intermediate], at: seconds)
        else { preconditionFailure("a verified identity cannot sign") }
        return signature
    }
}
