/// A part of the API that a key can be limited to.
package enum Resource: String, Sendable, CaseIterable {
    /// Checkouts with their sheets, captures and voids; figures, and the sandbox's decisions.
    case payments
    case refunds
    /// Gift cards, store credit and prepaid money.
    case balances
    /// Accounts of buyers, and the validation of contacts.
    case customers
    /// Plans, subscriptions, invoices, scheduled payments and test clocks.
    case subscriptions
    /// Pass types, passes, and orders in Wallet.
    case passes
    case sharedOrders = "shared_orders"
    /// Webhook endpoints and events. An event contains the object that it is about.
    case webhooks
    /// The merchant's settings, coupons, pictures, domains, certificates and processor.
    case settings
    case keys
}

/// The right to read one resource, or to read and change it: `payments:read`, `payments:write`.
package struct Permission: Hashable, Sendable, RawRepresentable, CaseIterable {
    package enum Level: String, Sendable, CaseIterable {
        case read
        case write
    }

    package let resource: Resource
    package let level: Level

    package init(_ resource: Resource, _ level: Level) {
        self.resource = resource
        self.level = level
    }

    package init?(rawValue: String) {
        guard let known = Permission.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = known
    }

    package var rawValue: String { "\(resource.rawValue):\(level.rawValue)" }

    package static let allCases = Resource.allCases.flatMap { resource in
        Level.allCases.map { Permission(resource, $0) }
    }

    /// The permissions without duplicates and without those that others include.
    static func fewest(of chosen: [Permission]) -> [Permission] {
        allCases.filter { permission in
            chosen.contains(permission)
                && !chosen.contains { $0 != permission && $0.includes(permission) }
        }
    }

    /// Writing includes reading.
    package func includes(_ other: Permission) -> Bool {
        resource == other.resource && (level == .write || other.level == .read)
    }
}

extension APIKey {
    /// The calls that a key may make.
    package enum Scope: Equatable, Sendable {
        /// Reads everything.
        case read
        /// Reads and changes everything.
        case write
        /// Does only what these permissions say, in the order of `Permission.allCases`.
        case restricted([Permission])

        package var name: String {
            switch self {
            case .read: "read"
            case .write: "write"
            case .restricted: "restricted"
            }
        }

        package var permissions: [Permission]? {
            if case .restricted(let permissions) = self { permissions } else { nil }
        }

        package func allows(_ permission: Permission) -> Bool {
            switch self {
            case .read: permission.level == .read
            case .write: true
            case .restricted(let permissions): permissions.contains { $0.includes(permission) }
            }
        }

        /// True if this scope allows all that the other one does.
        package func includes(_ other: Scope) -> Bool {
            Permission.allCases.allSatisfy { !other.allows($0) || allows($0) }
        }
    }
}
