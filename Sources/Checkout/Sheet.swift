import Contacts
import Customers
import Merchants
import Vocabulary

/// One payment sheet from cart to authorised payment: what was asked for, what the buyer chose so
/// far, and the total that was last given out.
package struct Sheet: Sendable, Identified {
    package static let identifierPrefix = "chk"
    package typealias ID = Identifier<Sheet>

    package enum State: String, Sendable, CaseIterable {
        case open
        case authorizing
        case authorized
        case captured
        case refunded
        case canceled
        case expired
        case failed
    }

    package let id: ID
    package var state: State
    /// Rises when the priced state changes.
    package var version: Int
    /// The version that the sheet was last told.
    package var shownVersion: Int = 1
    /// The last total that was given out: the sheet's promise (money.md 6).
    package var total: Money
    package var totalIsPending: Bool
    /// The version of the merchant's settings that it was priced by.
    package var settingsVersion: Int64
    /// Amounts over all attempts, in minor units of the total's currency.
    package var authorized: Int64 = 0
    package var captured: Int64 = 0
    package var refunded: Int64 = 0
    /// What calls under way are taking or giving back, and what a bank has taken back.
    package var capturing: Int64 = 0
    package var refunding: Int64 = 0
    package var disputed: Int64 = 0
    /// Balances that pay, in the order in which they were attached; the total is what they leave.
    package var tenders: [Tender] = [] {
        didSet { tendersChanged = true }
    }
    /// Whether they differ from what is stored.
    private(set) var tendersChanged = false
    @Shared package var request: CheckoutRequest
    package var choice: Choice
    package var privacy: Privacy
    package let derivationKey: Int
    package var generation: Int = 1
    /// How often a processor was asked; ten at most.
    package var attempts: Int = 0
    /// How many events were written.
    package var events: Int = 0
    package var customer: Customer.ID?
    package let createdAt: Instant
    package let expiresAt: Instant
    package var changedAt: Instant

    /// Ten tries by one buyer are enough; a tester of stolen cards needs more (money.md 8).
    package static let attemptsMax = 10

    /// In which the idempotency keys of its buyer's browser are apart from all others.
    package static func claimScope(_ checkout: ID) -> String { checkout.uuid.base32 }

    /// What balances pay of it, in minor units.
    package var tendered: Int64 { tenders.amount }

    /// The state as the world sees it: an open sheet whose time is over has expired.
    package func state(at now: Instant) -> State {
        state == .open && now >= expiresAt ? .expired : state
    }
}

extension Sheet {
    /// What the buyer chose in the sheet.
    package struct Choice: Equatable, Sendable {
        /// Where it goes, as far as it is known.
        package var place: Destination?
        /// What stands for it once the buyer was erased.
        var tariff: Tariff?
        /// The identifier of the shipping method.
        package var method: String?
        package var coupon: AppliedCoupon?
        package var pin: Pin?

        package init(
            place: Destination? = nil, tariff: Tariff? = nil, method: String? = nil,
            coupon: AppliedCoupon? = nil, pin: Pin? = nil
        ) {
            self.place = place
            self.tariff = tariff
            self.method = method
            self.coupon = coupon
            self.pin = pin
        }
    }

    /// A redacted place whose full address costs more. The next update for that place shows the
    /// dearer price, so that the buyer pays after one correction (money.md 6).
    package struct Pin: Equatable, Sendable {
        package let redacted: Destination
        package let full: Destination
    }
}
