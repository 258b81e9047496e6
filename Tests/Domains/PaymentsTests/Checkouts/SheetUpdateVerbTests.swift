import CartSupport
import Contacts
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A sheet update has the same result with a row lock and with an optimistic read.
struct SheetUpdateVerbTests {
    /// Delivery to America, more expensive to Germany, by two methods.
    private static func shop(on database: Database? = nil) async throws -> Till {
        try await Till(on: database) {
            $0.shippingZones = [(america, 500), (germany, 900)].map { country, amount in
                ShippingZone(
                    name: country.code, areas: [ShippingArea(country: country)], currency: dollars,
                    methods: ["post", "express"].map {
                        ZoneMethod(
                            identifier: $0, label: $0, detail: "",
                            prices: [
                                ZoneMethod.Step(from: 0, amount: $0 == "post" ? amount : 2 * amount)
                            ])
                    })
            }
        }
    }

    private static func contact(_ country: String, _ code: String) -> Contact {
        Contact(locality: "Town", postalCode: code, countryCode: country)
    }

    @Test(arguments: ["served", "unknown country", "method", "payment method", "coupon code"])
    func `a sheet update without a row lock leaves the same rows as with one`(kind: String)
        async throws
    {
        let till = try await Self.shop()
        var rows: [String] = []
        for isLocked in [true, false] {
            let session = try await till.checkout { $0 = delivered($0) }
            let context = till.context(session)
            let verb: any SheetUpdateVerb =
                switch kind {
                case "served":
                    SelectShippingContact(
                        context: context, contact: Self.contact("DE", "10115"))
                case "unknown country":
                    SelectShippingContact(context: context, contact: Self.contact("FR", "75001"))
                case "method": SelectShippingMethod(context: context, method: "express")
                case "payment method": SelectPaymentMethod(context: context, kind: "debit")
                default: ChangeCouponCode(context: context, text: "NOPE")
                }
            let answer =
                isLocked
                ? try await till.database.transaction { try verb(in: $0) }
                : try await verb(on: till.database)
            rows.append(
                "\(answer.price.total) \(answer.errors.map(\.timelineCode)) "
                    + (try await Self.trace(of: session, till)))
        }
        #expect(rows[0] == rows[1])
    }

    /// Without the comparison of `xmin`, the address would overwrite the method.
    @Test func `a sheet update reads the checkout again after another update stored first`()
        async throws
    {
        let till = try await Self.shop()
        let session = try await till.checkout { $0 = delivered($0) }
        let gate = BodyGate()
        let slow = Held(
            verb: SelectShippingContact(
                context: till.context(session), contact: Self.contact("DE", "10115")),
            gate: gate)
        let asked = Task { try await slow(on: till.database) }
        try await eventually("the first update waits at the gate") { gate.isReached }
        let other = SelectShippingContact(
            context: till.context(session), contact: Self.contact("US", "95014"))
        _ = try await other(on: till.database)
        let method = SelectShippingMethod(context: till.context(session), method: "express")
        #expect(try await method(on: till.database).price.total == money("20.00"))
        gate.open()
        #expect(try await asked.value.price.total == money("28.00"))
        let stored = try await till.session(session)
        #expect(stored.total == money("28.00"))
        #expect(stored.choice.method == "express")
    }

    /// Forty concurrent updates, on few connections and in batch statements: the stored state is
    /// that of the answer with the highest version.
    @Test func `concurrent updates of one sheet leave one consistent state`() async throws {
        let till = try await Self.shop()
        let session = try await till.checkout { $0 = delivered($0) }
        let answers = try await together(40) { index in
            let context = till.context(session)
            let verb: any SheetUpdateVerb =
                switch index % 4 {
                case 0:
                    SelectShippingContact(
                        context: context, contact: Self.contact("DE", "10115"))
                case 1:
                    SelectShippingContact(
                        context: context, contact: Self.contact("US", "95014"))
                case 2: SelectShippingMethod(context: context, method: "post")
                default: SelectShippingMethod(context: context, method: "express")
                }
            return try await verb(on: till.database).session
        }
        let stored = try await till.session(session)
        // Each version has one price in all answers.
        let prices = Dictionary(grouping: answers, by: \.version).mapValues {
            Set($0.map(\.total.minorUnits))
        }
        #expect(prices.values.allSatisfy { $0.count == 1 })
        #expect(answers.map(\.version).max() == stored.version)
        #expect(prices[stored.version] == [stored.total.minorUnits])
        let entries = try await till.database.run(
            """
            SELECT version FROM timeline WHERE merchant_id = \(till.merchant.number)
                AND checkout_id = \(session.id.uuid)
            """)
        #expect(entries.count == 40)
    }

    /// The identifiers are in another order than that in which the entries are stored.
    @Test func `timeline entries are in the order in which they were stored`() async throws {
        let till = try await Self.shop()
        let session = try await till.checkout { $0 = delivered($0) }
        let identifiers = (0..<3).map { _ in Till.identify(now) }.sorted { $0.base32 < $1.base32 }
        for (version, entry) in [(2, identifiers[2]), (3, identifiers[0]), (4, identifiers[1])] {
            let entry = TimelineEntry(
                checkout: session.id, entry: entry, kind: .changed, at: now, requestID: "test",
                version: version, total: 1000, state: .open, errors: [], input: nil)
            _ = try await till.database.run(entry.insert)
        }
        var versions: [Int] = []
        var after: UUID128?
        for _ in 0..<3 {
            let read = ReadTimeline(checkout: session.id, after: after, limit: 1, keys: till.keys)
            let page = try await read(on: till.database).entries
            versions += page.map(\.entry.version)
            after = page.last?.entry.entry
        }
        #expect(versions == [2, 3, 4])
    }

    @Test func `an expired checkout cannot be canceled`() async throws {
        let till = try await Self.shop()
        let session = try await till.checkout()
        let cancel = CancelCheckout(
            context: till.context(session, at: session.expiresAt), event: Till.identify(now))
        await #expect(throws: CheckoutRefusal.notOpen(.expired)) {
            try await till.database.transaction { try cancel(in: $0) }
        }
    }

    /// A checkout's row and timeline, without values that differ between two checkouts.
    private static func trace(of session: CheckoutSession, _ till: Till) async throws -> String {
        let row = try await till.database.run(
            """
            SELECT (to_jsonb(c) - '{checkout_id,place,data_key,prefill,xmin}'::text[])::text
                    || (place IS NULL)::text AS sheet,
                (SELECT string_agg((to_jsonb(t) - '{checkout_id,entry_id,question}'::text[])::text
                    || coalesce(length(question), 0), ' ') FROM timeline t
                    WHERE t.merchant_id = c.merchant_id AND t.checkout_id = c.checkout_id) AS line
            FROM checkouts c
            WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(session.id.uuid)
            """)[0]
        return try row.get("sheet") + " " + row.get("line")
    }
}

/// An update that waits between its first read and its decision.
private struct Held<Verb: SheetUpdateVerb>: SheetUpdateVerb {
    let verb: Verb
    let gate: BodyGate

    var context: CheckoutContext { verb.context }

    func decide(_ loaded: inout LoadedCheckout) throws -> (SheetUpdateOutcome, TimelineEntry) {
        gate.wait()
        return try verb.decide(&loaded)
    }
}
