import JSON
import Testing

struct WriterTests {
    @Test func `members, elements and commas come out right`() throws {
        let bytes = Writer.write {
            $0.member("id", "chk_1")
            $0.member("live", false)
            $0.array("items", [1, 2]) { item, writer in
                writer.object { $0.member("n", item) }
            }
            $0.object("empty") { _ in }
            $0.member("left", ifPresent: String?.none)
            $0.member("nothing", String?.none)
            $0.member("tags", ["a\"\\\n\u{1}", "é"])
        }
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"id":"chk_1","live":false,"items":[{"n":1},{"n":2}],"empty":{},"nothing":null,\
                "tags":["a\\"\\\\\\n\\u0001","é"]}
                """)
    }
}
