import Contacts
import JSON
import Merchants
import Testing
import Vocabulary

@testable import Checkout

let dollars = Currency("USD")!
let euros = Currency("EUR")!
let yen = Currency("JPY")!
let dinars = Currency("KWD")!
let america = Country("US")!
let germany = Country("DE")!

/// 2026-11-21, a Saturday.
let today = CivilDate(year: 2026, month: 11, day: 21)!
let now = Instant(rfc3339: "2026-11-21T14:03:09Z")!

func money(_ text: String, _ currency: Currency = dollars) -> Money {
    try! Money(decimal: text, currency: currency)
}

func item(
    _ price: String, _ quantity: Int64 = 1, taxCode: String? = nil, pending: Bool = false,
    requiresShipping: Bool = true, name: String = "Thing", in currency: Currency = dollars
) -> CartItem {
    CartItem(
        name: name, quantity: quantity, unitPrice: money(price, currency), taxCode: taxCode,
        requiresShipping: requiresShipping, isPending: pending)
}

func line(
    _ label: String, _ amount: String, _ kind: LineItem.Kind = .final,
    _ timing: LineItem.Timing = .immediate, in currency: Currency = dollars
) -> LineItem {
    LineItem(label: label, amount: money(amount, currency), kind: kind, timing: timing)
}

func cart(_ items: CartItem..., in currency: Currency = dollars) -> CheckoutRequest {
    CheckoutRequest(countryCode: america, currency: currency, basket: .items(items))
}

func delivered(_ request: CheckoutRequest) -> CheckoutRequest {
    var request = request
    request.requiredShippingContactFields = [.postalAddress]
    return request
}

func rate(
    _ percent: String, in country: Country = america, region: String? = nil,
    _ inclusion: TaxRate.Inclusion = .added, delivery: Bool = false, codes: [String] = [],
    label: String = "Tax"
) -> TaxRate {
    TaxRate(
        label: label, country: country, region: region, rate: Rate(percent: percent)!,
        inclusion: inclusion, taxesDelivery: delivery, taxCodes: codes)
}

func settings(
    rates: [TaxRate] = [], zones: [ShippingZone] = [], rounding: Rounding = .halfAwayFromZero
) -> MerchantSettings {
    var settings = MerchantSettings()
    settings.taxRates = rates
    settings.shippingZones = zones
    settings.taxRounding = rounding
    return settings
}

func method(_ identifier: String, _ amount: String, in currency: Currency = dollars)
    -> ShippingMethod
{
    ShippingMethod(
        label: identifier, detail: "", amount: money(amount, currency), identifier: identifier)
}

func price(
    _ request: CheckoutRequest, _ settings: MerchantSettings = MerchantSettings(),
    to destination: Destination? = nil, method: String? = nil, coupon: CouponTerms? = nil
) throws -> Price {
    try Pricing(
        request, settings: settings, destination: destination, method: method, coupon: coupon,
        today: today
    ).price()
}

/// `Subtotal 10.00, Tax 0.80 = 10.80`: a price as one line of text.
func text(_ price: Price) -> String {
    let lines = price.lines.map { line in
        line.kind == .pending ? "\(line.label) pending" : "\(line.label) \(line.amount.decimal)"
    }
    return lines.joined(separator: ", ") + " = " + price.total.decimal
        + (price.isPending ? " pending" : "")
}

/// Sums of a price in minor units, for comparison.
struct Sums: Equatable {
    var lines: Int64
    var discount: Int64
    var tax: Int64
    var paid: Int64

    /// The sums that the price states.
    static func stated(_ price: Price) -> Sums {
        Sums(
            lines: price.total.minorUnits, discount: price.discount.minorUnits,
            tax: price.taxes.reduce(0) { $0 + $1.amount }, paid: price.total.minorUnits)
    }

    /// The sums of its lines and parts.
    static func added(_ price: Price) -> Sums {
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
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &self)! }
}

func parse(_ text: String) throws -> Node { try Document.parse(Array(text.utf8)).root }
