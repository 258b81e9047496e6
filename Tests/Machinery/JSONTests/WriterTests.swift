import JSON
import Testing

struct WriterTests {
    private struct Amount: Writable {
        let units: Int64
        func write(to writer: inout Writer) { writer.value("\(units).00") }
    }

    @Test func `members, elements and commas are written correctly`() {
        let bytes = Writer.write {
            $0.member("id", "chk_1")
            $0.member("live", false)
            $0.array("items", [1, 2]) { item, writer in
                writer.object { $0.member("n", item) }
            }
            $0.object("empty") { _ in }
            $0.array("none") { _ in }
            $0.member("left", ifPresent: String?.none)
            $0.member("left", ifPresent: Int64?.none)
            $0.member("left", ifPresent: Bool?.none)
            $0.member("left", ifPresent: Amount?.none)
            $0.member("there", ifPresent: Optional(true))
            $0.member("nothing", String?.none)
            $0.member("nor", Amount?.none)
            $0.null("void")
            $0.member("tags", ["a", "b"])
            $0.member("total", Amount(units: 7))
            $0.member("raw", raw: Array("[1]".utf8))
            $0.key(dynamic: "a\"b")
            $0.value(Int32.min)
        }
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"id":"chk_1","live":false,"items":[{"n":1},{"n":2}],"empty":{},"none":[],\
                "there":true,"nothing":null,"nor":null,"void":null,"tags":["a","b"],\
                "total":"7.00","raw":[1],"a\\"b":-2147483648}
                """)
    }

    @Test func `an array can be the document`() {
        var writer = Writer()
        writer.array {
            $0.value(1)
            $0.array {
                $0.null()
                $0.value(true)
            }
            $0.object { $0.member("a", Int64.min) }
            $0.value("x")
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[1,[null,true],{"a":-9223372036854775808},"x"]"#)
    }

    @Test(arguments: [
        (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (1_234_567_890, "1234567890"),
        (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
    ])
    func `integers are written exactly`(_ value: Int64, _ text: String) {
        var writer = Writer()
        writer.value(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `each byte that needs an escape is escaped in any position`() {
        let escapes: [UInt8: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"",
            0x5C: "\\\\",
        ]
        for byte in UInt8(0)..<0x80 {
            let digits = String(byte, radix: 16)
            let control = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            let plain = String(UnicodeScalar(byte))
            let expected = escapes[byte] ?? (byte < 0x20 ? control : plain)
            for before in 0..<18 {
                let left = String(repeating: "é", count: before)
                for right in ["", "x", "12345678", "😀"] {
                    var writer = Writer()
                    writer.value(left + plain + right)
                    let text = String(decoding: writer.bytes, as: UTF8.self)
                    #expect(text == "\"" + left + expected + right + "\"")
                }
            }
        }
    }
}
