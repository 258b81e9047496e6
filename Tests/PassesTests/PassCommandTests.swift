import Archive
import Foundation
import TestSupport
import Testing

/// `paysheet pass …`, as an operator calls it.
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

    /// Its status, and what it printed.
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

    @Test func `a folder becomes a file that a phone takes`() throws {
        let signed = try sign(Self.pem)
        #expect(signed.status == 0, "\(signed.text)")
        // Thirty days were given, of which some moments are gone.
        #expect(signed.text.contains(/5 files; the certificate ends in (29|30) days/))
        let verified = try run(["verify", "out.pkpass", "--root", "../root.pem"])
        #expect(verified.status == 0)
        #expect(verified.text == "out.pkpass: pass.example.toast 0001: a phone takes it\n")
        let bundled = try run(["bundle", "out.pkpass", "out.pkpass", "-o", "out.pkpasses"])
        #expect(bundled.status == 0, "\(bundled.text)")
        let looked = try run(["verify", "out.pkpasses"])
        #expect(looked.status == 1)
        #expect(looked.text.hasPrefix("it is a bundle of 2 passes (.pkpasses)"), "\(looked.text)")
    }

    @Test
    func `texts that no phone can read are a warning, when it is signed and when it is looked at`()
        throws
    {
        let texts = folder.appending(path: "pass/fr.lproj/pass.strings")
        try Data(#""Left" = "Reste"#.utf8).write(to: texts)
        let signed = try sign(Self.pem)
        #expect(signed.status == 0, "\(signed.text)")
        let said = "fr.lproj/pass.strings cannot be read"
        #expect(signed.text.contains(said), "\(signed.text)")
        let verified = try run(["verify", "out.pkpass", "--root", "../root.pem"])
        #expect(verified.status == 0 && verified.text.contains(said), "\(verified.text)")
    }

    @Test func `a folder with an order becomes a file that a phone takes`() throws {
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
        #expect(refused.text.contains("this is no certificate for orders"))
        let signed = try run(
            words + ["--certificate", "../order.pem", "--key", "../order.key"])
        #expect(signed.status == 0, "\(signed.text)")
        let verified = try run(["verify", "out.order", "--root", "../root.pem"])
        #expect(verified.text == "out.order: order.example.toast 1: a phone takes it\n")
        try Data(document.replacing("\"open\"", with: "\"lost\"").utf8)
            .write(to: order.appending(path: "order.json"))
        let wrong = try run(
            words + ["--certificate", "../order.pem", "--key", "../order.key"])
        #expect(wrong.status == 1)
        #expect(wrong.text.contains("order.json/status: "))
    }

    @Test func `PKCS 12 of today's and of old keychains is opened by a password that nobody sees`()
        throws
    {
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
            #expect(wrong.text.contains("the password is another one"))
            #expect(!wrong.text.contains("tunafish"))
            let none = try sign(["--certificate", "\(name).p12"])
            #expect(none.status == 2)
            #expect(none.text.contains("--password-file"))
        }
    }

    @Test func `a key in PEM may be sealed, too`() throws {
        try forge.certificates.run([
            "pkey", "-in", "pass.key", "-aes256", "-passout", "pass:swordfish", "-out",
            "\(folder.path)/sealed.key",
        ])
        let words = ["--certificate", "../pass.pem", "--key", "sealed.key"]
        let signed = try sign(words, ["PAYSHEET_PASS_PASSWORD=swordfish"])
        #expect(signed.status == 0, "\(signed.text)")
        #expect(try sign(words, ["PAYSHEET_PASS_PASSWORD=x"]).text.contains("another one"))
    }

    @Test func `all that is wrong is said, and nothing is written`() throws {
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
                "pass.json is of pass.example.tea, and the certificate of pass.example.toast"))
        #expect(signed.text.contains("2 things are wrong; nothing was written"))
        #expect(!isWritten)
    }

    @Test(arguments: [
        (["--certificate", "../relations.pem", "--key", "../pass.key"], "not the certificate's"),
        (["--certificate", "../pass.pem", "--key", "../relations.key"], "not the certificate's"),
        (["--certificate", "../pass.pem"], "--key names the private key"),
        (["--certificate", "missing.pem", "--key", "../pass.key"], "missing.pem: No such file"),
        (["--certificate", "pass/pass.json"], "takes a password"),
        (["--certificate", "../pass.pem", "--key", "../pass.pem"], "no private key in PEM"),
        (["--certificate"], "takes a value"),
        (["--password", "swordfish"], "'--password' is not expected here"),
    ])
    func `files that cannot sign are refused with what to do`(words: [String], said: String) throws
    {
        let signed = try sign(words)
        #expect([1, 2].contains(signed.status))
        #expect(signed.text.contains(said), "\(signed.text)")
        #expect(!isWritten)
    }

    @Test func `nothing that is read is written over, and no device`() throws {
        try forge.certificates.run([
            "pkey", "-in", "pass.key", "-out", "\(folder.path)/own.key",
        ])
        let before = try Data(contentsOf: folder.appending(path: "own.key"))
        for (output, said) in [
            ("own.key", "which is read"), ("pass/out.pkpass", "which is packed"),
            ("pass/fr.lproj/../x", "which is packed"), ("/dev/full", "no regular file"),
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
        #expect(try sign(Self.pem).status == 0, "the last one is replaced")
        #expect(
            try run(["bundle", "out.pkpass", "-o", "out.pkpass"]).text.contains("which is read"))
    }

    @Test func `words of a file steer no terminal, and a root is one`() throws {
        let document = PassScene.document.replacing(
            #""serialNumber":"0001""#, with: #""serialNumber":"1\u001b[31m\nfake""#)
        try Data(document.utf8).write(to: folder.appending(path: "pass/pass.json"))
        #expect(try sign(Self.pem).status == 0)
        let verified = try run(["verify", "out.pkpass"])
        #expect(verified.text.contains("1?[31m?fake"))
        #expect(
            try run(["verify", "out.pkpass", "--root", "../relations.pem"]).text.contains("no root")
        )
    }

    @Test func `a link in the folder, a deeper folder, and no icon`() throws {
        let pass = folder.appending(path: "pass")
        try FileManager.default.createSymbolicLink(
            at: pass.appending(path: "logo.png"), withDestinationURL: URL(filePath: "/etc/passwd"))
        #expect(try sign(Self.pem).text.contains("a package has no links"))
        try FileManager.default.removeItem(at: pass.appending(path: "logo.png"))
        for size in ["", "@2x", "@3x"] {
            try FileManager.default.removeItem(at: pass.appending(path: "icon\(size).png"))
        }
        #expect(try sign(Self.pem).text.contains("Wallet refuses a pass without one"))
        #expect(!isWritten)
    }

    @Test func `what a phone refuses is told in words`() throws {
        _ = try sign(Self.pem)
        let path = folder.appending(path: "out.pkpass")
        let files = try Zip.read([UInt8](Data(contentsOf: path)), PassScene.limits)
        let broken = files.map { $0.path == "icon.png" ? Zip.File($0.path, [0]) : $0 }
        try Data(Zip.write(broken, at: 0)).write(to: path)
        let verified = try run(["verify", "out.pkpass"])
        #expect(verified.status == 1)
        #expect(verified.text.contains("icon.png is another file than manifest.json says\n"))
        #expect(verified.text.contains("a phone refuses it for one reason"))
    }
}
