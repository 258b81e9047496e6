import CartSupport
import JSON
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

@Suite struct NoticeAddressTests {
    /// Apple, "Merchant token notification services": Apple appends a path to the URL.
    @Test(arguments: [
        "https://shop.example/a?merchant=1", "https://shop.example?", "https://shop.example/a#b",
    ])
    func `a token notification URL with a query or a fragment is refused`(_ text: String) throws {
        let problems = Problems()
        let node = try parse(#"{"a":"\#(text)"}"#)
        let fields = try #require(ObjectReader(node, problems: problems))
        #expect(fields.noticeAddress("a", isStored: false) == nil)
        #expect(problems.all.map(\.code) == ["invalid_value"])
        #expect(fields.noticeAddress("a", isStored: true)?.text == text)
    }
}
