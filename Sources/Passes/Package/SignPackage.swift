import Archive
import Credentials
import Crypto

/// Makes the file that a phone takes: all files, their manifest, and its signature, packed without a folder around.
package struct SignPackage: Sendable {
    package let identity: SigningIdentity

    package init(by identity: SigningIdentity) { self.identity = identity }

    /// - Parameter seconds: since 1970; under the signature, and on the files.
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
    /// Detached, with the intermediate beside the signer's certificate.
    func signature(over content: [UInt8], at seconds: Int64) -> [UInt8] {
        guard
            let signature = DetachedSignature.sign(
                content, by: certificate, key, with: [intermediate], at: seconds)
        else { preconditionFailure("an identity that was examined does not sign") }
        return signature
    }
}
