/// The names that phones use in Apple's two contracts (docs/rules/apple.md#7.1 and #8.1), which
/// differ in nothing but names.
extension PackageKind {
    /// The path of the routes; phones append `/v1` to the address in a package.
    package var base: String {
        switch self {
        case .pass: "/passkit/v1"
        case .order: "/orders/v1"
        }
    }

    package var collection: String {
        switch self {
        case .pass: "passes"
        case .order: "orders"
        }
    }

    package var serialParameter: String {
        switch self {
        case .pass: "serialNumber"
        case .order: "orderIdentifier"
        }
    }

    /// The member's name in the document and in answers to merchants.
    package var typeMember: String {
        switch self {
        case .pass: "passTypeIdentifier"
        case .order: "orderTypeIdentifier"
        }
    }

    /// Precedes a phone's token in the Authorization header.
    package var scheme: String {
        switch self {
        case .pass: "ApplePass"
        case .order: "AppleOrder"
        }
    }

    package var sinceParameter: String {
        switch self {
        case .pass: "passesUpdatedSince"
        case .order: "ordersModifiedSince"
        }
    }

    package var serialsMember: StaticString {
        switch self {
        case .pass: "serialNumbers"
        case .order: "orderIdentifiers"
        }
    }

    package var tagMember: StaticString {
        switch self {
        case .pass: "lastUpdated"
        case .order: "lastModified"
        }
    }

    package var mediaType: String {
        switch self {
        case .pass: "application/vnd.apple.pkpass"
        case .order: "application/vnd.apple.finance.order"
        }
    }
}
