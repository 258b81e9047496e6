/// Apple's error codes, as `new ApplePayError(code, …)` accepts them (docs/rules/apple.md#2.2).
package enum ApplePayErrorCode: String, CaseIterable, Sendable {
    case unknown
    case shippingContactInvalid, billingContactInvalid
    case addressUnserviceable
    case couponCodeInvalid, couponCodeExpired
}
