import CartSupport
import Contacts
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A cart without delivery is taxed at the billing address.
///
/// Sources: Directive 2006/112/EC articles 31 and 58; Implementing Regulation (EU) 282/2011 article
/// 24f; Streamlined Sales and Use Tax Agreement section 310.
struct BillingTaxTests {
    private static let regions = ["CA", "NY", "OR", "TX"]
    private static let codes = ["94103", "10001", "97201", "73301"]

    private static func contact(_ index: Int, isFull: Bool = true) -> Contact {
        Contact(
            addressLines: isFull ? ["1 Main Street"] : [], locality: "Somewhere",
            administrativeArea: regions[index], postalCode: codes[index], countryCode: "US")
    }

    /// One rate for each region, in whole percent.
    private static func rates(_ percents: [Int64]) -> [TaxRate] {
        zip(regions, percents).map { rate("\($1)", region: "US-\($0)") }
    }

    private static func digital(_ request: inout CheckoutRequest) {
        request.requiredBillingContactFields = [.postalAddress]
    }

    private static func choose(_ session: CheckoutSession, _ index: Int?, at till: Till)
        async throws
        -> SheetUpdateOutcome
    {
        let select = SelectPaymentMethod(
            context: till.context(session), kind: "debit",
            billing: index.map { contact($0, isFull: false) })
        return try await select(on: till.database)
    }

    private static func pay(
        _ session: CheckoutSession, from index: Int, at till: Till, by bank: Bank
    )
        async -> End
    {
        await End {
            try await till.pay(session, .card(billing: contact(index)), by: bank.processor())
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var item = CartSupport.item("10.00", requiresShipping: false)
        var type = ShippingType.shipping
        var mode: ShippingContactEditingMode?
        var asksShipping = false
        var asksBilling = true
        var shipping: String?
        var billing: String? = "US-CA"
        let expected: String?
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "digital goods", expected: "US-CA"),
        Row(
            name: "digital goods, billing address not asked for", asksBilling: false,
            expected: "US"),
        Row(name: "digital goods, billing address not known yet", billing: nil, expected: "US"),
        Row(
            name: "digital goods with a shipping address as well", asksShipping: true,
            shipping: "US-NY", expected: "US-CA"),
        Row(
            name: "digital goods, only the shipping address known", asksShipping: true,
            shipping: "US-NY", billing: nil, expected: "US-NY"),
        Row(
            name: "delivered goods", item: item("10.00"), asksShipping: true, shipping: "US-NY",
            expected: "US-NY"),
        Row(
            name: "delivered goods, address not known yet", item: item("10.00"),
            asksShipping: true, expected: nil),
        Row(
            name: "a pickup at the store's address", item: item("10.00"), type: .storePickup,
            mode: .storePickup, asksShipping: true, shipping: "US-NY", expected: "US-NY"),
        Row(
            name: "a pickup at an unknown store", item: item("10.00"), type: .storePickup,
            mode: .storePickup, asksShipping: true, expected: "US-CA"),
        Row(
            name: "a pickup with the buyer's address", item: item("10.00"), type: .storePickup,
            asksShipping: true, shipping: "US-NY", expected: "US-CA"),
        Row(
            name: "a pickup at the buyer's", item: item("10.00"), type: .servicePickup,
            asksShipping: true, shipping: "US-NY", expected: "US-NY"),
        Row(
            name: "a pickup without any address", item: item("10.00"), type: .storePickup,
            billing: nil, expected: "US"),
    ]

    @Test(arguments: rows)
    func `the delivery of a cart decides which address is taxed`(row: Row) {
        var request = cart(row.item)
        request.shippingType = row.type
        request.shippingContactEditingMode = row.mode
        if row.asksShipping { request.requiredShippingContactFields = [.postalAddress] }
        if row.asksBilling { request.requiredBillingContactFields = [.postalAddress] }
        let place = { (region: String) in Destination(country: america, region: region) }
        let taxed = request.taxedPlace(
            Places(shipping: row.shipping.map(place), billing: row.billing.map(place)))
        #expect(taxed.map { $0.region ?? $0.country.code } == row.expected)
    }

