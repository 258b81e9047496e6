import Contacts
import JSON
import Vocabulary

extension CheckoutRequest {
    /// True if the store's address decides the price, whichever contact the page sends: the buyer
    /// cannot change it in the sheet.
    package var isAtStore: Bool {
        shippingType == .storePickup && shippingContactEditingMode == .storePickup
    }

    /// Completes a pickup at a store: its sheet shows the store's address, which the buyer cannot
    /// change. Without that address the sheet would ask for a delivery address, or the buyer could
    /// not pay.
    ///
    /// Source: Apple Pay on the Web, `ApplePayShippingContactEditingMode.storePickup`.
    mutating func completePickup(_ fields: ObjectReader, at store: Contact?) {
        guard shippingType == .storePickup else {
            if shippingContactEditingMode == .storePickup {
                fields.refuse(
                    "shippingContactEditingMode", "conflict",
                    "requires the shippingType storePickup")
            }
            return
        }
        switch shippingContactEditingMode {
        case .available, .enabled: return
        case .storePickup, nil: break
        }
        guard let store, store.countryCode != nil, !store.addressLines.isEmpty,
            store.locality != nil || store.postalCode != nil
        else {
            fields.refuse(
                "shippingContact", "required",
                "storePickup requires the store's addressLines, countryCode, and locality or "
                    + "postalCode"
            )
            return
        }
        let examined = ContactRules.examine(
            store, stage: .full, role: .shipping, required: [.postalAddress],
            policy: ContactPolicy())
        for error in examined.errors {
            let place = fields.pointer(to: "shippingContact")
            fields.problems.add(
                error.contactField.map { place + "/" + $0.rawValue } ?? place, "invalid_value",
                "the buyer could not pay: \(MessageCatalog.text(error.message, .english))")
        }
        shippingContactEditingMode = .storePickup
        requiredShippingContactFields.insert(.postalAddress)
    }
}
