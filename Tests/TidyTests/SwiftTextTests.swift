import Testing

@Suite struct SwiftTextTests {
    @Test func `words, strings and comments are separated`() {
        let text = SwiftText(
            ##"""
            let a = "SELECT \(b("inner")) FROM t" // why
            /* a /* nested */ one */
            let c = #"raw \(d) "quoted" \#(e)"#
            """##)
        #expect(text.words.map(\.text) == ["let", "a", "b", "let", "c", "e"])
        #expect(
            text.literals.map(\.text) == [
                "inner", "SELECT \\() FROM t", "raw \\(d) \"quoted\" \\()",
            ])
        #expect(text.comments.map(\.text) == ["// why", "/* a /* nested */ one */"])
        #expect(text.words.map(\.line) == [1, 1, 1, 3, 3, 3])
    }

    @Test func `a multiline literal has the line on which it begins`() {
        let text = SwiftText("let a =\n  \"\"\"\n  one \"two\"\n  \"\"\"\nlet b = 1")
        #expect(text.literals.map(\.text) == ["\n  one \"two\"\n  "])
        #expect(text.literals.map(\.line) == [2])
        #expect(text.words.last?.line == 5)
    }

    @Test func `an escaped quote does not end a literal`() {
        let text = SwiftText(#"let a = "one \" two"; b"#)
        #expect(text.literals.map(\.text) == [#"one \" two"#])
        #expect(text.words.last?.text == "b")
    }
}
