import Testing

@Suite struct MigrationsTests {
    @Test func `each migration begins with its reason`() {
        #expect(Tree.files.flatMap(Migrations.missingReason) == [])
    }

    @Test func `migrations are numbered without a gap`() {
        #expect(!Tree.files.filter(\.isMigration).isEmpty)
        #expect(Migrations.unordered(Tree.files) == [])
    }

    @Test func `constraints have names`() {
        #expect(Tree.files.flatMap(Migrations.unnamedConstraints) == [])
    }

    @Test func `keys begin with the merchant`() {
        #expect(Tree.files.flatMap(Migrations.keysWithoutMerchant) == [])
    }

    private func migration(_ text: String, _ name: String = "0001_a") -> SourceFile {
        SourceFile(path: "sql/\(name).sql", text: text)
    }

    @Test func `a migration without its reason is found`() {
        #expect(Migrations.missingReason(migration("CREATE TABLE a ();")).count == 1)
        #expect(Migrations.missingReason(migration("-- Why: because\n")).count == 1)
    }

    @Test func `a gap and a duplicate number are found`() {
        #expect(
            Migrations.unordered([migration("", "0001_a"), migration("", "0003_b")]).count == 1)
        #expect(
            Migrations.unordered([migration("", "0001_a"), migration("", "0001_b")]).count == 1)
    }

    @Test(arguments: [
        "CREATE TABLE a (merchant_id bigint PRIMARY KEY);",
        "CREATE TABLE a (b text UNIQUE);",
        "CREATE TABLE a (b text CHECK (b <> ''));",
        "CREATE TABLE a (b bigint REFERENCES c);",
        "CREATE TABLE a (b bigint, FOREIGN KEY (b) REFERENCES c);",
        "ALTER TABLE a ADD UNIQUE (merchant_id, b);",
    ])
    func `a constraint without a name is found`(sql: String) {
        #expect(Migrations.unnamedConstraints(migration(sql)).count == 1)
    }

    @Test(arguments: [
        "CREATE TABLE a (CONSTRAINT x PRIMARY KEY (merchant_id, b));",
        "CREATE TABLE a (CONSTRAINT x FOREIGN KEY (merchant_id) REFERENCES merchants);",
        "CREATE UNIQUE INDEX x ON a (merchant_id, b);",
        "-- UNIQUE in a comment, and 'CHECK' in a string\nSELECT 'UNIQUE';",
    ])
    func `a named constraint is accepted`(sql: String) {
        #expect(Migrations.unnamedConstraints(migration(sql)) == [])
        #expect(Migrations.keysWithoutMerchant(migration(sql)) == [])
    }

    @Test(arguments: [
        "CREATE TABLE a (CONSTRAINT x PRIMARY KEY (id));",
        "CREATE TABLE a (CONSTRAINT x FOREIGN KEY (id) REFERENCES b);",
        "ALTER TABLE a ADD CONSTRAINT x UNIQUE (id, merchant_id);",
        "CREATE UNIQUE INDEX x ON a (id);",
    ])
    func `a key that does not begin with the merchant is found`(sql: String) {
        #expect(Migrations.keysWithoutMerchant(migration(sql)).count == 1)
    }
}
