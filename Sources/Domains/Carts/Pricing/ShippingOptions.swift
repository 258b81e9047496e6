import Contacts
import Merchants
import Vocabulary

/// The available shipping methods, the chosen one first.
enum ShippingOptions {
    /// The checkout's own methods, or those of the merchant's first zone that contains the address.
    ///
    /// `goods` is the price of the goods after the discount: a coupon does not buy free delivery.
    static func methods(
        _ request: CheckoutRequest, settings: MerchantSettings, to destination: Destination?,
        by tariff: Tariff?, goods: Int64, isFree: Bool, selected: String?, today: CivilDate
    ) throws(PricingRefusal) -> [ShippingMethod] {
        var methods = try offered(
            request, settings: settings, to: destination, by: tariff, goods: goods, today: today)
        if isFree {
            methods = methods.map { $0.costing(.zero(request.currency)) }
        }
        // The sheet preselects the first one; the others keep their order.
        if let selected, let index = methods.firstIndex(where: { $0.identifier == selected }) {
            methods.insert(methods.remove(at: index), at: 0)
        }
        return methods
    }

    private static func offered(
        _ request: CheckoutRequest, settings: MerchantSettings, to destination: Destination?,
        by tariff: Tariff?, goods: Int64, today: CivilDate
    ) throws(PricingRefusal) -> [ShippingMethod] {
        // A buyer who picks up comes to the merchant: no address is too far.
        if let destination, !request.shippingType.isPickup {
            let allowed = request.allowedShippingCountries ?? settings.allowedShippingCountries
            if let allowed, !allowed.contains(where: destination.isIn) { throw .unserviceable }
            if settings.excludedRegions.contains(where: destination.isIn(region:)) {
                throw .unserviceable
            }
        }
        if let own = request.shippingMethods { return own }
        let zones = settings.shippingZones
        guard !zones.isEmpty, request.isDelivered, destination != nil || tariff != nil else {
            return []
        }
        let index = destination.map { zone(of: $0, request.currency, in: zones) } ?? tariff?.zone
        guard let index, zones.indices.contains(index) else { throw .unserviceable }
        let methods = zones[index].methods.compactMap { method in
            method.amount(for: goods).map { amount in
                ShippingMethod(
                    label: method.label, detail: method.detail,
                    amount: Money(minorUnits: amount, currency: request.currency),
                    identifier: method.identifier,
                    dates: method.window.map { DateComponentsRange($0, from: today) })
            }
        }
        guard !methods.isEmpty else { throw .unserviceable }
        return methods
    }
}

extension ShippingOptions {
    /// The index of the first zone that certainly contains the address; without one, the first that
    /// may contain it. A cut postal code must not promise a price that the full code does not keep.
    static func zone(
        of destination: Destination, _ currency: Currency, in zones: [ShippingZone]
    ) -> Int? {
        var possible: Int?
        for index in zones.indices where zones[index].currency == currency {
            switch zones[index].match(destination) {
            case .yes: return index
            case .maybe: possible = possible ?? index
            case .no: break
            }
        }
        return possible
    }
}

extension ShippingMethod {
    fileprivate func costing(_ amount: Money) -> ShippingMethod {
        ShippingMethod(
            label: label, detail: detail, amount: amount, identifier: identifier, dates: dates)
    }
}
