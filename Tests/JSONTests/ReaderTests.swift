import JSON
import Testing

struct ReaderTests {
    private func read(_ text: String, _ body: (ObjectReader) -> Void) throws -> [String] {
        let problems = Problems()
        let document = try Document.parse(Array(text.utf8))
        if let reader = ObjectReader(document.root, problems: problems) { body(reader) }
        return problems.all.map { "\($0.pointer) \($0.code)" }
    }

    @Test func `all bad members are told in one go`() throws {
        let text = """
            {"label":"","count":1.5,"amount":10,"items":[{"name":7},{"name":"ok","x":1}],
             "tags":["a",null,"abcd"],"live":"yes","big":1e400,"extra/key":1}
            """
        let problems = try read(text) { fields in
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
}
