import Archive
import Credentials
import Crypto
import Foundation
import Passes
import TestSupport
import Testing

/// The files of a coffee card, and the identity that signs it.
enum PassScene {
    static let document = """
        {"formatVersion":1,"passTypeIdentifier":"pass.example.toast","teamIdentifier":"TOAST12345",
         "serialNumber":"0001","organizationName":"Toast","description":"A card for toast",
         "storeCard":{"primaryFields":[{"key":"balance","label":"Left","value":25,"currencyCode":"USD"}]},
         "barcodes":[{"format":"PKBarcodeFormatQR","message":"0001","messageEncoding":"iso-8859-1"}]}
        """

    /// The document, one language's texts, and icons that are only the first bytes of a PNG.
    static let files: [Zip.File] =
        [
            Zip.File("pass.json", Array(document.utf8)),
            Zip.File("fr.lproj/pass.strings", Array("\"Left\" = \"Reste\";\n".utf8)),
        ] + ["", "@2x", "@3x"].map { Zip.File("icon\($0).png", [0x89, 0x50, 0x4E, 0x47]) }

    static func package(_ files: [Zip.File] = files) throws -> PackageFiles {
        try PackageFiles(files, of: .pass)
    }

    static func identity(
        _ name: String = "pass", by intermediate: String = "relations"
    ) throws -> SigningIdentity {
        let forge = try PassForge.shared.get()
        let examine = ExamineSigner(
            .passType, under: Issuer(try forge.certificate("root")), at: PassScene.now)
        switch examine(
            try forge.certificate(name), try forge.key(name), try forge.certificate(intermediate))
        {
        case .good(let identity): return identity
        case .bad(let faults): throw Bad(faults: faults)
        }
    }

    struct Bad: Error { let faults: [SignerFault] }

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    static func signed(_ files: [Zip.File] = files) throws -> [UInt8] {
        SignPackage(by: try identity())(try package(files), at: now)
    }

    static func verify(_ bytes: [UInt8], isRooted: Bool = true) throws -> VerifyPackage.Finding {
        let root = try PassForge.shared.get().certificate("root")
        return VerifyPackage(.pass, under: isRooted ? Issuer(root) : nil, at: now)(bytes)
    }

    static let limits = Zip.Limits(filesMax: 100, bytesMax: 1 << 20)
}
