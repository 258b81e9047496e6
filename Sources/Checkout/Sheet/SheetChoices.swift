// The small closed vocabularies of Apple's payment request, and our own two.

/// What the merchant's processor can do with a card.
package enum MerchantCapability: String, CaseIterable, Sendable {
    case supports3DS, supportsEMV, supportsCredit, supportsDebit
}

/// How the purchase reaches the buyer.
package enum ShippingType: String, CaseIterable, Sendable {
    case shipping, delivery, storePickup, servicePickup

    package var isPickup: Bool { self == .storePickup || self == .servicePickup }
}

/// Whether the buyer may change the shipping contact in the sheet.
package enum ShippingContactEditingMode: String, CaseIterable, Sendable {
    case available
    /// The deprecated spelling of `available`.
    case enabled
    /// Read only.
    case storePickup
}

/// When the money is taken.
package enum CaptureMethod: String, CaseIterable, Sendable {
    case automatic, manual
}
