import JSON
import Testing

struct NodeTests {
    private func root(_ text: String) throws -> Node {
        try Document.parse(Array(text.utf8)).root
    }

    private func again(_ text: String) throws -> String {
        var writer = Writer()
        try root(text).appendJSON(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func canonical(_ text: String) throws -> String {
        String(decoding: try root(text).canonicalBytes(), as: UTF8.self)
    }

    @Test func `each JSON value has its kind`() throws {
        let kinds = try root(#"[null,true,1,1.5,"a",[],{},18446744073709551615,1e400]"#)
            .elements.map(\.kind)
        #expect(
            kinds == [
                .null, .bool, .integer, .number, .string, .array, .object, .integer, .number,
            ])
        #expect(try root("123456789012345678901234567890").kind == .integer)
    }

    @Test func `numbers beyond the machine's range are numbers without a value`() throws {
        for text in ["1e400", "-1e400", "18446744073709551616", "-9223372036854775809"] {
            #expect(try root(text).int64 == nil)
            #expect(try again("[\(text),7,{\"a\":\(text)}]") == "[\(text),7,{\"a\":\(text)}]")
        }
        #expect(try root("9007199254740992.0").int64 == 9_007_199_254_740_992)
        #expect(try root("9007199254740994.0").int64 == nil)
        #expect(try root("1e400").double == nil)
        #expect(try root("18446744073709551616").double == 0x1p64)
        #expect(try root("18446744073709551615").double == 0x1p64)
        #expect(try root("18446744073709551615").int64 == nil)
        #expect(try root("1e-400").double == 0)
        #expect(
            try again("[1,-5,18446744073709551616,2.5,0]") == "[1,-5,18446744073709551616,2.5,0]")
    }

    @Test func `a JSON node finds members by name and elements by index`() throws {
        let node = try root(#"{"a":[10,20],"é":1,"e\u0301":2,"b":{}}"#)
        #expect(node["a"]?.elements.compactMap(\.int64) == [10, 20])
        #expect(node["e\u{301}"]?.int64 == 2)
        #expect(node["é"]?.int64 == 1)
        #expect(node["c"] == nil)
        #expect(node.members.map(\.key) == ["a", "é", "e\u{301}", "b"])
        #expect(node.count == 4)
        #expect(node["b"]?.count == 0)
        #expect(node.elements.map(\.kind) == [])
        #expect(node["a"]?.members.map(\.key) == [])
        #expect(node["a"]?.string == nil)
        #expect(node.bool == nil)
    }

    @Test func `a node outlives its document variable`() throws {
        let inner = try #require(try root(#"{"a":{"b":"still here"}}"#)["a"]?["b"])
        #expect(inner.string == "still here")
    }

    @Test(arguments: [
        (#" { "b" : [ 1 , 2.50 , -0 ] , "a" : "x\/\u00e9\n" } "#, #"{"b":[1,2.5,0],"a":"x/é\n"}"#),
        ("1.0", "1"), ("1e2", "100"), ("1E-7", "1e-07"), ("0.1", "0.1"), ("-0.0", "0"),
        ("1e22", "1e+22"), ("[{}, [], \"\"]", "[{},[],\"\"]"), (#""\ud83d\ude00""#, "\"😀\""),
        ("18446744073709551615", "18446744073709551615"),
        ("\"\\u007f\\u001f\"", "\"\u{7f}\\u001f\""),
    ])
    func `a JSON node is written without spaces`(_ text: String, _ expected: String) throws {
        #expect(try again(text) == expected)
    }

    @Test func `equal documents have one canonical form`() throws {
        let form = #"{"":0,"a":1,"aa":{"x":[3,{"p":1,"q":2}],"y":2},"b":100,"é":true}"#
        #expect(
            try canonical(#"{"é":true,"b":1e2,"aa":{"y":2,"x":[3,{"q":2,"p":1}]},"a":1.0,"":-0}"#)
                == form)
        #expect(try canonical(form) == form)
        #expect(try canonical("[2,1]") != canonical("[1,2]"))
    }
}
