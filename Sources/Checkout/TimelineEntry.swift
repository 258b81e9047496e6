import Vocabulary

/// One question that a sheet asked, with what was answered.
package struct TimelineEntry: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case changed
        case shippingContact
        case shippingMethod
        case paymentMethod
        case couponCode
        case balanceAttached
        case balanceDetached
        case authorize
        case authorized
        case declined
        case unknown
        case lateSuccess
        case canceled
        case captured
        case captureFailed
        case voided
        case authorizationExpired
        case refunded
        case refundFailed
        case disputed
    }

    package let checkout: Sheet.ID
    package let entry: UUID128
    package let kind: Kind
    package let at: Instant
    /// The request that asked; a worker's name where no request did.
    package let requestID: String
    /// Version, total and state after it.
    package let version: Int
    package let total: Int64
    package let state: Sheet.State
    /// `code` or `code:contactField` of what was wrong, and the code of a decline; never a value
    /// that the buyer gave.
    package let errors: [String]
    /// What was asked, sealed with the checkout's key.
    package let question: [UInt8]?
}
