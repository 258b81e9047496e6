import Contacts
import Merchants
import Vocabulary

/// What of a merchant's settings applies at a place: the zone that delivers there, and the taxes.
///
/// It prices as the place does, by the same version of the settings, and tells no more of where the
/// buyer lives than the amounts of a receipt. It is what stays of a place that was forgotten.
package struct Tariff: Hashable, Sendable {
    /// The zone's place among the merchant's; nothing where none of them delivers in this currency.
    let zone: Int?
    /// The rates' places among the merchant's.
    let rates: [Int]

    init(zone: Int?, rates: [Int]) {
        self.zone = zone
        self.rates = rates
    }

    init(_ place: Destination, _ currency: Currency, _ settings: MerchantSettings) {
        zone = Offer.zone(of: place, currency, in: settings.shippingZones)
        rates = settings.taxRates.indices.filter { settings.taxRates[$0].isAt(place) }
    }
}
