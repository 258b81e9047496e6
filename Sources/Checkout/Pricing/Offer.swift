import Contacts
import Merchants
import Vocabulary

/// The ways of delivering that are offered, the chosen one first.
enum Offer {
    /// The checkout's own methods, or those of the first of the merchant's zones with the place.
    ///
    /// `goods` is what the goods cost after the discount: a coupon does not buy free delivery.
    static func methods(
        _ request: CheckoutRequest, settings: MerchantSettings, to destination: Destination?,
        by tariff: Tariff?, goods: Int64, isFree: Bool, selected: String?, today: CivilDate
    ) throws(PricingRefusal) -> [ShippingMethod] {
        var methods = try offered(
            request, settings: settings, to: destination, by: tariff, goods: goods, today: today)
        if isFree {
            methods = methods.map { $0.costing(.zero(request.currency)) }
        }
        // The sheet takes the first one for chosen; the others keep their order.
        if let selected, let index = methods.firstIndex(where: { $0.identifier == selected }) {
            methods.insert(methods.remove(at: index), at: 0)
        }
        return methods
    }

    private static func offered(
        _ request: CheckoutRequest, settings: MerchantSettings, to destination: Destination?,
        by tariff: Tariff?, goods: Int64, today: CivilDate
    ) throws(PricingRefusal) -> [ShippingMethod] {
        // Whoever picks up comes to the merchant: no place is too far.
        if let destination, !request.shippingType.isPickup {
            let allowed = request.allowedShippingCountries ?? settings.allowedShippingCountries
            if let allowed, !allowed.contains(where: destination.isIn) { throw .unserviceable }
            if let region = destination.region, settings.excludedRegions.contains(region) {
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

extension Offer {
    /// The first zone that holds the place for certain; only without one, the first that may hold
    /// it: a cut postal code must not promise a price that the whole one does not keep. Its place in
    /// the list.
    static func zone(
        of destination: Destination, _ currency: Currency, in zones: [ShippingZone]
    ) -> Int? {
        var possible: Int?
        for index in zones.indices where zones[index].currency == currency {
            switch zones[index].holds(destination) {
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
