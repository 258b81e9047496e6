/// A feature that a version of Apple Pay JS added; an older client's request omits it.
///
/// Source: the version table of Apple Pay on the Web. Deferred payments and the merchant category
/// code have no row there; they go with version 14, the first that supports later charges.
package enum SheetFeature: CaseIterable, Sendable {
    case updateErrors
    case phoneticName
    case supportedCountries
    case zeroTotal
    case couponCode
    case editingMode
    case deliveryDates
    case laterPayments
    case tokenContexts
    case merchantCategory
    case orderDetails

    /// The first version that has it.
    package var since: Int {
        switch self {
        case .updateErrors, .phoneticName, .supportedCountries: 3
        case .zeroTotal: 4
        case .couponCode, .editingMode, .deliveryDates: 12
        case .laterPayments, .tokenContexts, .merchantCategory, .orderDetails: 14
        }
    }

    /// The feature's name in an error.
    var description: String {
        switch self {
        case .updateErrors: "errors by field"
        case .phoneticName: "phonetic names"
        case .supportedCountries: "supportedCountries"
        case .zeroTotal: "a total of zero"
        case .couponCode: "coupon codes"
        case .editingMode: "shippingContactEditingMode"
        case .deliveryDates: "dateComponentsRange"
        case .laterPayments: "later charges"
        case .tokenContexts: "multiTokenContexts"
        case .merchantCategory: "merchantCategoryCode"
        case .orderDetails: "order details"
        }
    }

    package func isKnown(to clientVersion: Int) -> Bool { clientVersion >= since }
}
