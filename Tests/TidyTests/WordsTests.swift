import Testing

@Suite struct WordsTests {
    @Test func `money is in integers only`() {
        #expect(Tree.files.flatMap(Words.inexactNumbers) == [])
    }

    @Test func `printing is allowed in commands only`() {
        #expect(Tree.files.flatMap(Words.printsOutsideCommands) == [])
    }

    @Test func `sources have no word that postpones work`() {
        #expect(Tree.files.flatMap(Words.leftoverMarkers) == [])
    }

    @Test func `files contain no path of a developer's machine`() {
        #expect(Tree.files.flatMap(Words.machinePaths) == [])
    }

    @Test func `every file is short`() {
        #expect(Tree.files.count > 50)
        #expect(Tree.files.flatMap(Words.longFiles) == [])
    }

    @Test func `tests are never disabled`() {
        #expect(Tree.files.flatMap(Words.disabledTests) == [])
    }

    private func file(_ text: String, _ path: String = "Sources/Domains/Checkouts/Bad.swift")
        -> SourceFile
    {
        SourceFile(path: path, text: text)
    }

    @Test func `a floating-point number near money is found, except in a comment`() {
        #expect(Words.inexactNumbers(file("let a: Double = 1")).count == 1)
        #expect(Words.inexactNumbers(file("func a() -> [Decimal]? { nil }")).count == 1)
        #expect(Words.inexactNumbers(file("// never a Double")) == [])
        #expect(
            Words.inexactNumbers(
                file("let a = 1.0 as Double", "Sources/Machinery/HTTP/A.swift")) == [])
    }

    @Test func `printing outside commands is found`() {
        #expect(Words.printsOutsideCommands(file("print(1)\nfoo.print(2)")).count == 1)
        #expect(
            Words.printsOutsideCommands(file("print(1)", "Sources/Doors/paysheet/main.swift"))
                == [])
    }

    @Test func `a word that postpones work is found`() {
        #expect(Words.leftoverMarkers(file("// TO" + "DO: more")).count == 1)
        #expect(Words.leftoverMarkers(file("# FIX" + "ME", "bin/run")).count == 1)
        #expect(Words.leftoverMarkers(file("let AUTO" + "DOCK = 1")) == [])
    }

    @Test func `a machine's own folder is found`() {
        #expect(Words.machinePaths(file("let a = \"/ho" + "me/me/a\"")).count == 1)
        #expect(Words.machinePaths(file("cd /ro" + "ot/a", "bin/run")).count == 1)
        #expect(Words.machinePaths(file("https://example.com/ho" + "me/")) == [])
    }

    @Test func `a file of 401 lines is found`() {
        #expect(Words.longFiles(file(String(repeating: "a\n", count: 401))).count == 1)
        #expect(Words.longFiles(file(String(repeating: "a\n", count: 400))) == [])
    }

    @Test func `a disabled test is found`() {
        let off = "@Test(.dis" + "abled(\"later\")) func a() {}"
        #expect(Words.disabledTests(file(off, "Tests/ATests/A.swift")).count == 1)
    }
}
