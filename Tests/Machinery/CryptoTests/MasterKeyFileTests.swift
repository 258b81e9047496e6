import Crypto
import Dispatch
import Glibc
import Synchronization
import Testing

struct MasterKeyFileTests {
    private static let one = String(repeating: "0123456789abcdef", count: 4)
    private static let two = String(repeating: "fedcba9876543210", count: 4)

    private func numbers(_ text: String) throws -> [Int32] {
        try MasterKeyFile.parse(Array(text.utf8)[...]).allNumbers
    }

    @Test func `numbered lines, comments and blank lines are read`() throws {
        let text = "# made in May\n1 \(Self.one)\r\n\n  20\t\(Self.two.uppercased())\n"
        let read = try MasterKeyFile.parse(Array(text.utf8)[...])
        let ring = KeyRing(masters: [1: Secret(hex(Self.one)), 20: Secret(hex(Self.two))])
        #expect(read.allNumbers == [1, 20] && read.currentNumber == 20)
        for number in ring.allNumbers {
            #expect(
                try read.derive(label: "x", context: [], number: number)
                    == ring.derive(label: "x", context: [], number: number))
        }
    }

    @Test func `a standby key opens what other servers sealed, and seals nothing`() throws {
        let waiting = try MasterKeyFile.parse(Array("1 \(Self.one)\n2 \(Self.two) next".utf8)[...])
        let changed = try MasterKeyFile.parse(Array("1 \(Self.one)\n2 \(Self.two)".utf8)[...])
        #expect(waiting.allNumbers == [1, 2])
        #expect(waiting.currentNumber == 1 && changed.currentNumber == 2)
        for (one, other) in [(waiting, changed), (changed, waiting)] {
            #expect(try other.open(one.seal([7], context: [1]), context: [1]) == [7])
        }
    }

    @Test func `a lone key counts as number 1`() throws {
        #expect(try numbers(Self.one) == [1])
        #expect(try numbers(Self.one + "\n") == [1])
        let phrase = Array("correct horse battery staple, 32".utf8)
        #expect(phrase.count == 32)
        #expect(throws: MasterKeyFile.Failure.self) {
            try MasterKeyFile.parse(phrase[...], isText: true)
        }
        let raw = try MasterKeyFile.parse(Array(hex(Self.one))[...])
        let ring = KeyRing(masters: [1: Secret(hex(Self.one))])
        #expect(raw.derive(label: "x", context: []) == ring.derive(label: "x", context: []))
    }

    @Test(arguments: [
        ("", "the file contains no key"), ("\n# none\n", "the file contains no key"),
        ("1 \(one)\n1 \(two)", "line 2: number 1 is used twice"),
        ("1 \(one)\n2 \(one)", "line 2: another number has the same key"),
        ("0 \(one)", "line 1: the number must be from 1 to 65535"),
        ("65536 \(one)", "line 1: the number must be from 1 to 65535"),
        ("-1 \(one)", "line 1: the number must be from 1 to 65535"),
        ("x \(one)", "line 1: the number must be from 1 to 65535"),
        ("1 \(one.dropLast())", "line 1: a key must have 64 hexadecimal digits, not 63"),
        ("1 \(one.dropLast())g", "line 1: a key must contain only hexadecimal digits"),
        ("1 \(one) x", "line 1: expected NUMBER and 64 hexadecimal digits"),
        ("1 \(one) next", "every key is marked next: one must be without the word next"),
        ("1 \(one) next next", "line 1: expected NUMBER and 64 hexadecimal digits"),
        ("\(one)\n\(two)", "line 1: expected NUMBER and 64 hexadecimal digits"),
        (
            "\n1 \(String(repeating: "ab", count: 32))",
            "line 2: a key must not repeat a single byte"
        ),
        ("0123456789abcdef0123456789abcdef", "a key must have 64 hexadecimal digits, not 32"),
        (String(repeating: "\0", count: 32), "a key must not repeat a single byte"),
    ])
    func `an error names the fault and shows nothing of the key`(
        _ text: String, _ message: String
    ) {
        let failure = #expect(throws: MasterKeyFile.Failure.self) { try numbers(text) }
        #expect(failure?.description == message)
    }

    /// Several servers start at the same time: those that lose the race read the file that the
    /// first one wrote.
    @Test func `a file appears only when it is complete`() throws {
        for _ in 0..<40 {
            try withFolder { folder in
                let path = folder + "/master.key"
                let made = Atomic<Int>(0)
                let broken = Atomic<Int>(0)
                DispatchQueue.concurrentPerform(iterations: 3) { _ in
                    while access(path, F_OK) != 0 {
                        if (try? MasterKeyFile.create(path)) != nil {
                            made.add(1, ordering: .relaxed)
                        }
                    }
                    if (try? MasterKeyFile.read(path)) == nil { broken.add(1, ordering: .relaxed) }
                }
                #expect(made.load(ordering: .relaxed) == 1)
                #expect(broken.load(ordering: .relaxed) == 0)
            }
        }
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/paysheet-keys-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink(folder + "/master.key")
            rmdir(folder)
        }
        try body(folder)
    }

    @Test func `a new file is readable only by its owner and is read back`() throws {
        try withFolder { folder in
            let path = folder + "/master.key"
            try MasterKeyFile.create(path)
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let ring = try MasterKeyFile.read(path)
            #expect(ring.currentNumber == 1)
            let again = try MasterKeyFile.read(path)
            #expect(
                ring.derive(label: "x", context: []).mac
                    == again.derive(label: "x", context: []).mac)
        }
    }

    @Test func `a file that exists is not replaced`() throws {
        try withFolder { folder in
            let path = folder + "/master.key"
            try MasterKeyFile.create(path)
            let before = try MasterKeyFile.read(path).derive(label: "x", context: []).mac
            let failure = #expect(throws: MasterKeyFile.Failure.self) {
                try MasterKeyFile.create(path)
            }
            #expect(failure?.description == "\(path): cannot be created: File exists")
            #expect(try MasterKeyFile.read(path).derive(label: "x", context: []).mac == before)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601] as [mode_t])
    func `a file that other users may access is refused`(_ mode: mode_t) throws {
        try withFolder { folder in
            let path = folder + "/master.key"
            try MasterKeyFile.create(path)
            #expect(chmod(path, mode) == 0)
            let failure = #expect(throws: MasterKeyFile.Failure.self) {
                try MasterKeyFile.read(path)
            }
            #expect(
                failure?.description
                    == "\(path): other users have access to this file: chmod 600 it")
        }
    }

    @Test func `a missing file and a folder give different errors`() throws {
        try withFolder { folder in
            let missing = #expect(throws: MasterKeyFile.Failure.self) {
                try MasterKeyFile.read(folder + "/master.key")
            }
            #expect(
                missing?.description
                    == "\(folder)/master.key: cannot be opened: No such file or directory")
            let notAFile = #expect(throws: MasterKeyFile.Failure.self) {
                try MasterKeyFile.read(folder)
            }
            #expect(notAFile?.description == "\(folder): not a file")
        }
    }
}
