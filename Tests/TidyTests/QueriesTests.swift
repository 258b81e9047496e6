import Testing

@Suite struct QueriesTests {
    private static let owned = Set(
        Table.all(in: Tree.files).filter(\.keyBeginsWithMerchant).map(\.name))

    @Test func `SQL is only in query files`() {
        #expect(Tree.files.flatMap(Queries.misplacedQueries) == [])
    }

    @Test func `each statement names its merchant`() {
        #expect(
            QueriesTests.owned.isSuperset(of: ["merchants", "checkouts", "events", "api_keys"]))
        #expect(!QueriesTests.owned.contains("names"))
        #expect(Tree.files.flatMap { Queries.unscopedQueries($0, owned: QueriesTests.owned) } == [])
    }

    @Test func `every table with a merchant has it in its key, except global ones`() {
        let others = Table.all(in: Tree.files).filter {
            $0.hasMerchant && !$0.keyBeginsWithMerchant
        }
        #expect(others.allSatisfy { Migrations.global.contains($0.name) })
    }

    private func swift(_ literal: String, above comment: String = "") -> SourceFile {
        SourceFile(
            path: "Sources/Domains/Checkouts/Bad.swift",
            text: "\(comment)\nlet query: Query = \"\"\"\n\(literal)\n\"\"\"\n")
    }

    @Test(arguments: [
        "SELECT a FROM b", "INSERT INTO a VALUES (1)", "UPDATE a SET b = 1", "DELETE FROM a",
        "WITH a AS (SELECT 1) SELECT 2",
    ])
    func `SQL outside a query file is found`(sql: String) {
        #expect(Queries.misplacedQueries(swift(sql)).count == 1)
    }

    @Test(arguments: ["Select a card from the list", "UPDATE is a word", "a plain text"])
    func `a sentence is not SQL`(text: String) {
        #expect(Queries.misplacedQueries(swift(text)) == [])
    }

    @Test(arguments: [
        "SELECT a FROM checkouts WHERE id = 1",
        "SELECT merchant_id FROM names JOIN checkouts ON true",
        "UPDATE checkouts SET merchant_id_old = 1",
        "DELETE FROM checkouts",
        "INSERT INTO checkouts (checkout_id) VALUES (1)",
        "SELECT count(*) FROM checkouts GROUP BY merchant_id",
        "DELETE FROM checkouts WHERE (merchant_id, id) IN (SELECT merchant_id, id FROM checkouts)",
    ])
    func `a statement on all merchants' rows is found`(sql: String) {
        #expect(Queries.unscopedQueries(swift(sql), owned: ["checkouts"]).count == 1)
    }

    @Test(arguments: [
        "SELECT a FROM checkouts WHERE merchant_id = \\(merchant)",
        "SELECT a FROM names n JOIN checkouts c ON c.merchant_id = n.merchant_id",
        "INSERT INTO checkouts (merchant_id, checkout_id) VALUES (1, 2)",
        "DELETE FROM checkouts WHERE (merchant_id, checkout_id) = (1, 2)",
        "SELECT 1 FROM names",
    ])
    func `a statement that names its merchant is accepted`(sql: String) {
        #expect(Queries.unscopedQueries(swift(sql), owned: ["checkouts"]) == [])
    }

    @Test func `a statement over all merchants needs a reason right above`() {
        let scan = "SELECT a FROM checkouts WHERE expires_at < now()"
        let excused = swift(
            scan, above: "// All merchants: what expires is closed, whoever's it is.")
        #expect(Queries.unscopedQueries(excused, owned: ["checkouts"]) == [])
        let far = swift(scan, above: "// All merchants: a reason.\n\n\n\n\n")
        #expect(Queries.unscopedQueries(far, owned: ["checkouts"]).count == 1)
    }
}
