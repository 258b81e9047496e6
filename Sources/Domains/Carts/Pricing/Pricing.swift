import Contacts
import Merchants
import Vocabulary

/// Computes the price of a checkout's request, before balances pay; a pure function of its fields
/// (docs/rules/money.md#1 to #5).
package struct Pricing: Sendable {
    package let request: CheckoutRequest
    package let settings: MerchantSettings
    /// The shipping address; nil before the sheet has sent it.
    package var destination: Destination?
    /// The billing address; it decides the taxes of a cart without delivery.
    package var billing: Destination?
    /// The zone and tax rates that replace the addresses of an erased buyer.
    var tariff: Tariff?
    /// The identifier of the shipping method that the buyer chose; used while it is available.
    package var method: String?
    /// The terms of the applied coupon, even if it has become invalid since.
    package var coupon: CouponTerms?
    /// The day from which delivery windows are counted, in UTC.
    package var today: CivilDate
    package var labels: PaymentSheetLabels

    package init(
        _ request: CheckoutRequest, settings: MerchantSettings, destination: Destination? = nil,
        billing: Destination? = nil, tariff: Tariff? = nil, method: String? = nil,
        coupon: CouponTerms? = nil, today: CivilDate, labels: PaymentSheetLabels = .english
    ) {
        self.request = request
        self.settings = settings
        self.destination = destination
        self.billing = billing
        self.tariff = tariff
        self.method = method
        self.coupon = coupon
        self.today = today
        self.labels = labels
    }

    /// The sum of the goods before the coupon's discount, without pending and later amounts. A
    /// coupon's minimum is compared with it.
    package static func subtotal(of request: CheckoutRequest) throws(PricingRefusal) -> Money {
        Money(minorUnits: try Goods(request.cartContent).subtotal, currency: request.currency)
    }

    /// The price without balances; `price(_:paidBy:)` subtracts their amounts.
    package func price() throws(PricingRefusal) -> Price {
        let goods = try Goods(request.cartContent)
        let rounding = settings.taxRounding
        let discount = try discount(on: goods.subtotal, rounding: rounding)
        // Negative explicit lines are the merchant's own discounts and take no share of this one.
        let shares = Split.byLargestRemainder(discount, weights: goods.amounts.map { max(0, $0) })
        let methods = try ShippingOptions.methods(
            request, settings: settings, to: destination, by: tariff,
            goods: goods.subtotal - discount, isFree: coupon?.reduction == .freeDelivery,
            selected: method, today: today)
        let delivery = methods.first?.amount.minorUnits ?? 0
        let taxation = try taxation(goods: goods, shares: shares, delivery: delivery)
        let tax = taxation.added.reduce(0, +)
        let total = max(
            0,
            try Int64.inRange(
                Int128(goods.subtotal) - Int128(discount) + Int128(delivery) + Int128(tax)))
        let authorized = goods.isPending ? request.authorizationAmount?.minorUnits ?? total : total
        try check(total: total, authorized: authorized)
        return Price(
            lines: lines(goods, discount: discount, delivery: delivery, taxation: taxation),
            methods: methods, total: money(total), isPending: goods.isPending,
            subtotal: money(goods.subtotal), discount: money(discount), delivery: money(delivery),
            taxes: taxation.shares,
            parts: goods.amounts.indices.map { index in
                Price.Part(
                    gross: goods.amounts[index], discount: shares[index],
                    tax: taxation.added[index], includedTax: taxation.included[index])
            },
            deliveryPart: Price.Part(
                gross: delivery, discount: 0, tax: taxation.added.last ?? 0,
                includedTax: taxation.included.last ?? 0),
            authorizationAmount: money(authorized))
    }
}

extension Pricing {
    private func money(_ units: Int64) -> Money {
        Money(minorUnits: units, currency: request.currency)
    }

    /// Refuses a price that the sheet cannot show, that is above the merchant's `maximumAmount`, or
    /// whose token contexts exceed it.
    private func check(total: Int64, authorized: Int64) throws(PricingRefusal) {
        if total == 0, !request.knows(.zeroTotal) { throw .zeroTotalNeedsNewerClient }
        if let most = request.maximumAmount, max(authorized, total) > most.minorUnits {
            throw .exceedsMaximum
        }
        try checkContexts(total: total)
    }

    /// The coupon's discount on the goods, at most their price. Free delivery is no discount here:
    /// it changes the shipping methods.
    private func discount(
        on subtotal: Int64, rounding: Rounding
    ) throws(PricingRefusal) -> Int64 {
        guard subtotal > 0, let coupon else { return 0 }
        switch coupon.reduction {
        case .freeDelivery: return 0
        case .amount(let amount): return min(amount.minorUnits, subtotal)
        case .percentage(let rate):
            return try Int64.inRange(
                rounding.divide(
                    Int128(subtotal) * Int128(rate.millionths), by: Int128(Rate.whole)))
        }
    }

    /// Explicit lines include their taxes; a cart is taxed here.
    private func taxation(
        goods: Goods, shares: [Int64], delivery: Int64
    ) throws(PricingRefusal) -> Taxation {
        var parts: [Taxation.Part] = []
        parts.reserveCapacity(goods.amounts.count + 1)
        var rates: [TaxRate] = []
        if case .items(let items) = request.cartContent {
            rates = applicableRates
            for (index, item) in items.enumerated() {
                parts.append(
                    Taxation.Part(
                        net: goods.amounts[index] - shares[index], taxCode: item.taxCode,
                        isDelivery: false))
            }
        } else {
            for _ in goods.amounts {
                parts.append(Taxation.Part(net: 0, taxCode: nil, isDelivery: false))
            }
        }
        parts.append(Taxation.Part(net: delivery, taxCode: nil, isDelivery: true))
        return try Taxation(of: parts, rates: rates, rounding: settings.taxRounding)
    }

    /// The tax rates that apply: every rate of the settings that taxes the place of the purchase,
    /// or, without a destination, the rates of the tariff if there is one.
    private var applicableRates: [TaxRate] {
        let all = settings.taxRates
        if destination == nil, let tariff {
            return tariff.rates.filter(all.indices.contains).map { all[$0] }
        }
        let places = Places(shipping: destination, billing: billing)
        guard let place = request.taxedPlace(places) else { return [] }
        return all.filter { $0.isAt(place) }
    }
}