    @Test func `allowed countries and excluded regions do not restrict a billing address`() throws {
        var settings = CartSupport.settings(rates: [rate("20", in: germany)])
        settings.allowedShippingCountries = [america]
        var request = cart(item("10.00", requiresShipping: false))
        request.requiredBillingContactFields = [.postalAddress]
        let price = try Pricing(
            request, settings: settings, billing: Destination(country: germany), today: today
        ).price()
        #expect(price.total == money("12.00"))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the card is charged at most the shown total for any billing address`(
        seed: UInt64
    ) async throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let percents = (0..<4).map { _ in Int64.random(in: 0...20, using: &chance) }
            let till = try await Till { $0.taxRates = Self.rates(percents) }
            let session = try await till.checkout { Self.digital(&$0) }
            // Apple Pay JS up to version 9 reports no billing address before the payment.
            let shown = chance.chance(30) ? nil : Int.random(in: 0..<4, using: &chance)
            let full = Int.random(in: 0..<4, using: &chance)
            let promised = 1000 + (shown.map { percents[$0] * 10 } ?? 0)
            let owed = 1000 + percents[full] * 10
            #expect(
                try await Self.choose(session, shown, at: till).session.total.minorUnits == promised
            )
            let bank = Bank()
            let end = await Self.pay(session, from: full, at: till, by: bank)
            if owed > promised {
                #expect(end == .reported(["billingContactInvalid"]))
                #expect(bank.asked.all.isEmpty)
                #expect(try await till.session(session).total.minorUnits == promised)
                // One correction is enough: an update with the same address shows the new price.
                let corrected = try await Self.choose(session, shown, at: till).session
                #expect(corrected.total.minorUnits == owed)
                #expect(await Self.pay(session, from: full, at: till, by: bank) == .paid)
            } else {
                #expect(end == .paid)
            }
            #expect(bank.asked.all.map(\.amount.minorUnits) == [owed])
        }
    }

    @Test func `a more expensive billing address is an error on its postal code`() async throws {
        let till = try await Till { $0.taxRates = Self.rates([10, 0, 0, 0]) }
        let session = try await till.checkout { Self.digital(&$0) }
        let refused = try await till.pay(
            session, .card(billing: Self.contact(0)), by: .unimplemented)
        #expect(
            refused.errors == [
                FieldError(.billing, .postalCode, .priceChanged(to: money("11.00")))
            ])
    }

    @Test func `an update without a billing address keeps the known one`() async throws {
        let till = try await Till { $0.taxRates = Self.rates([10, 0, 0, 0]) }
        let session = try await till.checkout { Self.digital(&$0) }
        #expect(try await Self.choose(session, 0, at: till).price.total == money("11.00"))
        #expect(try await Self.choose(session, nil, at: till).price.total == money("11.00"))
        #expect(try await Self.choose(session, 1, at: till).price.total == money("10.00"))
    }

    @Test func `a delivered cart ignores the billing address`() async throws {
        let till = try await Till { $0.taxRates = Self.rates([10, 0, 0, 0]) }
        let session = try await till.checkout {
            $0 = delivered($0)
            Self.digital(&$0)
        }
        #expect(try await Self.choose(session, 0, at: till).price.total == money("10.00"))
        let kept = try await till.session(session)
        #expect(kept.privacy.place == nil)
    }

    @Test func `the tax stays on the books after the payment and the buyer's erasure`()
        async throws
    {
        let till = try await Till { $0.taxRates = Self.rates([10, 0, 0, 0]) }
        let session = try await till.checkout { Self.digital(&$0) }
        _ = try await Self.choose(session, 0, at: till)
        #expect(await Self.pay(session, from: 0, at: till, by: Bank()) == .paid)
        let customer = try await till.account(of: session)
        let tax = {
            try await FindCheckout(checkout: session.id, generation: nil, language: .english)(
                on: till.database, registry: Registry(database: till.database, now: { now }),
                keys: till.keys
            ).price.tax
        }
        #expect(try await tax() == money("1.00"))
        try await till.erase(customer)
        #expect(try await tax() == money("1.00"))
    }
}
