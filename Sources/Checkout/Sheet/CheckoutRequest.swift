import Contacts
import Vocabulary

/// What a merchant's server asks for: one payment sheet with its goods, rules and limits.
///
/// Apple's members have Apple's names and meanings (`ApplePayPaymentRequest`); the rest is ours:
/// the cart, where to deliver, when to take the money, and how long the offer stands. Contacts that
/// the merchant prefills are not in it, because they are kept sealed: see `Prefill`.
package struct CheckoutRequest: Hashable, Sendable {
    /// Where the merchant does business.
    package var countryCode: Country
    package let currency: Currency
    package var basket: Basket
    package var shippingType: ShippingType = .shipping
    package var shippingContactEditingMode: ShippingContactEditingMode?
    /// Its own methods, none if empty; nil = those of the merchant's zones.
    package var shippingMethods: [ShippingMethod]?
    package var requiredShippingContactFields: Set<RequiredField> = []
    package var requiredBillingContactFields: Set<RequiredField> = []
    /// Countries of issuing banks: a wish to the device, checked again with the answer.
    package var supportedCountries: [Country] = []
    /// Countries of delivery; nil = those of the merchant's settings.
    package var allowedShippingCountries: [Country]?
    /// In the merchant's order of preference.
    package var supportedNetworks: [Network] = [.visa, .masterCard, .amex, .discover]
    package var merchantCapabilities: [MerchantCapability] = [.supports3DS]
    package var supportsCouponCode = false
    /// Entered before the sheet opens.
    package var couponCode: String?
    package var recurring: RecurringPaymentRequest?
    package var automaticReload: AutomaticReloadPaymentRequest?
    package var deferred: DeferredPaymentRequest?
    package var tokenContexts: [TokenContext] = []
    /// What the buyer enters into beyond the goods.
    package var engagement: Engagement?
    /// The shared order of which a share is paid: nothing else is paid here, and only that order takes the money.
    package var sharedOrder: String?
    /// Base64; Apple gives its hash back in the token.
    package var applicationData: String?
    /// Four digits of ISO 18245.
    package var merchantCategoryCode: String?
    /// The merchant's own name for the order.
    package var reference: String?
    package var metadata: [MetadataEntry] = []
    package var expiresAt: Instant?
    package var captureMethod: CaptureMethod = .automatic
    /// What to hold while the total is pending; zero verifies the card only (money.md 7).
    package var authorizationAmount: Money?
    /// What a pending total may come to at most.
    package var maximumAmount: Money?
    /// The version of Apple Pay JS that the storefront opens the sheet with.
    package var clientVersion = CheckoutRequest.clientVersionNewest

    /// The newest that Apple's version table lists.
    package static let clientVersionNewest = 14

    package init(countryCode: Country, currency: Currency, basket: Basket) {
        self.countryCode = countryCode
        self.currency = currency
        self.basket = basket
    }

    /// What is sold: a cart that the server sums up, or the sheet's lines as they are.
    package enum Basket: Hashable, Sendable {
        case items([CartItem])
        case lines([LineItem])

        /// Whether something that is charged today has no price yet.
        package var isPending: Bool {
            switch self {
            case .items(let items): items.contains(where: \.isPending)
            case .lines(let lines): lines.contains { $0.kind == .pending && $0.isImmediate }
            }
        }
    }

    /// One pair of the merchant's own, kept and given back.
    package struct MetadataEntry: Hashable, Sendable {
        package let key: String
        package let value: String
    }
}

extension CheckoutRequest {
    package func knows(_ feature: SheetFeature) -> Bool { feature.isKnown(to: clientVersion) }

    /// Whether something goes to an address that the buyer picks in the sheet.
    package var isDelivered: Bool {
        guard !shippingType.isPickup, requiredShippingContactFields.contains(.postalAddress)
        else { return false }
        switch basket {
        case .items(let items): return items.contains(where: \.requiresShipping)
        case .lines: return true
        }
    }

    /// Whether the buyer lets the merchant charge the card again.
    package var keepsCard: Bool {
        engagement.map { $0.laterPayment == nil } ?? false
            || recurring != nil || automaticReload != nil || deferred != nil
    }

    /// What this client can be asked for: phonetic names came with version 3.
    package func askable(_ fields: Set<RequiredField>) -> Set<RequiredField> {
        knows(.phoneticName) ? fields : fields.subtracting([.phoneticName])
    }

    /// The networks that this client knows; never empty in an accepted request.
    package var knownNetworks: [Network] {
        supportedNetworks.filter { $0.since <= clientVersion }
    }
}

/// The contacts that a merchant knows already and wants to see in the sheet.
package struct Prefill: Hashable, Sendable {
    package var shippingContact: Contact?
    package var billingContact: Contact?

    package init(shippingContact: Contact? = nil, billingContact: Contact? = nil) {
        self.shippingContact = shippingContact
        self.billingContact = billingContact
    }

    package var isEmpty: Bool { shippingContact == nil && billingContact == nil }
}
