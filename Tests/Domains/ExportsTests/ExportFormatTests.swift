import Testing

@testable import Exports

/// The two formats of exports.
@Suite struct ExportFormatTests {
    /// A text by others → its cell, by RFC 4180 and OWASP's advice on CSV injection.
    @Test(arguments: [
        ("Damaged", "Damaged"),
        ("", ""),
        ("a,b", #""a,b""#),
        (#"say "hi""#, #""say ""hi""""#),
        ("two\r\nlines", "\"two\r\nlines\""),
        (" outer ", "\" outer \""),
        ("=1+1", "'=1+1"),
        (#"=HYPERLINK("http://x","y")"#, #""'=HYPERLINK(""http://x"",""y"")""#),
        ("+1 555", "'+1 555"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "\"\t'=1\""),
        ("\r=1", "\"\r'=1\""),
        ("\n=1", "\"\n'=1\""),
        ("wrong size; sent back", "\"wrong size; sent back\""),
        ("=1;=2", "\"'=1;'=2\""),
        (#"a;=HYPERLINK("x")"#, #""a;'=HYPERLINK(""x"")""#),
        ("a; =1", "\"a;' =1\""),
        ("a,-2|+3", "\"a,'-2|'+3\""),
        ("1-2", "1-2"),
        ("  =1", "'  =1"),
        ("\u{A0}=1", "'\u{A0}=1"),
        ("\u{2003}\u{200B}=1", "'\u{2003}\u{200B}=1"),
        ("＝1", "'＝1"),
        ("﹢1", "'﹢1"),
        ("a=1", "a=1"),
        ("Äpfel", "Äpfel"),
    ])
    func `a text by others is quoted, and never calculated`(text: String, cell: String) {
        let line = CSV.line([.foreign(text), .plain("1.00")])
        #expect(String(decoding: line, as: UTF8.self) == cell + ",1.00\r")
    }

    @Test func `a text of the server keeps its sign`() {
        let line = CSV.line([.plain("-1.00"), .none, .plain("x")])
        #expect(String(decoding: line, as: UTF8.self) == "-1.00,,x\r")
    }

    @Test func `random texts are read back from CSV as they were written`() {
        var random = FixedRandom(state: 7)
        let alphabet = Array("ab=+-@,;\"\t '＝é")
        for _ in 0..<2_000 {
            let texts = (0..<3).map { _ in
                let length = Int.random(in: 0...6, using: &random)
                return String((0..<length).map { _ in alphabet.randomElement(using: &random)! })
            }
            let line = CSV.line(texts.map { .foreign($0) })
            let read = cells(String(decoding: line.dropLast(), as: UTF8.self))
            #expect(read.count == texts.count)
            for (cell, text) in zip(read, texts) {
                #expect(cell.replacing("'", with: "") == text.replacing("'", with: ""))
                for part in cell.split(whereSeparator: { ",;\t\r\n\r\n".contains($0) }) {
                    #expect(!"=+-@".contains(part.first { $0 != " " } ?? " "))
                }
            }
        }
    }

    @Test func `a JSON line has no members without a value`() {
        let columns: [ExportColumn] = [
            .word("id", from: "id"), .text("reason", from: "reason"), .word("status", from: "s"),
        ]
        let line = ExportFormat.jsonl.line(
            [.plain("ref_1"), .none, .foreign("=\"x\"\n")], columns)
        #expect(String(decoding: line, as: UTF8.self) == #"{"id":"ref_1","status":"=\"x\"\n"}"#)
        #expect(ExportFormat.jsonl.header(columns) == nil)
        let header = String(decoding: ExportFormat.csv.header(columns) ?? [], as: UTF8.self)
        #expect(header == "id,reason,status\r")
    }

    @Test(arguments: Export.Kind.allCases)
    func `an export's columns have different names`(kind: Export.Kind) {
        let names = kind.columns.map { "\($0.name)" }
        #expect(Set(names).count == names.count)
    }

    /// A reader of RFC 4180 that shares nothing with the writer.
    private func cells(_ line: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (scalar, isQuoted) {
            case ("\"", true) where rest.first == "\"":
                rest.removeFirst()
                cells[cells.count - 1].unicodeScalars.append("\"")
            case ("\"", _): isQuoted.toggle()
            case (",", false): cells.append("")
            default: cells[cells.count - 1].unicodeScalars.append(scalar)
            }
        }
        return cells
    }
}

/// A generator with a fixed seed.
private struct FixedRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
