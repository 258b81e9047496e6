import Merchants
import Postgres
import TestSupport
import Testing

/// Carts that are captured and refunded in parcels, in any order.
@Suite(.timeLimit(.minutes(5))) struct ParcelOrderTests {
    private static let currencies = [("USD", 2), ("JPY", 0), ("KWD", 3)]

    private static func decimal(_ units: Int, _ places: Int) -> String {
        guard places > 0 else { return "\(units)" }
        var digits = String(units)
        while digits.count <= places { digits = "0" + digits }
        return "\(digits.dropLast(places)).\(digits.suffix(places))"
    }

    private static func units(_ decimal: String?) -> Int {
        Int((decimal ?? "").filter { $0 != "." }) ?? -1
    }

    /// All units of a cart, in parcels of random sizes and order.
    private static func parcels(_ quantities: [Int], _ dice: inout Dice) -> [[(Int, Int)]] {
        var pieces = quantities.enumerated().flatMap { index, count in
            Array(repeating: index, count: count)
        }
        pieces.shuffle(using: &dice)
        var parcels: [[(Int, Int)]] = []
        while !pieces.isEmpty {
            let count = Int.random(in: 1...pieces.count, using: &dice)
            var parcel: [Int: Int] = [:]
            for piece in pieces.prefix(count) { parcel[piece, default: 0] += 1 }
            parcels.append(parcel.map { ($0.key, $0.value) })
            pieces.removeFirst(count)
        }
        return parcels
    }

    private func submit(
        _ verb: String, _ checkout: OpenedCheckout, _ parcels: [[(Int, Int)]], _ round: Int
    ) async throws -> Int {
        var sum = 0
        for (number, parcel) in parcels.enumerated() {
            let items = parcel.map { #"{"index":\#($0.0),"quantity":\#($0.1)}"# }
            let body = #"{"items":[\#(items.joined(separator: ","))]}"#
            let key = [("Idempotency-Key", "\(verb)-\(checkout.id)-\(number)")]
            let path = "/v1/checkouts/\(checkout.id)/\(verb)"
            let reply = try await checkout.shop.ask("POST", path, body, key)
            #expect(reply.status == 201, "round \(round): \(reply.text)")
            let again = try await checkout.shop.ask("POST", path, body, key)
            #expect(again.text == reply.text)
            #expect(again.http["Idempotent-Replayed"] == "true")
            sum += Self.units(reply.string("amount"))
        }
        return sum
    }

    @Test func `the parcels' captures and refunds add up to the total, in any order`()
        async throws
    {
        var dice = Dice(state: 23)
        var free = 0
        for round in 0..<24 {
            let shop = try await Shop.open()
            let (currency, places) = Self.currencies[round % 3]
            let items = (0..<Int.random(in: 2...4, using: &dice)).map { _ in
                (
                    price: Bool.random(using: &dice) ? 0 : Int.random(in: 1...9_999, using: &dice),
                    quantity: Int.random(in: 1...3, using: &dice)
                )
            }
            guard items.contains(where: { $0.price > 0 }) else { continue }
            free += items.count { $0.price == 0 }
            let cart = items.map {
                """
                {"name":"a","unitPrice":"\(Self.decimal($0.price, places))","quantity":\($0.quantity)}
                """
            }
            var members =
                #""captureMethod":"manual","items":[\#(cart.joined(separator: ","))]"#
            if Bool.random(using: &dice) {
                let percent = Int.random(in: 1...99, using: &dice)
                let coupon = try await shop.ask(
                    "POST", "/v1/coupons", #"{"code":"LESS","percentOff":"\#(percent)"}"#)
                #expect(coupon.status == 201)
                members += #","supportsCouponCode":true,"couponCode":"LESS""#
            }
            let checkout = try await shop.checkout(members, currency: currency)
            let total = Self.units(checkout.reply.string("paymentRequest.total.amount"))
            #expect(try await checkout.pay().number("status") == 0)
            let quantities = items.map(\.quantity)
            let captured = try await submit(
                "capture", checkout, Self.parcels(quantities, &dice), round)
            #expect(captured == total, "round \(round): \(items) \(members)")
            #expect(try await checkout.state().string("status") == "captured")
            let refunded = try await submit(
                "refunds", checkout, Self.parcels(quantities, &dice), round)
            #expect(refunded == total, "round \(round): \(items) \(members)")
            #expect(try await checkout.state().string("status") == "refunded")
            try await expectCleanAudit(
                TestServer.shared.value.database, of: shop.merchant.number)
        }
        #expect(free > 15)
    }
}
