import Postgres
import Testing

@Suite struct QueryTests {
    @Test func `a value becomes a numbered placeholder and never text`() {
        let query: Query = "SELECT \("'; DROP TABLE x; --") WHERE a = \(1) AND b = \(nil as Int64?)"
        #expect(query.sql == "SELECT $1 WHERE a = $2 AND b = $3")
        #expect(query.binds.count == 3)
    }

    @Test func `an embedded query is renumbered`() {
        let filter: Query = "state = \("open") AND name <> '$1'"
        let query: Query = "SELECT \(1) WHERE \(filter) LIMIT \(2)"
        #expect(query.sql == "SELECT $1 WHERE state = $2 AND name <> '$1' LIMIT $3")
        #expect(texts(query) == ["1", "open", "2"])
    }

    @Test func `an embedded query may be nested, and hold more than nine values`() {
        let list = Query.joined((1...12).map { "\($0)" as Query }, separator: ", ")
        let inner: Query = "x IN (\(fragment: list))"
        let query: Query = "\(0) \(inner) \(13)"
        let places = (2...13).map { "$\($0)" }.joined(separator: ", ")
        #expect(query.sql == "$1 x IN (\(places)) $14")
        #expect(texts(query) == (0...13).map { "\($0)" })
    }

    @Test func `a query keeps raw text as it is`() {
        let query: Query = "SELECT \(raw: "a, b") FROM \(raw: "t")"
        #expect(query.sql == "SELECT a, b FROM t")
        #expect(query.binds.isEmpty)
    }

    @Test func `a query prints its text and no value`() {
        let query: Query = "SELECT \("4111111111111111")"
        var dumped = ""
        dump(query, to: &dumped)
        for text in ["\(query)", String(reflecting: query), dumped] {
            #expect(text.contains("SELECT $1"))
            #expect(!text.contains("4111"))
        }
    }

    private func texts(_ query: Query) -> [String] {
        query.binds.map {
            switch $0 {
            case .int64(let number): String(number)
            case .text(let text): text
            default: "?"
            }
        }
    }
}
