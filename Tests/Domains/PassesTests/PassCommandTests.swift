import Archive
import Foundation
import TestSupport
import Testing

/// The command `paysheet pass …`, as an operator runs it.
struct PassCommandTests {
    private let folder: URL
    private let forge: PassForge

    init() throws {
        forge = try PassForge.shared.get()
        folder = forge.certificates.folder.appending(path: UUID().uuidString)
        let pass = folder.appending(path: "pass/fr.lproj")
        try FileManager.default.createDirectory(at: pass, withIntermediateDirectories: true)
        for file in PassScene.files {
            try Data(file.bytes).write(to: folder.appending(path: "pass/\(file.path)"))
        }
    }

    /// Runs the command.
    ///
    /// - Returns: its exit status and its output.
    private func run(
        _ words: [String], _ environment: [String] = []
    ) throws -> (status: Int32, text: String) {
        let said = folder.appending(path: UUID().uuidString)
        let status = Command(
            ["env", "-C", folder.path] + environment + [Command.paysheet, "pass"] + words
        ).run(output: said.path)
        return (status, try String(contentsOf: said, encoding: .utf8))
    }

    private func sign(
        _ words: [String], _ environment: [String] = []
    ) throws -> (status: Int32, text: String) {
        try run(
            ["sign", "pass", "--intermediate", "../relations.pem", "-o", "out.pkpass"] + words,
            environment)
    }

    private static let pem = ["--certificate", "../pass.pem", "--key", "../pass.key"]

