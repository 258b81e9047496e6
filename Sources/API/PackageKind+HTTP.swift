import Passes

/// How phones call passes and orders in Apple's two contracts (7.1 and 8.1), which are one but for the names.
extension PackageKind {
    /// Phones write `/v1` behind the address that a package names.
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

    /// In the document, and in what merchants are told.
    package var typeMember: String {
        switch self {
        case .pass: "passTypeIdentifier"
        case .order: "orderTypeIdentifier"
        }
    }

    /// Before a phone's token.
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
