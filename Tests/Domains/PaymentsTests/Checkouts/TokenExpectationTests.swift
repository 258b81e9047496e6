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

/// A charge never exceeds the shown price (docs/rules/money.md#6; docs/rules/demands.md#14, #17).
struct TokenExpectationTests {
    private static let regions = ["CA", "NY", "OR", "TX"]
    private static let cities = ["94103", "10001", "97201", "73301"]

    private static func contact(_ index: Int, isFull: Bool = true) -> Contact {
        Contact(
            addressLines: isFull ? ["1 Main Street"] : [], locality: "Somewhere",
            administrativeArea: regions[index], postalCode: cities[index], countryCode: "US")
    }

    /// One delivery method for each region, at these prices in minor units.
    private static func zones(_ amounts: [Int64]) -> [ShippingZone] {
        zip(regions, amounts).map { region, amount in
            ShippingZone(
                name: region, areas: [ShippingArea(country: america, regions: ["US-" + region])],
                currency: dollars,
                methods: [
                    ZoneMethod(
                        identifier: "post", label: "Post", detail: "",
                        prices: [ZoneMethod.Step(from: 0, amount: amount)])
                ])
        }
    }

    private static func pay(_ session: CheckoutSession, to index: Int, at till: Till, by bank: Bank)
        async -> End
    {
        await End {
            try await till.pay(
                session, .card(shipping: contact(index)), by: bank.processor())
        }
    }

    private static func choose(
        _ session: CheckoutSession, _ index: Int, at till: Till, of merchant: Merchant? = nil
    ) async throws -> SheetUpdateOutcome {
        let select = SelectShippingContact(
            context: till.context(session, of: merchant), contact: contact(index, isFull: false))
        return try await till.database.transaction { try select(in: $0) }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the card is charged at most the shown total for any parcel address`(
        seed: UInt64
    ) async throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let amounts = (0..<4).map { _ in Int64.random(in: 0...2000, using: &chance) }
            let till = try await Till { $0.shippingZones = Self.zones(amounts) }
            let session = try await till.checkout {
                $0.requiredShippingContactFields = [.postalAddress]
            }
            let (shown, full) = (
                Int.random(in: 0..<4, using: &chance), Int.random(in: 0..<4, using: &chance)
            )
            let expectation = try await Self.choose(session, shown, at: till).session.total
                .minorUnits
            #expect(expectation == 1000 + amounts[shown])
            let bank = Bank()
            let end = await Self.pay(session, to: full, at: till, by: bank)
            if amounts[full] <= amounts[shown] {
                #expect(end == .paid)
                #expect(bank.asked.all.map(\.amount.minorUnits) == [1000 + amounts[full]])
                #expect(bank.asked.all.allSatisfy { $0.amount.minorUnits <= expectation })
            } else {
                #expect(end == .reported(["shippingContactInvalid"]))
                #expect(bank.asked.all.isEmpty)
                #expect(try await till.session(session).total.minorUnits == expectation)
                // One correction is enough: an update with the same address shows the new price.
                let corrected = try await Self.choose(session, shown, at: till).session
                #expect(corrected.total.minorUnits == 1000 + amounts[full])
                #expect(await Self.pay(session, to: full, at: till, by: bank) == .paid)
                #expect(bank.asked.all.map(\.amount.minorUnits) == [1000 + amounts[full]])
            }
        }
    }

    @Test func `a payment from a sheet with an older version is refused`() async throws {
        let till = try await Till { $0.shippingZones = Self.zones([100, 200, 300, 400]) }
        let session = try await till.checkout {
            $0.requiredShippingContactFields = [.postalAddress]
        }
        let shown = try await Self.choose(session, 3, at: till).session.version
        _ = try await Self.choose(session, 0, at: till)
        let end = await End {
            try await till.pay(
                session, .card(shipping: Self.contact(0)), by: .unimplemented, version: shown)
        }
        #expect(end == .refused("staleVersion(given: \(shown), current: \(shown + 1))"))
    }

    /// The shown delivery price, and the one that the merchant has set since.
    @Test(arguments: [(Int64(500), Int64(900)), (900, 500)])
    func `after a price change the merchant gets at most the shown price`(
        old: Int64, new: Int64
    ) async throws {
        let till = try await Till { $0.shippingZones = Self.zones([old, 0, 0, 0]) }
        let session = try await till.checkout {
            $0.requiredShippingContactFields = [.postalAddress]
        }
        _ = try await Self.choose(session, 0, at: till)
        let change = ChangeSettings(merchant: till.merchant.number, now: now) { merchant in
            var merchant = merchant
            merchant.settings.shippingZones = Self.zones([new, 0, 0, 0])
            return merchant
        }
        let changed = try await till.database.transaction { try change(in: $0) }
        let bank = Bank()
        // A server with outdated settings refuses the payment.
        #expect(
            await Self.pay(session, to: 0, at: till, by: bank) == .refused("settingsChanged"))
        let end = await End {
            try await till.pay(
                session, .card(shipping: Self.contact(0)), by: bank.processor(), of: changed)
        }
        if new > old {
            #expect(end == .reported(["shippingContactInvalid"]))
            #expect(bank.asked.all.isEmpty)
            let corrected = try await Self.choose(session, 0, at: till, of: changed)
            #expect(corrected.session.total.minorUnits == 1000 + new)
            let paid = try await till.pay(
                session, .card(shipping: Self.contact(0)), by: bank.processor(), of: changed)
            #expect(paid.isSuccess)
        } else {
            #expect(end == .paid)
        }
        #expect(bank.asked.all.map(\.amount.minorUnits) == [1000 + new])
    }

    @Test func `a payment succeeds if settings change during its authorization`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let paid = try await till.pay(
            session,
            by: Bank().processor { (request) async throws(ProcessorFault) in
                let change = ChangeSettings(merchant: till.merchant.number, now: now) { $0 }
                do {
                    _ = try await till.database.transaction { try change(in: $0) }
                } catch { Issue.record(error) }
                return .approved(Bank.approval(of: request))
            })
        #expect(paid.isSuccess)
        #expect(try await till.session(session).state == .captured)
    }
}
