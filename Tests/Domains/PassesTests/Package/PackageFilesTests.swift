import Archive
import JSON
import Testing

@testable import Passes

struct PackageFilesTests {
    @Test(arguments: [
        ("", PackagePath.Fault.empty), (String(repeating: "a", count: 256), .tooLong),
        ("../pass.json", .pathTraversal), ("/etc/passwd", .pathTraversal),
        ("a/../b", .pathTraversal), ("./icon.png", .pathTraversal), ("a//b", .pathTraversal),
        ("fr.lproj/", .pathTraversal), ("..", .pathTraversal), ("a\\b.png", .pathTraversal),
        ("icon\u{0}.png", .badCharacter), ("icon\n.png", .badCharacter),
        ("c:icon.png", .badCharacter),
        ("..\u{301}/x", .pathTraversal), ("/\u{301}etc/x", .pathTraversal),
        ("fr.lproj/\u{301}../x", .otherFolder), ("a\u{202E}gnp.exe", .badCharacter),
        ("a\u{85}b", .badCharacter), ("a\u{2028}b", .badCharacter),
        ("images/icon.png", .otherFolder), ("fr.lproj/a/b.png", .otherFolder),
        ("f/r.lproj", .otherFolder), (".lproj/a", .otherFolder), ("fr\u{E9}.lproj/a", .otherFolder),
        ("manifest.json", .reserved), ("signature", .reserved), ("Manifest.JSON", .reserved),
    ])
    func `an invalid, reserved or path-traversing name is refused`(
        path: String, fault: PackagePath.Fault
    ) {
        #expect(PackagePath.fault(of: path) == fault)
    }

    @Test(arguments: [
        "pass.json", "icon@3x.png", "fr.lproj/pass.strings", "zh-Hans.lproj/logo.png",
        "pt_BR.lproj/signature", "Größe.png",
    ])
    func `a name in the root or in a language's folder is valid`(path: String) {
        #expect(PackagePath.fault(of: path) == nil)
    }

    @Test func `all faults of the files are reported at once`() {
        let files = [
            Zip.File("../x", []), Zip.File("logo.png", []), Zip.File("LOGO.png", []),
            Zip.File("manifest.json", []), Zip.File("icon.png", []),
        ]
        #expect(
            throws: PackageFiles.Faults(all: [
                .badName("../x", .pathTraversal), .twice("LOGO.png"),
                .badName("manifest.json", .reserved), .noDocument, .noIcon,
            ])
        ) { try PackageFiles(files, of: .pass) }
    }

    @Test(arguments: ["", "hello", "GIF89a", "<svg"])
    func `an invalid icon does not count, any other invalid picture is a warning`(
        content: String
    ) throws {
        let icon = Zip.File("icon.png", Array(content.utf8))
        let others = PassScene.files.filter { !$0.path.hasPrefix("icon") }
        #expect(throws: PackageFiles.Faults(all: [.noIcon])) {
            try PackageFiles(others + [icon], of: .pass)
        }
        let logo = Zip.File("logo.png", icon.bytes)
        let files = try PackageFiles(PassScene.files + [logo], of: .pass)
        #expect(files.warnings.map(\.code) == ["not_shown"])
        #expect(try PackageFiles(PassScene.files, of: .pass).warnings.isEmpty)
    }

    @Test func `more than ten thousand files, a large document and a large package are refused`() {
        let many = (0..<10_000).map { Zip.File("\($0).png", []) }
        #expect(throws: PackageFiles.Faults(all: [.tooMany])) {
            try PackageFiles(PassScene.files + many, of: .pass)
        }
        let wide = Zip.File(
            "pass.json", Array(repeating: 0x20, count: PackageFiles.documentBytesMax + 1))
        #expect(throws: PackageFiles.Faults(all: [.documentTooLarge])) {
            try PackageFiles(PassScene.files.dropFirst() + [wide], of: .pass)
        }
        let large = Zip.File("strip.png", Array(repeating: 0, count: PackageFiles.bytesMax))
        #expect(throws: PackageFiles.Faults(all: [.tooLarge])) {
            try PackageFiles(PassScene.files + [large], of: .pass)
        }
    }
}
