import Contacts
import Vocabulary

/// The addresses that a price depends on, as far as the sheet has sent them.
package struct Places: Hashable, Sendable {
    /// The shipping contact's address. It is the place of delivery; for a pickup, see
    /// `shippingContactIsPlaceOfPickup`.
    package var shipping: Destination?
    /// The billing contact's address; set only if it decides the taxes.
    package var billing: Destination?

    package init(shipping: Destination? = nil, billing: Destination? = nil) {
        self.shipping = shipping
        self.billing = billing
    }

    package var isEmpty: Bool { shipping == nil && billing == nil }
}

extension CheckoutRequest {
    /// The place that taxes a purchase; nil while its delivery address is not known.
    ///
    /// Delivered goods are taxed where they go, a pickup where it happens, and any other purchase
    /// where the buyer is, for which the billing address is the evidence: Directive 2006/112/EC
    /// articles 31, 33 and 58 with Implementing Regulation (EU) 282/2011 article 24f; in the United
    /// States section 310 of the Streamlined Sales and Use Tax Agreement. Without any address it is
    /// the merchant's country.
    func taxedPlace(_ places: Places) -> Destination? {
        if isTaxedByBilling(shipping: places.shipping), let billing = places.billing {
            return billing
        }
        return places.shipping ?? (isDelivered ? nil : Destination(country: countryCode))
    }

    /// True if the billing address decides the taxes: the sheet asks for it, no item of the cart is
    /// delivered, and no place of pickup is known.
    ///
    /// Explicit lines include their taxes, so no address changes them.
    package func isTaxedByBilling(shipping: Destination?) -> Bool {
        guard case .items = cartContent, requiredBillingContactFields.contains(.postalAddress),
            !isDelivered
        else { return false }
        return shipping == nil || !shippingContactIsPlaceOfPickup
    }

    /// True if the sheet's shipping contact is the place of a pickup.
    ///
    /// In Apple's editing mode `storePickup` it is the store's address, which the buyer cannot
    /// change; a `servicePickup` collects at the buyer's address. In any other pickup it is the
    /// buyer's address, not the place of pickup.
    private var shippingContactIsPlaceOfPickup: Bool {
        switch shippingType {
        case .storePickup: shippingContactEditingMode == .storePickup
        case .servicePickup: true
        case .shipping, .delivery: false
        }
    }
}
