import Archive
import Foundation
import TestSupport
import Testing

/// Archives written here and read by Python, and archives written elsewhere and read here.
struct ZipTests {
    private static let files = [
        Zip.File("pass.json", Array(#"{"formatVersion":1}"#.utf8)),
        Zip.File("fr.lproj/pass.strings", Array(repeating: 65, count: 10_000)),
        Zip.File("icon.png", (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        Zip.File("empty", []), Zip.File("Grüße.txt", [1]),
    ]
    private static let limits = Zip.Limits(filesMax: 10, bytesMax: 100_000)

    @Test func `a written archive is read back file by file`() throws {
        let archive = Zip.write(Self.files, at: 1_795_000_000)
        #expect(try Zip.read(archive, Self.limits) == Self.files)
        #expect(Zip.write(Self.files, at: 1_795_000_000) == archive)
    }

    @Test func `Python reads names, times and bytes, and finds no fault`() throws {
        try withFolder { folder in
            try Data(Zip.write(Self.files, at: 1_795_000_000)).write(
                to: folder.appending(path: "a.zip"))
            let said = try Self.python(
                """
                import zipfile
                archive = zipfile.ZipFile("a.zip")
                assert archive.testzip() is None
                print(archive.namelist())
                print(archive.getinfo("pass.json").date_time)
                print(archive.getinfo("icon.png").compress_type, len(archive.read("icon.png")))
                print([info.flag_bits & 8 for info in archive.infolist()])
                """, in: folder)
            #expect(
                said == """
                    ['pass.json', 'fr.lproj/pass.strings', 'icon.png', 'empty', 'Grüße.txt']
                    (2026, 11, 18, 11, 6, 40)
                    0 5000
                    [0, 0, 0, 0, 0]

                    """)
        }
    }

    @Test(arguments: [
        ("z.writestr('a', b'x' * 200000)", Zip.Fault.tooLarge(100_000)),
        ("[z.writestr(str(i), b'') for i in range(11)]", .tooManyFiles(10)),
        ("z.writestr('a', b'1'); z.writestr('a', b'2')", .twice),
        ("z.writestr('a', b'1' * 90000); z.writestr('b', b'2' * 90000)", .tooLarge(100_000)),
    ])
    func `an archive beyond the limits is not unpacked`(script: String, fault: Zip.Fault) throws {
        try withFolder { folder in
            _ = try Self.python(
                """
                import warnings, zipfile
                warnings.simplefilter("ignore")
                with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as z: \(script)
                """, in: folder)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "a.zip")))
            #expect(throws: fault) { try Zip.read(bytes, Self.limits) }
        }
    }

    /// Files have checksums, so a change of their bytes is found. Paths and the other members of
    /// the headers have none.
    @Test func `a changed byte of an archive changes no file, and a truncated archive is refused`()
        throws
    {
        let archive = Zip.write(Self.files, at: 1_795_000_000)
        var refused = 0
        for place in stride(from: 0, to: archive.count, by: 7) {
            var bytes = archive
            bytes[place] ^= 0x41
            do {
                let files = try Zip.read(bytes, Self.limits)
                #expect(files.map(\.bytes) == Self.files.map(\.bytes), "changed byte \(place)")
                let renamed = zip(files, Self.files).filter { $0.path != $1.path }
                #expect(renamed.count <= 1, "changed byte \(place)")
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
        for count in stride(from: 0, to: archive.count, by: 101) {
            #expect(throws: Zip.Fault.noArchive) {
                try Zip.read(Array(archive[..<count]), Self.limits)
            }
        }
    }

    @Test func `an archive without files is valid`() throws {
        #expect(try Zip.read(Zip.write([], at: 0), Self.limits) == [])
        #expect(throws: Zip.Fault.noArchive) { try Zip.read([], Self.limits) }
    }

    @Test func `an error names the damaged file`() throws {
        var archive = Zip.write([Zip.File("icon.png", Array(repeating: 7, count: 64))], at: 0)
        archive[50] ^= 1
        #expect(throws: Zip.Fault.damaged("icon.png")) { try Zip.read(archive, Self.limits) }
    }

    @Test func `a link in an archive is not a file`() throws {
        try withFolder { folder in
            _ = try Self.python(
                """
                import zipfile
                with zipfile.ZipFile("out.zip", "w") as archive:
                    link = zipfile.ZipInfo("logo.png")
                    link.create_system, link.external_attr = 3, 0o120777 << 16
                    archive.writestr(link, "/etc/passwd")
                """, in: folder)
            let archive = try Data(contentsOf: folder.appending(path: "out.zip"))
            #expect(throws: Zip.Fault.link("logo.png")) {
                try Zip.read(Array(archive), Self.limits)
            }
        }
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func python(_ script: String, in folder: URL) throws -> String {
        let said = folder.appending(path: UUID().uuidString)
        let status = Command(["env", "-C", folder.path, "python3", "-c", script])
            .run(output: said.path)
        let text = try String(contentsOf: said, encoding: .utf8)
        #expect(status == 0, "\(text)")
        return text
    }
}