    private var isWritten: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "out.pkpass").path)
    }

    @Test func `a pass folder becomes a file that a phone accepts`() throws {
        let signed = try sign(Self.pem)
        #expect(signed.status == 0, "\(signed.text)")
        // The certificate was issued for 30 days, moments ago.
        #expect(signed.text.contains(/5 files; the certificate expires in (29|30) days/))
        let verified = try run(["verify", "out.pkpass", "--root", "../root.pem"])
        #expect(verified.status == 0)
        #expect(verified.text == "out.pkpass: pass.example.toast 0001: a phone accepts it\n")
        let bundled = try run(["bundle", "out.pkpass", "out.pkpass", "-o", "out.pkpasses"])
        #expect(bundled.status == 0, "\(bundled.text)")
        #expect(
            bundled.text.contains("out.pkpass: the same pass type and serial number as out.pkpass"))
        let single = try run(["bundle", "out.pkpass", "-o", "single.pkpasses"])
        #expect(single.text.hasPrefix("single.pkpasses: one pass, "), "\(single.text)")
        let looked = try run(["verify", "out.pkpasses"])
        #expect(looked.status == 1)
        #expect(looked.text.hasPrefix("this is a bundle of 2 passes (.pkpasses)"), "\(looked.text)")
    }

    @Test
    func `texts that no phone can read are a warning on signing and verifying`() throws {
        let texts = folder.appending(path: "pass/fr.lproj/pass.strings")
        try Data(#""Left" = "Reste"#.utf8).write(to: texts)
        let signed = try sign(Self.pem)
        #expect(signed.status == 0, "\(signed.text)")
        let said = "fr.lproj/pass.strings cannot be read"
        #expect(signed.text.contains(said), "\(signed.text)")
        let verified = try run(["verify", "out.pkpass", "--root", "../root.pem"])
        #expect(verified.status == 0 && verified.text.contains(said), "\(verified.text)")
    }

    /// RFC 8259, sections 4, 7 and 8.2; CatimaLoyalty/Android#2932 has zero bytes in a rail
    /// ticket's code.
    @Test(arguments: [
        (#""message":"0001""#, #""message":"0\u0000\u0000""#, nil),
        (
            #""formatVersion":1"#,
            #""formatVersion":1,"userInfo":{"n":123456789012345678901234567890}"#, nil
        ),
        (
            #""formatVersion":1"#,
            #""formatVersion":1,"userInfo":{"n":\#(String(repeating: "[", count: 60) + String(repeating: "]", count: 60))}"#,
            nil
        ),
        (
            #""formatVersion":1"#, #""formatVersion":1,"formatVersion":1"#,
            "pass.json/formatVersion: the object has this name twice"
        ),
        (
            #""label":"Left""#, #""label":"Le\u0000ft""#,
            "pass.json/storeCard/primaryFields/0/label: only the message of a barcode may contain "
                + "the character NUL\n"
        ),
        (#""label":"Left""#, #""label":"\ud83d""#, "pass.json: a string has an unpaired surrogate"),
        (#""formatVersion":1"#, #""formatVersion":1,"#, "pass.json is not valid JSON"),
    ])
    func `unusual but valid JSON of a pass is signed, and an error names the invalid part`(
        part: String, other: String, said: String?
    ) throws {
        let document = PassScene.document.replacing(part, with: other)
        try Data(document.utf8).write(to: folder.appending(path: "pass/pass.json"))
        let signed = try sign(Self.pem)
        #expect(signed.status == (said == nil ? 0 : 1), "\(signed.text)")
        guard let said else {
            let verified = try run(["verify", "out.pkpass", "--root", "../root.pem"])
            return #expect(verified.text.hasSuffix("a phone accepts it\n"), "\(verified.text)")
        }
        #expect(signed.text.contains(said), "\(signed.text)")
    }

    /// openssl names the signer by its subjectKeyIdentifier (RFC 5652, 5.3), as the pass of
    /// ueman/passkit#110 does.
    @Test func `a pass that openssl signed is verified and bundled`() throws {
        let message = String(repeating: #"a\u0000"#, count: 179) + "b"
        let document = PassScene.document.replacing(
            #""message":"0001""#, with: #""message":"\#(message)""#)
        try Data(document.utf8).write(to: folder.appending(path: "pass/pass.json"))
        #expect(try sign(Self.pem).status == 0)
        let own = try Data(contentsOf: folder.appending(path: "out.pkpass"))
        var files = try Zip.read(Array(own), PassScene.limits)
        let name = UUID().uuidString
        let manifest = try #require(files.first { $0.path == "manifest.json" })
        try forge.certificates.write(manifest.bytes, to: "\(name).json")
        try forge.certificates.run([
            "cms", "-sign", "-binary", "-signer", "pass.pem", "-inkey", "pass.key", "-certfile",
            "relations.pem", "-keyid", "-in", "\(name).json", "-outform", "DER", "-out",
            "\(name).der",
        ])
        files.removeAll { $0.path == "signature" }
        files.append(Zip.File("signature", try forge.certificates.read("\(name).der")))
        try Data(Zip.write(files, at: 0)).write(to: folder.appending(path: "openssl.pkpass"))
        let verified = try run(["verify", "openssl.pkpass", "--root", "../root.pem"])
        #expect(verified.text == "openssl.pkpass: pass.example.toast 0001: a phone accepts it\n")
        let bundled = try run(["bundle", "openssl.pkpass", "out.pkpass", "-o", "out.pkpasses"])
        #expect(bundled.status == 0, "\(bundled.text)")
    }

    @Test func `an order folder becomes a file that a phone accepts`() throws {
        try forge.issueOrder("order")
        let order = folder.appending(path: "order")
        try FileManager.default.createDirectory(at: order, withIntermediateDirectories: true)
        let document = """
            {"schemaVersion":1,"orderTypeIdentifier":"order.example.toast","orderIdentifier":"1","orderType":"ecommerce",
             "createdAt":"2026-05-04T10:06:00Z","updatedAt":"2026-05-04T10:06:00Z","status":"open",
             "orderManagementURL":"https://toast.example",
             "merchant":{"displayName":"Toast","merchantIdentifier":"com.example.toast","url":"https://toast.example"}}
            """
        try Data(document.utf8).write(to: order.appending(path: "order.json"))
        let words = ["sign", "order", "--intermediate", "../relations.pem", "-o", "out.order"]
        let refused = try run(words + Self.pem)
        #expect(refused.status == 1)
        #expect(refused.text.contains("this certificate cannot sign orders"))
        let signed = try run(
            words + ["--certificate", "../order.pem", "--key", "../order.key"])
        #expect(signed.status == 0, "\(signed.text)")
        let verified = try run(["verify", "out.order", "--root", "../root.pem"])
        #expect(verified.text == "out.order: order.example.toast 1: a phone accepts it\n")
        try Data(document.replacing("\"open\"", with: "\"lost\"").utf8)
            .write(to: order.appending(path: "order.json"))
        let wrong = try run(
            words + ["--certificate", "../order.pem", "--key", "../order.key"])
        #expect(wrong.status == 1)
        #expect(wrong.text.contains("order.json/status: "))
    }

    @Test func `a modern or old PKCS 12 file opens with a password that is never shown`() throws {
        for (name, ways) in [("new", []), ("old", ["-legacy"])] {
            try forge.certificates.run(
                [
                    "pkcs12", "-export", "-in", "pass.pem", "-inkey", "pass.key", "-certfile",
                    "relations.pem", "-passout", "pass:swordfish", "-out",
                    "\(folder.path)/\(name).p12",
                ] + ways)
            try Data("swordfish\n".utf8).write(to: folder.appending(path: "password"))
            let signed = try sign(["--certificate", "\(name).p12", "--password-file", "password"])
            #expect(signed.status == 0, "\(signed.text)")
            let other = try sign(
                ["--certificate", "\(name).p12"], ["PAYSHEET_PASS_PASSWORD=swordfish"])
            #expect(other.status == 0, "\(other.text)")
            let wrong = try sign(
                ["--certificate", "\(name).p12"], ["PAYSHEET_PASS_PASSWORD=tunafish"])
            #expect(wrong.status == 1)
            #expect(wrong.text.contains("the password is wrong"))
            #expect(!wrong.text.contains("tunafish"))
            let none = try sign(["--certificate", "\(name).p12"])
            #expect(none.status == 2)
            #expect(none.text.contains("--password-file"))
        }
    }

    @Test func `a key in PEM may be encrypted, too`() throws {
        try forge.certificates.run([
            "pkey", "-in", "pass.key", "-aes256", "-passout", "pass:swordfish", "-out",
            "\(folder.path)/sealed.key",
        ])
        let words = ["--certificate", "../pass.pem", "--key", "sealed.key"]
        let signed = try sign(words, ["PAYSHEET_PASS_PASSWORD=swordfish"])
        #expect(signed.status == 0, "\(signed.text)")
        #expect(
            try sign(words, ["PAYSHEET_PASS_PASSWORD=x"]).text.contains("the password is wrong"))
    }

    @Test func `all faults of a pass folder are reported, and no file is written`() throws {
        let document = PassScene.document.replacing(
            "\"formatVersion\":1", with: "\"formatVersion\":3"
        )
        .replacing("pass.example.toast", with: "pass.example.tea")
        try Data(document.utf8).write(to: folder.appending(path: "pass/pass.json"))
        let signed = try sign(Self.pem)
        #expect(signed.status == 1)
        #expect(signed.text.contains("pass.json/formatVersion: "))
        #expect(
            signed.text.contains(
                "pass.json has the type pass.example.tea, but the certificate has "
                    + "pass.example.toast"
            ))
        #expect(signed.text.contains("2 things are wrong; nothing was written"))
        #expect(!isWritten)
    }

    @Test func `a value beyond Paysheet's maximum does not escape Apple's rule`() throws {
        let pass = folder.appending(path: "pass/pass.json")
        let long = String(repeating: " ", count: 60)
        for (date, status) in [("tomorrow\(long)x", 1), ("2099-05-04T10:06Z", 0)] {
            let document = PassScene.document.replacing(
                "{", with: #"{"logoText":"\#(long)","expirationDate":"\#(date)","#,
                maxReplacements: 1)
            try Data(document.utf8).write(to: pass)
            let signed = try sign(Self.pem)
            #expect(signed.status == Int32(status), "\(signed.text)")
            #expect(signed.text.contains("pass.json/expirationDate: a date") == (status == 1))
            #expect(isWritten == (status == 0))
        }
    }

    @Test(arguments: [
        (
            ["--certificate", "../relations.pem", "--key", "../pass.key"],
            "does not match the certificate"
        ),
        (
            ["--certificate", "../pass.pem", "--key", "../relations.key"],
            "does not match the certificate"
        ),
        (["--certificate", "../pass.pem"], "--key is required: the private key"),
        (["--certificate", "missing.pem", "--key", "../pass.key"], "missing.pem: No such file"),
        (["--certificate", "pass/pass.json"], "requires a password"),
        (["--certificate", "../pass.pem", "--key", "../pass.pem"], "not a private key in PEM"),
        (["--certificate"], "requires a value"),
        (["--password", "swordfish"], "unexpected argument '--password'"),
    ])
    func `files that cannot sign a pass are refused with advice`(words: [String], said: String)
        throws
    {
        let signed = try sign(words)
        #expect([1, 2].contains(signed.status))
        #expect(signed.text.contains(said), "\(signed.text)")
        #expect(!isWritten)
    }

    @Test func `the pass command overwrites neither its input file nor a device file`() throws {
        try forge.certificates.run([
            "pkey", "-in", "pass.key", "-out", "\(folder.path)/own.key",
        ])
        let before = try Data(contentsOf: folder.appending(path: "own.key"))
        for (output, said) in [
            ("own.key", "this is the input file"),
            ("pass/out.pkpass", "this is inside the input folder"),
            ("pass/fr.lproj/../x", "this is inside the input folder"),
            ("/dev/full", "is not a regular file"),
        ] {
            let signed = try run([
                "sign", "pass", "--intermediate", "../relations.pem", "--certificate",
                "../pass.pem", "--key", "own.key", "-o", output,
            ])
            #expect(signed.status == 1)
            #expect(signed.text.contains(said), "\(output): \(signed.text)")
        }
        #expect(try Data(contentsOf: folder.appending(path: "own.key")) == before)
        _ = try sign(Self.pem)
        #expect(try sign(Self.pem).status == 0, "an existing output file is replaced")
        #expect(
            try run(["bundle", "out.pkpass", "-o", "out.pkpass"]).text.contains(
                "this is the input file"))
    }

    @Test func `text of a pass cannot control the terminal, and --root must be a root certificate`()
        throws
    {
        let document = PassScene.document.replacing(
            #""serialNumber":"0001""#, with: #""serialNumber":"1\u001b[31m\nfake""#)
        try Data(document.utf8).write(to: folder.appending(path: "pass/pass.json"))
        #expect(try sign(Self.pem).status == 0)
        let verified = try run(["verify", "out.pkpass"])
        #expect(verified.text.contains("1?[31m?fake"))
        #expect(
            try run(["verify", "out.pkpass", "--root", "../relations.pem"]).text
                .contains("not a root certificate")
        )
    }

    @Test func `a link in the folder and a missing icon are refused`() throws {
        let pass = folder.appending(path: "pass")
        try FileManager.default.createSymbolicLink(
            at: pass.appending(path: "logo.png"), withDestinationURL: URL(filePath: "/etc/passwd"))
        #expect(try sign(Self.pem).text.contains("a package cannot contain links"))
        try FileManager.default.removeItem(at: pass.appending(path: "logo.png"))
        for size in ["", "@2x", "@3x"] {
            try FileManager.default.removeItem(at: pass.appending(path: "icon\(size).png"))
        }
        #expect(try sign(Self.pem).text.contains("Wallet rejects a pass without it"))
        #expect(!isWritten)
    }

    @Test func `a package that a phone refuses is explained in words`() throws {
        _ = try sign(Self.pem)
        let path = folder.appending(path: "out.pkpass")
        let files = try Zip.read([UInt8](Data(contentsOf: path)), PassScene.limits)
        let broken = files.map { $0.path == "icon.png" ? Zip.File($0.path, [0]) : $0 }
        try Data(Zip.write(broken, at: 0)).write(to: path)
        let verified = try run(["verify", "out.pkpass"])
        #expect(verified.status == 1)
        #expect(verified.text.contains("icon.png does not match its digest in manifest.json\n"))
        #expect(verified.text.contains("a phone rejects it for one reason"))
    }
}
