import CartSupport
import JSON
import Testing
import Vocabulary

@testable import Carts

/// The members of a request that a PATCH may change.
@Suite struct SheetChangingTests {
    static func changed(
        _ text: String, _ request: CheckoutRequest = cart(item("10.00", pending: true))
    ) throws -> (request: CheckoutRequest?, problems: [String]) {
        let problems = Problems()
        let fields = try #require(ObjectReader(parse(text), problems: problems))
        let changed = request.changed(by: fields, now: now)
        return (changed, problems.all.map { "\($0.pointer) \($0.code)" })
    }

    @Test func `a pending price becomes final`() throws {
        let (request, problems) = try Self.changed(
            #"{"items":[{"name":"Fish","unitPrice":"12.34"}]}"#)
        #expect(problems == [])
        #expect(try text(price(#require(request))) == "Subtotal 12.34 = 12.34")
    }

    @Test func `line items replace the items of a cart`() throws {
        let (request, _) = try Self.changed(#"{"lineItems":[{"label":"Ride","amount":"8"}]}"#)
        #expect(request?.cartContent == .lines([line("Ride", "8.00")]))
    }

    @Test func `an absent member of a checkout change keeps its value, and null removes it`() throws
    {
        var old = cart(item("10.00"))
        old.reference = "order 7"
        old.maximumAmount = money("20.00")
        old.shippingMethods = []
        old.metadata = [.init(key: "a", value: "b")]
        #expect(try Self.changed("{}", old).request == old)
        let (new, problems) = try Self.changed(
            #"{"reference":null,"maximumAmount":null,"shippingMethods":null,"metadata":null}"#, old)
        #expect(problems == [])
        #expect(new == cart(item("10.00")))
    }

    @Test(
        "an invalid change is refused",
        arguments: [
            (#"{"currencyCode":"EUR"}"#, "/currencyCode unknown_field"),
            (#"{"items":[],"lineItems":[]}"#, "/items too_few"),
            (
                #"{"maximumAmount":"1","authorizationAmount":"2"}"#,
                "/authorizationAmount out_of_range"
            ),
            (#"{"items":[{"name":"a","unitPrice":"1.001"}]}"#, "/items/0/unitPrice invalid_value"),
        ]) func refused(text: String, problem: String) throws
    {
        let (request, problems) = try Self.changed(text)
        #expect(request == nil)
        #expect(problems.first == problem)
    }
}
