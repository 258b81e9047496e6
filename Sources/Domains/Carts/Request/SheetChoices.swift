// The enumerations of Apple's payment request, and `CaptureMethod`, which is our own.

/// The card features that the merchant's processor supports.
package enum MerchantCapability: String, CaseIterable, Sendable {
    case supports3DS, supportsEMV, supportsCredit, supportsDebit
}

/// The way the purchase reaches the buyer.
package enum ShippingType: String, CaseIterable, Sendable {
    case shipping, delivery, storePickup, servicePickup

    package var isPickup: Bool { self == .storePickup || self == .servicePickup }
}

/// Controls changes of the shipping contact in the sheet.
package enum ShippingContactEditingMode: String, CaseIterable, Sendable {
    case available
    /// The deprecated spelling of `available`.
    case enabled
    /// Read only.
    case storePickup
}

/// Capture with the authorization, or later by the merchant.
package enum CaptureMethod: String, CaseIterable, Sendable {
    case automatic, manual
}
