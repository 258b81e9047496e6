/// What a version of Apple Pay JS brought; an older client's request goes without it.
///
/// Source: the version table of Apple Pay on the Web. Deferred payments and the merchant category
/// code have no row there and go with version 14, the first that knows lines for later.
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

    package func isKnown(to clientVersion: Int) -> Bool { clientVersion >= since }
}
