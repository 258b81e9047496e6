import Carts
import Contacts
import JSON
import Merchants
import Vocabulary

package let dollars = Currency("USD")!
package let euros = Currency("EUR")!
package let yen = Currency("JPY")!
package let dinars = Currency("KWD")!
package let america = Country("US")!
package let germany = Country("DE")!

/// 2026-11-21, a Saturday.
package let today = CivilDate(year: 2026, month: 11, day: 21)!
package let now = Instant(rfc3339: "2026-11-21T14:03:09Z")!

package func money(_ text: String, _ currency: Currency = dollars) -> Money {
    try! Money(decimal: text, currency: currency)
}

package func item(
    _ price: String, _ quantity: Int64 = 1, taxCode: String? = nil, pending: Bool = false,
    requiresShipping: Bool = true, name: String = "Thing", in currency: Currency = dollars
) -> CartItem {
    CartItem(
        name: name, quantity: quantity, unitPrice: money(price, currency), taxCode: taxCode,
        requiresShipping: requiresShipping, isPending: pending)
}

package func line(
    _ label: String, _ amount: String, _ kind: LineItem.Kind = .final,
    _ timing: LineItem.Timing = .immediate, in currency: Currency = dollars
) -> LineItem {
    LineItem(label: label, amount: money(amount, currency), kind: kind, timing: timing)
}

package func cart(_ items: CartItem..., in currency: Currency = dollars) -> CheckoutRequest {
    CheckoutRequest(countryCode: america, currency: currency, cartContent: .items(items))
}

package func delivered(_ request: CheckoutRequest) -> CheckoutRequest {
    var request = request
    request.requiredShippingContactFields = [.postalAddress]
    return request
}

package func rate(
    _ percent: String, in country: Country = america, region: String? = nil,
    _ inclusion: TaxRate.Inclusion = .added, delivery: Bool = false, codes: [String] = [],
    label: String = "Tax"
) -> TaxRate {
    TaxRate(
        label: label, country: country, region: region, fraction: Rate(percent: percent)!,
        inclusion: inclusion, taxesDelivery: delivery, taxCodes: codes)
}

package func settings(
    rates: [TaxRate] = [], zones: [ShippingZone] = [], rounding: Rounding = .halfAwayFromZero
) -> MerchantSettings {
    var settings = MerchantSettings()
    settings.taxRates = rates
    settings.shippingZones = zones
    settings.taxRounding = rounding
    return settings
}

package func zone(
    _ name: String, _ areas: [ShippingArea], _ amount: Int64 = 500,
    in currency: Currency = dollars
) -> ShippingZone {
    ShippingZone(
        name: name, areas: areas, currency: currency,
        methods: [
            ZoneMethod(
                identifier: "\(name)-post", label: "Post", detail: "",
                prices: [.init(from: 0, amount: amount), .init(from: 10_000, amount: 0)],
                window: DeliveryWindow(earliestDays: 3, latestDays: 41)),
            ZoneMethod(
                identifier: "\(name)-air", label: "Air", detail: "",
                prices: [.init(from: 2000, amount: amount * 3)]),
        ])
}

package func place(
    _ country: String, _ region: String? = nil, _ code: String? = nil, cut: Bool = false
)
    -> Destination
{
    Destination(
        country: Country(country)!, region: region,
        postalCode: code.map { PostalCode(text: $0, isRedacted: cut) })
}

package func method(_ identifier: String, _ amount: String, in currency: Currency = dollars)
    -> ShippingMethod
{
    ShippingMethod(
        label: identifier, detail: "", amount: money(amount, currency), identifier: identifier)
}

package func price(
    _ request: CheckoutRequest, _ settings: MerchantSettings = MerchantSettings(),
    to destination: Destination? = nil, method: String? = nil, coupon: CouponTerms? = nil
) throws -> Price {
    try Pricing(
        request, settings: settings, destination: destination, method: method, coupon: coupon,
        today: today
    ).price()
}

/// `Subtotal 10.00, Tax 0.80 = 10.80`: a price as one line of text.
package func text(_ price: Price) -> String {
    let lines = price.lines.map { line in
        line.kind == .pending ? "\(line.label) pending" : "\(line.label) \(line.amount.decimal)"
    }
    return lines.joined(separator: ", ") + " = " + price.total.decimal
        + (price.isPending ? " pending" : "")
}

/// Sums of a price in minor units, for comparison.
package struct Sums: Equatable {
    package var lines: Int64
    package var discount: Int64
    package var tax: Int64
    package var paid: Int64

    package init(lines: Int64, discount: Int64, tax: Int64, paid: Int64) {
        self.lines = lines
        self.discount = discount
        self.tax = tax
        self.paid = paid
    }

    /// The sums that the price contains.
    package static func stated(_ price: Price) -> Sums {
        Sums(
            lines: price.total.minorUnits, discount: price.discount.minorUnits,
            tax: price.taxes.reduce(0) { $0 + $1.amount }, paid: price.total.minorUnits)
    }

    /// The sums computed from the price's lines and parts.
    package static func added(_ price: Price) -> Sums {
        let parts = price.parts + [price.deliveryPart]
        return Sums(
            lines: price.lines.reduce(0) {
                $1.kind == .final && $1.isImmediate ? $0 + $1.amount.minorUnits : $0
            },
            discount: parts.reduce(0) { $0 + $1.discount },
            tax: parts.reduce(0) { $0 + $1.tax + $1.includedTax },
            paid: parts.reduce(0) { $0 + $1.paid })
    }
}

/// SplitMix64: the same numbers for the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    package mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &self)! }
}

package func parse(_ text: String) throws -> Node { try Document.parse(Array(text.utf8)).root }
