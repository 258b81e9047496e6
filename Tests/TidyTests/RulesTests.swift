import Testing

@Suite struct RulesTests {
    private static let rules = Rules.all(in: Tree.files)

    @Test func `every cited rule exists`() {
        #expect(
            RulesTests.rules.isSuperset(of: [
                "docs/rules/money.md#6", "docs/rules/apple.md#5.4", "docs/rules/contacts.md#4.3",
            ]))
        #expect(Tree.files.flatMap { Rules.unresolved($0, among: RulesTests.rules) } == [])
    }

    @Test func `every number names one rule of its book`() {
        #expect(Tree.files.flatMap(Rules.repeatedNumbers) == [])
    }

    @Test func `sources and tests cite rules by their path`() {
        #expect(Tree.files.flatMap(Rules.citationsWithoutPath) == [])
    }

    private func file(_ text: String, _ path: String = "Sources/Domains/Checkouts/Bad.swift")
        -> SourceFile
    {
        SourceFile(path: path, text: text)
    }

    // Citations that must not be found in this file are assembled.
    private let book = "docs/" + "rules/tea.md"

    @Test func `a citation of an unknown rule is found with its line`() {
        let rules = Rules.all(in: [file("# Tea\n\n## 1. Water\n\n### 1.2. Heat\n", book)])
        #expect(rules == ["\(book)#1", "\(book)#1.2"])
        #expect(Rules.unresolved(file("// (\(book)#1). Or \(book)#1.2."), among: rules) == [])
        #expect(
            Rules.unresolved(file("\n// (\(book)#2)"), among: rules) == [
                Violation(
                    path: "Sources/Domains/Checkouts/Bad.swift", line: 2,
                    message: "\(book)#2 does not exist"
                )
            ])
    }

    @Test(arguments: ["#1, #2", "#1 and #2", "#1 to #2", "#1.3"])
    func `each number of a citation is resolved`(numbers: String) {
        let rules: Set<String> = ["\(book)#1"]
        #expect(Rules.unresolved(file("// \(book)\(numbers)"), among: rules).count == 1)
    }

    @Test func `a number that two rules have is found`() {
        #expect(Rules.repeatedNumbers(file("## 1. Water\n\n## 1. Heat\n", book)).count == 1)
        #expect(Rules.repeatedNumbers(file("## 1. Water\n\n## 2. Heat\n", book)) == [])
    }

    @Test(arguments: [
        "(money" + ".md 6)", "money" + ".md", "contracts" + " 5.4", "contracts" + " part 3",
        "user" + " demand 2", "user-" + "demands.md 30", "Money" + " rule 1", "contacts" + ".md 4",
    ])
    func `a citation without a path is found`(text: String) {
        #expect(Rules.citationsWithoutPath(file("/// \(text)")).count == 1)
        #expect(Rules.citationsWithoutPath(file("/// \(text)", "docs/api/orders.md")) == [])
    }

    @Test(arguments: [
        "docs/rules/money.md#6", "docs/api/contacts.md", "Apple's contracts", "a demand of 2",
    ])
    func `a text that cites no rule is accepted`(text: String) {
        #expect(Rules.citationsWithoutPath(file("/// \(text)")) == [])
    }
}
