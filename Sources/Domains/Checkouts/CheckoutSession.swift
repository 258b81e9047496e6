import Carts
import Contacts
import Customers
import Merchants
import Vocabulary

/// One purchase, from the cart to the payment: the merchant's request, the buyer's choices, the
/// current total, and the amounts that were paid and refunded.
package struct CheckoutSession: Sendable, Identified {
    package static let identifierPrefix = "chk"
    package typealias ID = Identifier<CheckoutSession>

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
    /// Rises when the price, the lines, or the choice of method, coupon or balances changes.
    package var version: Int
    /// The last version that the sheet received.
    package var shownVersion: Int = 1
    /// The total of the current version, without the amounts that balances pay. Once the sheet has
    /// received it (`shownVersion`), it is the promise to the buyer (docs/rules/money.md#6).
    package var total: Money
    package var totalIsPending: Bool
    /// The version of the merchant's settings that priced it.
    package var settingsVersion: Int64
    /// Amounts over all attempts, in minor units of the total's currency.
    package var authorized: Int64 = 0
    package var captured: Int64 = 0
    package var refunded: Int64 = 0
    /// Captures and refunds in progress, and money that a bank took back, in minor units of the
    /// total's currency.
    package var capturing: Int64 = 0
    package var refunding: Int64 = 0
    package var disputed: Int64 = 0
    /// Balances that pay, in the order in which they were attached; the total is the rest.
    package var tenders: [Tender] = [] {
        didSet { tendersChanged = true }
    }
    /// True if the tenders were set after the row was read, so that they may differ from the stored
    /// ones.
    private(set) var tendersChanged = false
    @Boxed package var request: CheckoutRequest
    package var choice: Choice
    package var privacy: Privacy
    package let derivationKey: Int
    package var generation: Int = 1
    /// The number of attempts; ten at most.
    package var attempts: Int = 0
    /// The number of events written.
    package var events: Int = 0
    package var customer: Customer.ID?
    package let createdAt: Instant
    package let expiresAt: Instant
    package var changedAt: Instant

    /// Ten attempts are enough for one buyer; a tester of stolen cards needs more
    /// (docs/rules/money.md#8).
    package static let attemptsMax = 10

    /// The scope of the idempotency keys from the buyer's browser.
    package static func claimScope(_ checkout: ID) -> String { checkout.uuid.base32 }

    /// The amount that balances pay, in minor units.
    package var tendered: Int64 { tenders.amount }

    /// The public state: an open checkout past its end has expired.
    package func state(at now: Instant) -> State {
        state == .open && now >= expiresAt ? .expired : state
    }
}

extension CheckoutSession {
    /// The buyer's choices in the sheet.
    package struct Choice: Equatable, Sendable {
        /// The shipping address, as far as it is known.
        package var place: Destination?
        /// The billing address, if it decides the taxes and is known.
        package var billing: Destination?
        /// The stored price rules that replace the addresses once the buyer was erased.
        var tariff: Tariff?
        /// The identifier of the shipping method.
        package var method: String?
        package var coupon: AppliedCoupon?
        package var pin: Pin?

        package init(
            place: Destination? = nil, billing: Destination? = nil, tariff: Tariff? = nil,
            method: String? = nil, coupon: AppliedCoupon? = nil, pin: Pin? = nil
        ) {
            self.place = place
            self.billing = billing
            self.tariff = tariff
            self.method = method
            self.coupon = coupon
            self.pin = pin
        }

        package var places: Places {
            get { Places(shipping: place, billing: billing) }
            set { (place, billing) = (newValue.shipping, newValue.billing) }
        }
    }

    /// A redacted address whose full form costs more. The next update for that address shows the
    /// higher price, so that the buyer pays after one correction (docs/rules/money.md#6).
    package struct Pin: Equatable, Sendable {
        package let role: Role
        /// nil if the payment brought the billing address for the first time.
        package let redacted: Destination?
        package let full: Destination

        package init(role: Role, redacted: Destination?, full: Destination) {
            self.role = role
            self.redacted = redacted
            self.full = full
        }
    }
}
