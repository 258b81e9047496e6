import Testing

@Suite struct ProseTests {
    private static let glossary = """
        ## Words we do not use
        | word | use instead |
        |---|---|
        | `giveBack`, `news` | void; events |

        | word | use instead |
        |---|---|
        | `nobody` | the actor |
        | `told of` | notified |
        """
    private let small = Prose(glossary: SourceFile(path: "docs/glossary.md", text: glossary))

    private func ofTree() throws -> Prose {
        Prose(glossary: try #require(Tree.files.first { $0.path == "docs/glossary.md" }))
    }

    @Test func `names use the words of the glossary`() throws {
        let prose = try ofTree()
        #expect(prose.names.count > 15)
        #expect(Tree.files.flatMap(prose.namesWithBannedWords) == [])
    }

    @Test func `comments, documents and names of tests use plain words`() throws {
        let prose = try ofTree()
        #expect(prose.phrases.count > 10)
        #expect(Tree.files.flatMap(prose.bannedPhrases) == [])
    }

    @Test func `comments and documents fit in 100 columns`() {
        #expect(Tree.files.flatMap(Prose.wideLines) == [])
    }

    @Test func `folders have at most 20 files`() {
        #expect(Prose.foldersOverLimit(Tree.files) == [])
    }

    @Test func `names are split at capital letters`() {
        #expect(Prose.parts(of: "isGivenBack") == ["is", "given", "back"])
        #expect(Prose.parts(of: "HTTPCall2") == ["http", "call"])
        #expect(Prose.parts(of: "the_old_name") == ["the", "old", "name"])
    }

    @Test func `a banned name is found, except in a string`() {
        let file = SourceFile(
            path: "Sources/Domains/Carts/Bad.swift",
            text: "func giveBack() {}\nlet billingNews = \"news\"\nlet newspaper = 1\n")
        #expect(
            small.namesWithBannedWords(file).map(\.description) == [
                "\(file.path):1: giveBack: giveBack", "\(file.path):2: billingNews: news",
            ])
    }

    @Test(arguments: [
        ("Sources/A/A/A.swift", "/// Nobody waits.", 1), ("a.md", "It is told of it.", 1),
        ("a.md", "```\nnobody\n```", 0), ("sql/0001_a.sql", "-- Nobody.", 1),
        ("Tests/A/A.swift", "func `no" + "body pays`() {}", 1), ("bin/a.py", "nobody = 1", 0),
        ("docs/glossary.md", "nobody", 0),
        ("Sources/A/A/A.swift", "/// The buyer is told\n/// of it.", 1),
        ("Sources/A/A/A.swift", "/// The buyer is told\nlet a = 1\n/// of it.", 0),
        ("Tests/A/A.swift", "@Test(\"nobody pays\") func a() {}", 1),
        ("Tests/A/A.swift", "@Test(\n    \"nobody pays\", arguments: [1])\nfunc a() {}", 1),
        ("Tests/A/A.swift", "@Test(arguments: [\n    \"nobody\"])\nfunc a() {}", 0),
        ("bin/a", "#!/bin/sh\n# Nobody.", 1), ("bin/a", "# Nobody.", 0),
        (".ci/a", "#!/bin/sh\nnobody=1", 0), ("Sources/System/A/a.h", "// Nobody.", 1),
        ("Sources/System/A/a.c", "/* Nobody. */", 1), ("a.cpp", "int nobody;", 0),
        ("pages/a.css", "/* Nobody. */", 1), ("pages/a.css", ".nobody { margin: 0 }", 0),
    ])
    func `a banned word is found in text only`(path: String, text: String, count: Int) {
        #expect(small.bannedPhrases(SourceFile(path: path, text: text)).count == count)
    }

    @Test func `a wide comment is found, and a wide table is not`() {
        let wide = String(repeating: "a", count: 100)
        let files = [
            SourceFile(path: "Sources/A/A/A.swift", text: "// \(wide)\n"),
            SourceFile(path: "a.md", text: "| \(wide) |\n"),
            SourceFile(path: "b.md", text: "\(wide)\n"),
        ]
        #expect(files.flatMap(Prose.wideLines).map(\.path) == ["Sources/A/A/A.swift"])
    }

    @Test func `a folder of 21 files is found`() {
        let files = (0..<21).map { SourceFile(path: "Sources/A/B/\($0).swift", text: "") }
        #expect(Prose.foldersOverLimit(files).map(\.path) == ["Sources/A/B"])
        #expect(Prose.foldersOverLimit(Array(files.dropLast())) == [])
    }
}
