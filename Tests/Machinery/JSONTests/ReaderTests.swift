import JSON
import Testing

struct ReaderTests {
    /// The problems that the reading adds, as `pointer code`.
    private func problems(
        _ text: String, _ read: (ObjectReader) throws -> Void
    ) throws -> [String] {
        let problems = Problems()
        let document = try Document.parse(Array(text.utf8))
        try ObjectReader(document.root, problems: problems).map(read)
        return problems.all.map { "\($0.pointer) \($0.code)" }
    }

    @Test func `all bad members are reported together, in reading order`() throws {
        let text = """
            {"label":"","count":1.5,"amount":10,"items":[{"name":7},{"name":"ok","x":1}],
             "tags":["a",null,"abcd"],"live":"yes","big":1e400,"extra/key":1}
            """
        let problems = try problems(text) { fields in
            #expect(fields.string("label", minLength: 1, maxLength: 3, required: true) == nil)
            #expect(fields.integer("count", in: 0...10) == nil)
            #expect(fields.decimal("amount") == nil)
            let names = fields.array("items", maxCount: 5)?.objects { item -> String? in
                defer { item.refuseUnknown() }
                return item.string("name", maxLength: 10)
            }
            #expect(names == ["ok"])
            #expect(fields.strings("tags", maxCount: 3, maxLength: 3) == ["a"])
            #expect(fields.bool("live") == nil)
            #expect(fields.integer("big", in: 0...10) == nil)
            #expect(fields.object("missing", required: true) == nil)
            fields.refuseUnknown()
        }
        #expect(
            problems == [
                "/label too_short", "/count wrong_type", "/amount wrong_type",
                "/items/0/name wrong_type", "/items/1/x unknown_field", "/tags/1 wrong_type",
                "/tags/2 too_long", "/live wrong_type", "/big out_of_range", "/missing required",
                "/extra~1key unknown_field",
            ])
    }

    @Test func `good members are read in any order`() throws {
        let text = """
            {"a":"x","b":true,"c":-7,"d":"-10.50","e":{"f":[1,2]},"g":["p","q"],"h":{"k":"v"}}
            """
        let problems = try problems(text) { fields in
            #expect(
                fields.texts("h", maxCount: 1, maxKeyLength: 1, maxLength: 1)?.first?.value == "v")
            #expect(fields.strings("g", maxCount: 2, maxLength: 1) == ["p", "q"])
            #expect(fields.decimal("d", required: true) == "-10.50")
            #expect(fields.string("a", maxLength: 1) == "x")
            let e = fields.object("e", required: true)
            #expect(e?.array("f", maxCount: 2)?.integers(in: 1...2) == [1, 2])
            #expect(e?.pointer == "/e")
            #expect(e?.pointer(to: "a/b") == "/e/a~1b")
            #expect(fields.integer("c", in: -7...0) == -7)
            #expect(fields.bool("b") == true)
            e?.refuseUnknown()
            fields.refuseUnknown()
        }
        #expect(problems == [])
    }

    @Test func `a null member counts as absent`() throws {
        let problems = try problems(#"{"a":null,"b":null,"c":null}"#) { fields in
            #expect(fields.string("a", maxLength: 1) == nil)
            #expect(fields.integer("b", in: 0...1, required: true) == nil)
            #expect(!fields.has("c"))
            #expect(fields.isNull("c"))
            #expect(!fields.isNull("d"))
            fields.refuseUnknown()
        }
        #expect(problems == ["/b required"])
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("1", 1), ("1.0", 1), ("1e2", 100), ("-5E0", -5), ("120e-1", 12),
        ("9007199254740992.0", 9_007_199_254_740_992),
        ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ])
    func `a whole number is an integer in any notation`(
        _ text: String, _ value: Int64
    ) throws {
        let problems = try problems("{\"n\":\(text)}") {
            #expect($0.integer("n", in: Int64.min...Int64.max) == value)
        }
        #expect(problems == [])
    }

    @Test(arguments: [
        ("9223372036854775808", "out_of_range"), ("-9223372036854775809", "out_of_range"),
        ("18446744073709551616", "out_of_range"), ("1e19", "out_of_range"),
        ("-1e300", "out_of_range"), ("1e400", "out_of_range"), ("-1e400", "out_of_range"),
        ("9007199254740994.0", "out_of_range"), ("101", "out_of_range"), ("-1", "out_of_range"),
        ("1.5", "wrong_type"), ("1e-1", "wrong_type"), ("\"1\"", "wrong_type"),
        ("true", "wrong_type"), ("[]", "wrong_type"), ("{}", "wrong_type"),
    ])
    func `a number that is not an integer and one out of range have different codes`(
        _ text: String, _ code: String
    ) throws {
        let problems = try problems("{\"n\":\(text)}") {
            #expect($0.integer("n", in: 0...100) == nil)
        }
        #expect(problems == ["/n \(code)"])
    }

    @Test(arguments: ["0", "10", "10.00", "-0.5", "007", "1.250"])
    func `a decimal string is an amount`(_ text: String) throws {
        let problems = try problems("{\"n\":\"\(text)\"}") { #expect($0.decimal("n") == text) }
        #expect(problems == [])
    }

    @Test(arguments: [
        ("\"\"", "invalid_value"), ("\"-\"", "invalid_value"), ("\"1.\"", "invalid_value"),
        ("\".5\"", "invalid_value"), ("\"1.2.3\"", "invalid_value"), ("\"+1\"", "invalid_value"),
        ("\"1e3\"", "invalid_value"), ("\" 1\"", "invalid_value"), ("\"1,5\"", "invalid_value"),
        ("\"--1\"", "invalid_value"), ("\"1-\"", "invalid_value"), ("\"٣\"", "invalid_value"),
        ("10", "wrong_type"), ("10.5", "wrong_type"), ("1e400", "wrong_type"),
        ("null", "required"), ("true", "wrong_type"),
        ("\"\(String(repeating: "1", count: 33))\"", "too_long"),
    ])
    func `a text that is no decimal number is not an amount`(_ text: String, _ code: String) throws
    {
        let problems = try problems("{\"n\":\(text)}") {
            #expect($0.decimal("n", required: true) == nil)
        }
        #expect(problems == ["/n \(code)"])
    }

    @Test func `a number for an amount is refused with a hint at the notation`() throws {
        let problems = Problems()
        let document = try Document.parse(Array(#"{"n":10.5}"#.utf8))
        _ = ObjectReader(document.root, problems: problems)?.decimal("n")
        #expect(
            problems.all.map(\.detail)
                == ["an amount is a decimal string such as \"10.00\", not a number"])
    }

    @Test(arguments: [
        ("abc", 3, true), ("abcd", 3, false), ("ééé", 3, true), ("éééé", 3, false),
        ("😀😀😀", 3, true), ("😀😀😀😀", 3, false), ("", 0, true), ("e\u{301}", 1, false),
    ])
    func `a text's length is counted in Unicode scalars`(_ text: String, _ max: Int, _ fits: Bool)
        throws
    {
        let problems = try problems("{\"s\":\"\(text)\"}") {
            #expect(($0.string("s", maxLength: max) != nil) == fits)
        }
        #expect(problems == (fits ? [] : ["/s too_long"]))
    }

    @Test func `a minimum length counts scalars too`() throws {
        let problems = try problems(#"{"a":"😀😀","b":"😀😀😀"}"#) {
            #expect($0.string("a", minLength: 3, maxLength: 9) == nil)
            #expect($0.string("b", minLength: 3, maxLength: 9) == "😀😀😀")
        }
        #expect(problems == ["/a too_short"])
    }

    private enum Capture: String, CaseIterable { case automatic, manual }

    @Test func `a choice is refused with its allowed values`() throws {
        let problems = Problems()
        let text = #"{"a":"manual","b":"secret","c":1,"d":["automatic","x"]}"#
        let document = try Document.parse(Array(text.utf8))
        let fields = try #require(ObjectReader(document.root, problems: problems))
        #expect(fields.choice("a", of: Capture.self) == .manual)
        #expect(fields.choice("b", of: Capture.self) == nil)
        #expect(fields.choice("c", of: Capture.self) == nil)
        #expect(fields.choices("d", of: Capture.self, maxCount: 2) == [.automatic])
        #expect(
            problems.all == [
                FieldProblem(
                    pointer: "/b", code: "invalid_value", detail: "one of: automatic, manual"),
                FieldProblem(pointer: "/c", code: "wrong_type", detail: "this must be a string"),
                FieldProblem(
                    pointer: "/d/1", code: "invalid_value", detail: "one of: automatic, manual"),
            ])
    }

    @Test func `a vocabulary type reads its own strings`() throws {
        let text = #"{"a":"7","b":"x","c":["1","y","3"],"d":"2.50","e":"2.555"}"#
        let problems = try problems(text) { fields in
            #expect(fields.value("a", maxLength: 9, detail: "a number") { Int($0) } == 7)
            let b = fields.value(
                "b", maxLength: 9, code: "not_a_number", detail: "a number", parse: { Int($0) })
            #expect(b == nil)
            let c = fields.values("c", maxCount: 3, maxLength: 9, detail: "a number") { Int($0) }
            #expect(c == [1, 3])
            let cents = { (text: String) in text.utf8.count == 4 ? text : nil }
            #expect(fields.decimal("d", detail: "two decimals", parse: cents) == "2.50")
            #expect(fields.decimal("e", detail: "two decimals", parse: cents) == nil)
        }
        #expect(problems == ["/b not_a_number", "/c/1 invalid_value", "/e invalid_value"])
    }

    @Test func `an array or object outside its count limits is refused`() throws {
        let problems = try problems(#"{"a":[1,2,3],"b":[],"c":{"x":"1","y":"2"},"d":{"long":"1"}}"#)
        {
            #expect($0.array("a", maxCount: 2) == nil)
            #expect($0.array("b", minCount: 1, maxCount: 2) == nil)
            #expect($0.texts("c", maxCount: 1, maxKeyLength: 9, maxLength: 9) == nil)
            #expect($0.texts("d", maxCount: 1, maxKeyLength: 3, maxLength: 9)?.count == 0)
        }
        #expect(problems == ["/a too_many", "/b too_few", "/c too_many", "/d too_long"])
    }

    @Test(arguments: ["[]", "1", "\"{}\"", "null"])
    func `a body that is not an object is one problem`(_ text: String) throws {
        let problems = Problems()
        let document = try Document.parse(Array(text.utf8))
        #expect(ObjectReader(document.root, at: "/body", problems: problems) == nil)
        #expect(problems.all.map { "\($0.pointer) \($0.code)" } == ["/body wrong_type"])
    }

    @Test func `at most a hundred problems are kept, and all are counted`() throws {
        let text = "{" + (0..<250).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        let problems = Problems()
        let document = try Document.parse(Array(text.utf8))
        let fields = try #require(ObjectReader(document.root, problems: problems))
        #expect(fields.integer("k0", in: 0...1) == 1)
        #expect(fields.integer("k200", in: 0...1) == 1)
        fields.refuseUnknown()
        #expect(problems.count == 248)
        #expect(problems.all.count == Problems.keptMax)
        #expect(problems.all.map(\.pointer) == (1...100).map { "/k\($0)" })
    }

    @Test func `an unknown member names the missing one that it resembles`() throws {
        let problems = Problems()
        let document = try Document.parse(
            Array(#"{"unit_price":1,"items":[{"nmae":"x"}],"limit":1,"limits":1,"zebra":1}"#.utf8))
        let fields = try #require(ObjectReader(document.root, problems: problems))
        _ = fields.string("unitPrice", maxLength: 9)
        _ = fields.array("items", maxCount: 5)?.objects { item -> String? in
            defer { item.refuseUnknown() }
            return item.string("name", maxLength: 10)
        }
        _ = fields.integer("limit", in: 0...1)
        #expect(!fields.has("zebras"))
        fields.refuseUnknown()
        #expect(
            problems.all.map { "\($0.pointer) \($0.detail)" } == [
                "/items/0/nmae unknown member; did you mean name?",
                "/unit_price unknown member; did you mean unitPrice?",
                // `limit` was sent, too, and `zebras` is not read.
                "/limits unknown member", "/zebra unknown member",
            ])
    }

    @Test func `a very long unknown name is not repeated`() throws {
        let name = String(repeating: "n", count: 129)
        let problems = try problems("{\"o\":{\"\(name)\":1}}") {
            let inner = $0.object("o")
            inner?.refuseUnknown()
            $0.refuseUnknown()
        }
        #expect(problems == ["/o unknown_field"])
    }

    @Test(arguments: ["4111111111111111", "ada@example.com", "+14085550100"])
    func `a value in place of a name is not repeated`(name: String) throws {
        let problems = try problems("{\"a\":{\"\(name)\":1}}") {
            $0.object("a")?.refuseUnknown()
            $0.refuseUnknown()
        }
        #expect(problems == ["/a unknown_field"])
        let twice = #expect(throws: JSONSyntaxError.self) {
            try Document.parse(Array("{\"\(name)\":1,\"\(name)\":2}".utf8))
        }
        #expect(twice?.pointer == "/…")
    }

    @Test func `a problem's detail gives the length and the limit`() throws {
        let problems = Problems()
        let text = #"{"a":"abcd","b":"","c":"ab","d":[1,2],"e":[],"f":{"x":"y"},"g":11}"#
        let document = try Document.parse(Array(text.utf8))
        let fields = try #require(ObjectReader(document.root, problems: problems))
        _ = fields.string("a", maxLength: 3)
        _ = fields.string("b", minLength: 1, maxLength: 3)
        _ = fields.string("c", minLength: 3, maxLength: 3)
        _ = fields.array("d", maxCount: 1)
        _ = fields.array("e", minCount: 1, maxCount: 1)
        _ = fields.texts("f", maxCount: 0, maxKeyLength: 1, maxLength: 1)
        _ = fields.integer("g", in: 1...10)
        #expect(
            problems.all.map(\.detail) == [
                "at most 3 characters; this has 4", "this must not be empty",
                "at least 3 characters; this has 2", "at most 1 elements; this has 2",
                "this must not be empty", "at most 0 members; this has 1", "from 1 to 10",
            ])
    }

    @Test func `a detail never repeats a value`() throws {
        let secret = "4111111111111111"
        let text = """
            {"a":"\(secret)","b":\(secret),"c":["\(secret)"],"d":{"x":"\(secret)"},"e":"\(secret)"}
            """
        let problems = Problems()
        let document = try Document.parse(Array(text.utf8))
        let fields = try #require(ObjectReader(document.root, problems: problems))
        _ = fields.string("a", maxLength: 3)
        _ = fields.integer("b", in: 0...9)
        _ = fields.integer("a", in: 0...9)
        _ = fields.choices("c", of: Capture.self, maxCount: 1)
        _ = fields.texts("d", maxCount: 1, maxKeyLength: 1, maxLength: 1)
        _ = fields.decimal("e", maxLength: 4)
        _ = fields.value("e", maxLength: 20, detail: "a color") { _ in Int?.none }
        _ = fields.bool("e")
        #expect(problems.count == 8)
        for problem in problems.all { #expect(!problem.detail.contains("4111")) }
    }

    @Test func `a reader that lists excesses reads values beyond their maximums`() throws {
        let text = """
            {"a":"long","b":[1,99],"c":"long","d":"longer","e":{"long":"x","f":"long"},"g":"12.5"}
            """
        let document = try Document.parse(Array(text.utf8))
        let excesses = Problems()
        let problems = Problems(excesses: excesses)
        let fields = try #require(ObjectReader(document.root, problems: problems))
        let parse = { (text: String) in text == "long" ? text : nil }
        #expect(fields.string("a", maxLength: 3) == "long")
        #expect(fields.array("b", maxCount: 1)?.integers(in: 0...9) == [1])
        #expect(fields.value("c", maxLength: 3, detail: "a word", parse: parse) == "long")
        #expect(fields.value("d", maxLength: 3, detail: "a word", parse: parse) == nil)
        let texts = fields.texts("e", maxCount: 1, maxKeyLength: 2, maxLength: 2)
        #expect(texts?.map(\.key) == ["long", "f"])
        #expect(fields.decimal("g", maxLength: 2) == "12.5")
        #expect(
            problems.all.map { "\($0.pointer) \($0.code)" } == [
                "/b/1 out_of_range", "/d invalid_value",
            ])
        #expect(
            excesses.all.map { "\($0.pointer) \($0.code)" } == [
                "/a too_long", "/b too_many", "/c too_long", "/e too_many", "/e too_long",
                "/e/f too_long", "/g too_long",
            ])
    }
}
