import CartSupport
import Contacts
import JSON
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// Any request is refused with a reason, or its sheet opens and stays open.
@Suite struct SheetPropertyTests {
    /// The outcomes of the requests of one seed.
    struct Tally {
        var accepted = 0
        var refused = 0
        var unpriced = 0
        var currencies: Set<String> = []
    }

    @Test(
        "every accepted request passes the sheet's own rules",
        arguments: 1...8 as ClosedRange<UInt64>)
    func rules(seed: UInt64) throws {
        var generator = SheetGenerator(seed: seed)
        var tally = Tally()
        for _ in 0..<250 {
            let text = generator.request()
            let settings = generator.settings()
            let problems = Problems()
            let fields = try #require(ObjectReader(parse(text), problems: problems))
            var prefill = Prefill()
            guard
                let request = CheckoutRequest(
                    reading: fields, merchant: settings, now: now, prefill: &prefill)
            else {
                #expect(!problems.isEmpty, "the request is refused without a problem: \(text)")
                tally.refused += 1
                continue
            }
            #expect(problems.isEmpty)
            #expect(try CheckoutRequest(stored: request.bytes) == request)
            let pricing = Pricing(
                request, settings: settings, destination: generator.destination(),
                method: generator.random.pick([nil, "b", "m2", "gone"]),
                coupon: generator.coupon(), today: today)
            guard let price = try? pricing.price() else {
                tally.unpriced += 1
                continue
            }
            tally.accepted += 1
            tally.currencies.insert(request.currency.code)
            try expectOpens(request, price, prefill, text)
            for kind in SheetUpdate.Kind.allCases {
                try expectStaysOpen(request, price, kind, generator.errors(kind), text)
            }
        }
        #expect(tally.accepted > 60 && tally.refused > 10 && tally.unpriced > 5, "\(tally)")
        #expect(tally.currencies == ["USD", "EUR", "JPY", "KWD"])
    }

    private func expectOpens(
        _ request: CheckoutRequest, _ price: Price, _ prefill: Prefill, _ text: String
    ) throws {
        var writer = Writer()
        PaymentRequest(request, price: price, totalLabel: "SHOP")
            .write(to: &writer, prefill: prefill)
        let rendered = try Document.parse(writer.bytes).root
        let violations = SheetRules.violations(of: rendered, version: request.clientVersion)
        #expect(
            violations.isEmpty, "\(violations) in \(String(decoding: writer.bytes, as: UTF8.self))")
        #expect(price.isPending == (rendered["total"]?["type"]?.string == "pending"))
        #expect(price.isPending == price.lines.contains { $0.kind == .pending && $0.isImmediate })
        // Without contacts the text is the same up to the place where they begin.
        var bare = Writer()
        PaymentRequest(request, price: price, totalLabel: "SHOP").write(to: &bare)
        #expect(writer.bytes.starts(with: bare.bytes.dropLast()))
    }

    private func expectStaysOpen(
        _ request: CheckoutRequest, _ price: Price, _ kind: SheetUpdate.Kind,
        _ errors: [SheetError], _ text: String
    ) throws {
        let bytes = Writer.write {
            SheetUpdate(kind, request, price: price, totalLabel: "SHOP", errors: errors)
                .write(membersTo: &$0)
        }
        let violations = SheetRules.violations(
            ofUpdate: try Document.parse(bytes).root, kind, version: request.clientVersion)
        #expect(violations.isEmpty, "\(violations) in \(String(decoding: bytes, as: UTF8.self))")
    }

    @Test("parts add up to the total", arguments: 1...8 as ClosedRange<UInt64>)
    func sums(seed: UInt64) throws {
        var generator = SheetGenerator(seed: 1000 + seed)
        var priced = 0
        for _ in 0..<500 {
            let settings = generator.settings()
            let currency = generator.random.pick([dollars, yen, dinars])
            generator.currency = currency
            var items: [CartItem] = []
            for _ in 0..<Int.random(in: 1...9, using: &generator.random) {
                items.append(
                    CartItem(
                        name: "Thing",
                        quantity: Int64.random(in: 1...5, using: &generator.random),
                        unitPrice: Money(
                            minorUnits: Int64.random(in: 0...9999, using: &generator.random),
                            currency: currency),
                        taxCode: generator.random.pick([nil, "book", "toy"]),
                        isPending: generator.random.chance(10)))
            }
            var request = CheckoutRequest(
                countryCode: america, currency: currency, cartContent: .items(items))
            if generator.random.chance(50) {
                request.requiredShippingContactFields = [.postalAddress]
            }
            let pricing = Pricing(
                request, settings: settings, destination: generator.destination(),
                coupon: generator.coupon(), today: today)
            guard let price = try? pricing.price() else { continue }
            priced += 1
            #expect(Sums.added(price) == Sums.stated(price))
            #expect(price.parts.allSatisfy { $0.discount <= $0.gross && $0.discount >= 0 })
            #expect(price.discount.minorUnits <= price.subtotal.minorUnits)
            #expect(price.parts.count == items.count)
        }
        #expect(priced > 200)
    }
}
