import Contacts
import Vocabulary

/// A merchant server's request for a checkout: one payment sheet with its goods, rules and limits.
///
/// Apple's members have Apple's names and meanings (`ApplePayPaymentRequest`); our own members
/// describe the cart, the delivery, the capture, and the lifetime. Contacts that the merchant
/// prefills are not part of it, because they are stored sealed: see `Prefill`.
package struct CheckoutRequest: Hashable, Sendable {
    /// The merchant's country of business.
    package var countryCode: Country
    package let currency: Currency
    package var cartContent: CartContent
    package var shippingType: ShippingType = .shipping
    package var shippingContactEditingMode: ShippingContactEditingMode?
    /// The checkout's own methods, even if empty; nil uses those of the merchant's zones.
    package var shippingMethods: [ShippingMethod]?
    package var requiredShippingContactFields: Set<RequiredField> = []
    package var requiredBillingContactFields: Set<RequiredField> = []
    /// Countries of issuing banks: a preference for the device, checked again after the
    /// authorization.
    package var supportedCountries: [Country] = []
    /// Countries of delivery; nil uses those of the merchant's settings.
    package var allowedShippingCountries: [Country]?
    /// In the merchant's order of preference.
    package var supportedNetworks: [Network] = [.visa, .masterCard, .amex, .discover]
    package var merchantCapabilities: [MerchantCapability] = [.supports3DS]
    package var supportsCouponCode = false
    /// A coupon code that was entered before the sheet opens.
    package var couponCode: String?
    package var recurring: RecurringPaymentRequest?
    package var automaticReload: AutomaticReloadPaymentRequest?
    package var deferred: DeferredPaymentRequest?
    package var tokenContexts: [TokenContext] = []
    /// The plan, subscription, invoice or later payment that the checkout pays beyond its goods.
    package var billingReferences: BillingReferences?
    /// The shared order whose share is paid: the checkout pays nothing else, and only that order
    /// captures.
    package var sharedOrder: String?
    /// Base64; Apple's token contains its hash.
    package var applicationData: String?
    /// Four digits of ISO 18245.
    package var merchantCategoryCode: String?
    /// The merchant's own reference.
    package var reference: String?
    package var metadata: [MetadataEntry] = []
    package var expiresAt: Instant?
    package var captureMethod: CaptureMethod = .automatic
    /// The amount to authorize while the total is pending; zero only verifies the card
    /// (docs/rules/money.md#7).
    package var authorizationAmount: Money?
    /// The most that the total may become, and the most to authorize while it is pending.
    package var maximumAmount: Money?
    /// The version of Apple Pay JS that the storefront opens the sheet with.
    package var clientVersion = CheckoutRequest.clientVersionNewest

    /// The newest version in Apple's version table.
    package static let clientVersionNewest = 14

    package init(countryCode: Country, currency: Currency, cartContent: CartContent) {
        self.countryCode = countryCode
        self.currency = currency
        self.cartContent = cartContent
    }

    /// The goods: a cart that the server sums up, or explicit lines of the sheet.
    package enum CartContent: Hashable, Sendable {
        case items([CartItem])
        case lines([LineItem])

        /// True if an immediate charge has no final price yet.
        package var isPending: Bool {
            switch self {
            case .items(let items): items.contains(where: \.isPending)
            case .lines(let lines): lines.contains { $0.kind == .pending && $0.isImmediate }
            }
        }

        /// True if a line is charged after the payment.
        var hasLaterLines: Bool {
            switch self {
            case .items: false
            case .lines(let lines): lines.contains { !$0.isImmediate }
            }
        }
    }

    /// One key and value of the merchant's own, stored and returned unchanged.
    package struct MetadataEntry: Hashable, Sendable {
        package let key: String
        package let value: String
    }
}

extension CheckoutRequest {
    package func knows(_ feature: SheetFeature) -> Bool { feature.isKnown(to: clientVersion) }

    /// True if goods are delivered to an address that the buyer selects in the sheet.
    package var isDelivered: Bool {
        guard !shippingType.isPickup, requiredShippingContactFields.contains(.postalAddress)
        else { return false }
        switch cartContent {
        case .items(let items): return items.contains(where: \.requiresShipping)
        case .lines: return true
        }
    }

    /// True if the buyer agrees that the merchant charges the card again.
    package var savesCard: Bool {
        billingReferences.map { $0.laterPayment == nil } ?? false
            || recurring != nil || automaticReload != nil || deferred != nil
    }

    /// The fields that this client supports: phonetic names came with version 3.
    package func requestableFields(_ fields: Set<RequiredField>) -> Set<RequiredField> {
        knows(.phoneticName) ? fields : fields.subtracting([.phoneticName])
    }

    /// The networks that this client knows; never empty in an accepted request.
    package var knownNetworks: [Network] {
        supportedNetworks.filter { $0.since <= clientVersion }
    }
}

/// The contacts that the merchant already knows and wants the sheet to show.
package struct Prefill: Hashable, Sendable {
    package var shippingContact: Contact?
    package var billingContact: Contact?

    package init(shippingContact: Contact? = nil, billingContact: Contact? = nil) {
        self.shippingContact = shippingContact
        self.billingContact = billingContact
    }

    package var isEmpty: Bool { shippingContact == nil && billingContact == nil }
}
