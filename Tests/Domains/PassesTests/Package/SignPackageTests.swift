import Archive
import Crypto
import Foundation
import Passes
import TestSupport
import Testing

/// Signed packages, most of them examined with OpenSSL's command line.
struct SignPackageTests {
    @Test func `OpenSSL verifies the signature over the manifest up to the root`() throws {
        let forge = try PassForge.shared.get()
        let files = try Zip.read(try PassScene.signed(), PassScene.limits)
        for name in ["manifest.json", "signature"] {
            let file = try #require(files.first { $0.path == name })
            try forge.certificates.write(file.bytes, to: "verify-\(name)")
        }
        try forge.certificates.run([
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "verify-signature", "-content",
            "verify-manifest.json", "-CAfile", "root.pem", "-purpose", "any", "-out", "verified",
        ])
        #expect(
            try forge.certificates.read("verified")
                == forge.certificates.read("verify-manifest.json"))
        try forge.certificates.run([
            "cms", "-cmsout", "-print", "-inform", "DER", "-in", "verify-signature", "-out", "said",
        ])
        let said = try forge.certificates.text("said")
        #expect(said.contains("signingTime"))
        #expect(said.contains("algorithm: sha256"))
        #expect(said.contains("CN=Relations"))
    }

    @Test func `the manifest has every file with the digest that OpenSSL computes`() throws {
        let forge = try PassForge.shared.get()
        let files = try Zip.read(try PassScene.signed(), PassScene.limits)
        let manifest = try #require(files.first { $0.path == "manifest.json" })
        let digests = try #require(
            JSONSerialization.jsonObject(with: Data(manifest.bytes)) as? [String: String])
        #expect(digests.keys.sorted() == PassScene.files.map(\.path).sorted())
        for file in PassScene.files {
            try forge.certificates.write(file.bytes, to: "digested")
            try forge.certificates.run(["dgst", "-sha1", "-r", "-out", "digest", "digested"])
            let digest = try forge.certificates.text("digest").prefix(40)
            #expect(digests[file.path] == String(digest))
        }
    }

    @Test func `the archive has no enclosing folder and no stray files`() throws {
        let litter = [Zip.File(".DS_Store", [0]), Zip.File("fr.lproj/._pass.strings", [0])]
        let files = try Zip.read(try PassScene.signed(PassScene.files + litter), PassScene.limits)
        #expect(
            files.map(\.path) == [
                "fr.lproj/pass.strings", "icon.png", "icon@2x.png", "icon@3x.png", "pass.json",
                "manifest.json", "signature",
            ])
    }

    @Test func `a phone accepts a package that Paysheet signed`() throws {
        let finding = try PassScene.verify(try PassScene.signed())
        #expect(finding.faults.isEmpty)
        #expect(finding.warnings.isEmpty)
        #expect(finding.typeIdentifier == PassForge.passType)
        #expect(finding.serialNumber == "0001")
    }

    @Test func `a bundle has each pass unchanged, ten at most`() throws {
        let signed = try PassScene.signed()
        let bundle = try #require(PassBundle.write([signed, signed], at: 0))
        let files = try Zip.read(bundle, PassScene.limits)
        #expect(files == [Zip.File("1.pkpass", signed), Zip.File("2.pkpass", signed)])
        #expect(PassBundle.write(Array(repeating: signed, count: 11), at: 0) == nil)
        #expect(PassBundle.write([], at: 0) == nil)
    }
}
