import Contacts
import Merchants
import Vocabulary

/// The part of a merchant's settings that applies at a checkout's addresses: zone and taxes.
///
/// It gives the same price as the addresses, under the same version of the settings, and reveals no
/// more about the buyer's address than the amounts of a receipt. It replaces addresses that were
/// erased.
package struct Tariff: Hashable, Sendable {
    /// The zone's index in the merchant's list; nil without a shipping address, or if no zone of
    /// the checkout's currency contains it.
    let zone: Int?
    /// The rates' indices in the merchant's list.
    let rates: [Int]

    init(zone: Int?, rates: [Int]) {
        self.zone = zone
        self.rates = rates
    }

    package init(_ places: Places, of request: CheckoutRequest, _ settings: MerchantSettings) {
        zone = places.shipping.flatMap {
            ShippingOptions.zone(of: $0, request.currency, in: settings.shippingZones)
        }
        let taxed = request.taxedPlace(places)
        rates = settings.taxRates.indices.filter { index in
            taxed.map { settings.taxRates[index].isAt($0) } ?? false
        }
    }
}
