import JSON
import Testing

struct DocumentTests {
    @Test(arguments: [
        "null", "true", " 1 ", "[]", "{}", "\"\"", "-0", "1e5", "1.5E-7", "[1,2,[3]]",
        "{\"a\":{\"b\":[null,true,false]}}", "\"\\u00e9\\n\\/\"", "\"\\ud83d\\ude00\"", "\t[\r\n]",
        "\"\u{7f}\"", "18446744073709551615", "1e400", "-1e400", "[123456789012345678901234567890]",
    ])
    func `a valid document is accepted`(_ text: String) throws {
        _ = try Document.parse(Array(text.utf8))
    }

    @Test(
        arguments: [
            ("", .empty, nil), ("  \n", .empty, nil), ("{", .invalidJSON, 1),
            ("[1,]", .invalidJSON, 3), ("[1 2]", .invalidJSON, 3), ("{\"a\":1,}", .invalidJSON, 7),
            ("{a:1}", .invalidJSON, 1), ("nul", .invalidJSON, 0), ("01", .trailingContent, 1),
            ("1.", .invalidJSON, 2), ("[.5]", .invalidJSON, 1), ("+1", .invalidJSON, 0),
            ("NaN", .invalidJSON, 0), ("\"a", .invalidJSON, 2), ("\"\t\"", .invalidJSON, 1),
            ("\"\\x\"", .invalidJSON, 2), ("\"\\u12g4\"", .invalidJSON, 5),
            ("{} {}", .trailingContent, 3),
            ("[]x", .trailingContent, 2), ("\u{FEFF}[]", .invalidJSON, 0),
            ("\"\\u0000\"", .nul, 1), ("{\"\\u0000\":1}", .nul, 2),
            ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1),
            ("\"\\ud800\\u0041\"", .loneSurrogate, 1), ("\"\\ud800x\"", .loneSurrogate, 1),
            ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
            ("\"\\ud83d\\ude00\\ude00\"", .loneSurrogate, 13),
            ("\"\\uDBFF\\n\"", .loneSurrogate, 1), ("[\"a\\\\\",\"\\uDFFF\"]", .loneSurrogate, 8),
            ("\"\\ud800\\udbff\"", .loneSurrogate, 1),
        ] as [(String, JSONSyntaxError.Reason, Int?)])
    func `an invalid document is refused with the error's position`(
        _ text: String, _ reason: JSONSyntaxError.Reason, _ offset: Int?
    ) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try Document.parse(Array(text.utf8))
        }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":2}", "/a"),
        ("{\"x\":[0,{\"a/b~\":1,\"c\":{},\"a/b~\":2}]}", "/x/1/a~1b~0"),
        ("[{},[{\"\":1,\"\":1}]]", "/1/0/"), ("{\"a\":1,\"\\u0061\":2}", "/a"),
    ])
    func `a duplicate key is refused with its pointer`(_ text: String, _ pointer: String) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try Document.parse(Array(text.utf8))
        }
        #expect(error?.reason == .duplicateKey)
        #expect(error?.pointer == pointer)
    }

    @Test func `depth 32 is accepted and depth 33 is refused`() throws {
        for (open, inside, close) in [
            ("[", "", "]"), ("[", "1", "]"), ("{\"a\":", "1", "}"), ("[", "{}", "]"),
        ] {
            let fits = inside == "{}" ? 31 : 32
            func nested(_ depth: Int) -> [UInt8] {
                Array(
                    (String(repeating: open, count: depth) + inside
                        + String(repeating: close, count: depth)).utf8)
            }
            _ = try Document.parse(nested(fits))
            let error = #expect(throws: JSONSyntaxError.self) {
                try Document.parse(nested(fits + 1))
            }
            #expect(error?.reason == .tooDeep)
            #expect(throws: JSONSyntaxError.self) { try Document.parse(nested(100_000)) }
        }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0x80, 0x22],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused`(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONSyntaxError.self) { try Document.parse(bytes) }
        #expect(error?.reason == .invalidUTF8)
        #expect(error?.offset == 1)
    }

    @Test func `a raw NUL is refused`() {
        #expect(throws: JSONSyntaxError.self) { try Document.parse([0x22, 0x00, 0x22]) }
        #expect(throws: JSONSyntaxError.self) { try Document.parse([0x5B, 0x5D, 0x00]) }
    }

    /// The JSON library decides these; a newer version of it must decide alike.
    @Test func `every code unit is escaped alone, and after half a pair, as in RFC 8259`() {
        func isRead(_ text: String) -> Bool { (try? Document.parse(Array(text.utf8))) != nil }
        func escape(_ unit: Int) -> String {
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        var wrong: [String] = []
        for unit in 0...0xFFFF {
            let alone = escape(unit)
            let isHalf = (0xD800...0xDFFF).contains(unit)
            if isRead("\"\(alone)\"") != (unit > 0 && !isHalf) { wrong.append(alone) }
            let pair = "\\uD83D" + alone
            if isRead("\"\(pair)\"") != (0xDC00...0xDFFF).contains(unit) { wrong.append(pair) }
        }
        #expect(wrong == [])
    }

    @Test func `large and small documents can alternate`() throws {
        let element = "{\"amount\":\"10.00\",\"tags\":[1,null,\"é\"]}"
        for count in [1, 20_000, 3, 2000, 30_000, 0, 5] {
            let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
            let document = try Document.parse(Array(text.utf8))
            #expect(document.root.count == count)
            var writer = Writer()
            document.root.appendJSON(to: &writer)
            #expect(writer.bytes == Array(text.utf8))
        }
    }

    @Test func `a thousand oversized numbers are kept, and no more`() throws {
        func document(_ count: Int) throws -> Document {
            let numbers = Array(repeating: "1e999,2", count: count).joined(separator: ",")
            return try Document.parse(Array("[\(numbers)]".utf8))
        }
        let kept = try document(1000).root
        #expect(
            kept.elements.map(\.int64) == Array(repeating: [nil, 2], count: 1000).flatMap { $0 })
        let error = #expect(throws: JSONSyntaxError.self) { try document(1001) }
        #expect(error?.reason == .tooLarge)
    }

    @Test(arguments: [
        "123456789012345678", "1234567890123456789", "-9223372036854775808", "18446744073709551615",
        "1e99", "1e308", "1.7976931348623157e308", "-1e-999", "0e999", "0.\(zeros)1",
        "1\(zeros)e-300",
    ])
    func `a number in range is not taken for an oversized one`(_ text: String) throws {
        // The oversized neighbor sends both down the slow path.
        let node = try Document.parse(Array("[\(text),1e999]".utf8)).root
        var alone = Writer()
        try Document.parse(Array(text.utf8)).root.appendJSON(to: &alone)
        var both = Writer()
        node.appendJSON(to: &both)
        #expect(both.bytes == Array("[".utf8) + alone.bytes + Array(",1e999]".utf8))
    }

    private static let zeros = String(repeating: "0", count: 250)
}
