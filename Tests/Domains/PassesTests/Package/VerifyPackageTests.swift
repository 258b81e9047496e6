import Archive
import Credentials
import Crypto
import Foundation
import JSON
import Passes
import TestSupport
import Testing

/// The verification names the reason for which a phone refuses a package.
struct VerifyPackageTests {
    private func altered(
        _ change: (inout [Zip.File]) throws -> Void
    ) throws -> [PackageFault] {
        var files = try Zip.read(try PassScene.signed(), PassScene.limits)
        try change(&files)
        return try PassScene.verify(Zip.write(files, at: 0)).faults
    }

    @Test func `a package with an enclosing folder is found`() throws {
        let faults = try altered { files in
            files = files.map { Zip.File("Toast.pass/\($0.path)", $0.bytes) }
        }
        #expect(faults == [.enclosed(folder: "Toast.pass")])
    }

    @Test func `a package with a missing, changed or unlisted file is found`() throws {
        let faults = try altered { files in
            files.removeAll { $0.path == "icon@2x.png" }
            let place = try #require(files.firstIndex { $0.path == "icon.png" })
            files[place] = Zip.File("icon.png", [1])
            files.append(Zip.File("de.lproj/pass.strings", []))
        }
        #expect(
            Set(faults) == [
                .changed("icon.png"), .absent("icon@2x.png"), .unlisted("de.lproj/pass.strings"),
            ])
    }

    @Test func `a missing manifest or signature, or one of another package, is found`() throws {
        #expect(
            try altered { $0.removeAll { $0.path == "manifest.json" } } == [.noManifest])
        #expect(try altered { $0.removeAll { $0.path == "signature" } } == [.noSignature])
        let faults = try altered { files in
            let place = try #require(files.firstIndex { $0.path == "manifest.json" })
            files[place] = Zip.File("manifest.json", files[place].bytes + [0x20])
        }
        #expect(faults == [.signatureMismatch])
        #expect(
            try altered { files in
                files.removeAll { $0.path == "signature" }
                files.append(Zip.File("signature", [0x30, 0x00]))
            } == [.badSignature])
    }

    @Test(arguments: [
        (["-nosmimecap"], [PackageFault.noIntermediate]),
        (["-certfile", "relations.pem", "-md", "sha1"], []),
        (["-certfile", "relations.pem", "-md", "md5"], [.badSignature]),
        // RFC 5652, 5.3: a signer is named by issuer and serial number, or by its
        // subjectKeyIdentifier (ueman/passkit#110 has such a pass).
        (["-certfile", "relations.pem", "-keyid"], []),
        (["-certfile", "relations.pem", "-keyid", "-md", "sha1"], []),
        (["-keyid"], [.noIntermediate]),
        (["-certfile", "relations.pem", "-keyid", "-nocerts"], [.badSignature]),
        (
            ["-certfile", "others.pem"],
            [.signer(.wrongIntermediate(issuer: "CN = Relations, OU = G4"))]
        ),
        (["-certfile", "relations.pem", "-noattr"], [.noSigningTime]),
        (["-certfile", "relations.pem", "-nodetach"], [.badSignature]),
        (["-certfile", "relations.pem", "-nocerts"], [.badSignature]),
    ])
    func `signatures of other programs are accepted or refused as by a phone`(
        options: [String], expected: [PackageFault]
    ) throws {
        let forge = try PassForge.shared.get()
        let name = UUID().uuidString
        let faults = try altered { files in
            let manifest = try #require(files.first { $0.path == "manifest.json" })
            try forge.certificates.write(manifest.bytes, to: "\(name).json")
            try forge.certificates.run(
                [
                    "cms", "-sign", "-binary", "-signer", "pass.pem", "-inkey", "pass.key", "-in",
                    "\(name).json", "-outform", "DER", "-out", "\(name).der",
                ] + options)
            files.removeAll { $0.path == "signature" }
            files.append(Zip.File("signature", try forge.certificates.read("\(name).der")))
        }
        #expect(faults == expected)
    }

    @Test func `a package with another pass type, another team or a broken rule is found`()
        throws
    {
        let text = PassScene.document
            .replacing("pass.example.toast", with: "pass.example.tea")
            .replacing("TOAST12345", with: "TEA1234567")
            .replacing("\"value\":25", with: "\"value\":true")
        var files = PassScene.files
        files[0] = Zip.File("pass.json", Array(text.utf8))
        #expect(
            try PassScene.verify(try PassScene.signed(files)).faults == [
                .document(
                    pointer: "/storeCard/primaryFields/0/value",
                    detail: "a string, a number or a date"),
                .typeMismatch(document: "pass.example.tea", certificate: PassForge.passType),
                .teamMismatch(document: "TEA1234567", certificate: PassForge.team),
            ])
    }

    @Test func `a text longer than Paysheet issues is a warning`() throws {
        let long = String(repeating: "x", count: 5_000)
        var files = PassScene.files
        let text = PassScene.document.replacing(
            "{", with: #"{"logoText":"\#(long)","#, maxReplacements: 1)
        files[0] = Zip.File("pass.json", Array(text.utf8))
        let finding = try PassScene.verify(try PassScene.signed(files))
        #expect(finding.faults.isEmpty)
        #expect(finding.warnings.map(\.pointer).contains("/logoText"))
    }

    @Test func `Apple's rules hold for a text longer than Paysheet issues`() throws {
        let long = String(repeating: "x", count: 5_000)
        var files = PassScene.files
        let text = PassScene.document.replacing(
            "{", with: #"{"logoText":"\#(long)","expirationDate":"\#(long)","#, maxReplacements: 1)
        files[0] = Zip.File("pass.json", Array(text.utf8))
        let finding = try PassScene.verify(try PassScene.signed(files))
        #expect(
            finding.faults == [.document(pointer: "/expirationDate", detail: PassDate.form)])
        #expect(finding.warnings.map(\.pointer).contains("/logoText"))
    }

    @Test func `a long pass type is compared with the certificate's`() throws {
        let long = String(repeating: "x", count: 300)
        var files = PassScene.files
        let text = PassScene.document.replacing("pass.example.toast", with: long)
        files[0] = Zip.File("pass.json", Array(text.utf8))
        #expect(
            try PassScene.verify(try PassScene.signed(files)).faults
                == [.typeMismatch(document: long, certificate: PassForge.passType)])
    }

    /// RFC 8259, section 7, allows it in any string.
    @Test func `a NUL that Paysheet does not issue is a warning`() throws {
        var files = PassScene.files
        let text = PassScene.document.replacing(
            "{", with: #"{"logoText":"a\u0000","#, maxReplacements: 1)
        files[0] = Zip.File("pass.json", Array(text.utf8))
        let finding = try PassScene.verify(try PassScene.signed(files))
        #expect(finding.faults.isEmpty)
        #expect(finding.warnings.map { "\($0.pointer) \($0.code)" }.contains("/logoText nul"))
    }

    /// RFC 8259, section 4: names should be unique, and readers differ otherwise.
    @Test func `a document with a repeated name is not checked`() throws {
        var files = try Zip.read(try PassScene.signed(), PassScene.limits)
        let place = try #require(files.firstIndex { $0.path == "pass.json" })
        let text = PassScene.document.replacing(
            "{", with: #"{"formatVersion":1,"#, maxReplacements: 1)
        files[place] = Zip.File("pass.json", Array(text.utf8))
        let finding = try PassScene.verify(Zip.write(files, at: 0))
        #expect(finding.faults == [.changed("pass.json")])
        #expect(finding.unchecked?.reason == .duplicateKey)
        #expect(finding.warnings.map(\.pointer).contains("/formatVersion"))
    }

    @Test func `a document larger than Paysheet issues is a warning`() throws {
        let numbers = Array(repeating: "1e999", count: 1_001).joined(separator: ",")
        let spaces = String(repeating: " ", count: 256 << 10)
        for part in [spaces, #""userInfo":{"n":[\#(numbers)]},"#] {
            var files = try Zip.read(try PassScene.signed(), PassScene.limits)
            let place = try #require(files.firstIndex { $0.path == "pass.json" })
            let text = PassScene.document.replacing("{", with: "{" + part, maxReplacements: 1)
            files[place] = Zip.File("pass.json", Array(text.utf8))
            let finding = try PassScene.verify(Zip.write(files, at: 0))
            #expect(finding.faults == [.changed("pass.json")])
            #expect(finding.warnings.contains { $0.detail.contains("Paysheet's own limit") })
        }
    }

    @Test func `a byte order mark in pass.json is reported by its name`() throws {
        let faults = try altered { files in
            let place = try #require(files.firstIndex { $0.path == "pass.json" })
            files[place] = Zip.File("pass.json", [0xEF, 0xBB, 0xBF] + files[place].bytes)
        }
        #expect(faults == [.changed("pass.json"), .byteOrderMark])
    }

    @Test func `a file that is not an archive is reported as such`() throws {
        #expect(try PassScene.verify(Array("<html>".utf8)).faults == [.archive(.noArchive)])
        #expect(try PassScene.verify([]).faults == [.archive(.noArchive)])
    }

    @Test func `a change of any byte outside the signature is found`() throws {
        let signed = try PassScene.signed()
        let files = try Zip.read(signed, PassScene.limits)
        for file in files where file.path != "signature" {
            for place in stride(from: 0, to: file.bytes.count, by: 5) {
                var bytes = file.bytes
                bytes[place] ^= 0x01
                let changed = files.map { $0.path == file.path ? Zip.File($0.path, bytes) : $0 }
                let finding = try PassScene.verify(Zip.write(changed, at: 0))
                #expect(!finding.faults.isEmpty, "\(file.path) at \(place)")
            }
        }
    }
}
