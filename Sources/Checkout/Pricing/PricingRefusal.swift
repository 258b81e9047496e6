import JSON

/// Why a request has no price as things stand.
package enum PricingRefusal: Error, Equatable, Sendable {
    /// Nothing that the merchant offers is delivered there: an error on the buyer's address.
    case unserviceable
    /// A sum leaves what money can be: the merchant's request is wrong.
    case outOfRange
    /// Nothing to pay, and the client's version of the sheet cannot show that (below 4).
    case zeroTotalNeedsNewerClient
    /// The shares of several merchants are more than the whole, which cancels the sheet.
    case tokenContextsExceedTotal
    /// What would be asked of the card is more than the merchant's `maximumAmount`.
    case exceedsMaximum
    /// The processor has no way to write what the card would pay, or takes no amount so large (money.md 3).
    case notChargeable
}

extension PricingRefusal {
    /// The same as a problem of the request that is being opened or changed.
    package func problem(in request: CheckoutRequest) -> FieldProblem {
        let goods =
            switch request.basket {
            case .items: "/items"
            case .lines: "/lineItems"
            }
        return switch self {
        case .unserviceable:
            FieldProblem(
                pointer: "/shippingContact", code: "conflict", detail: "nothing is delivered there")
        case .outOfRange:
            FieldProblem(
                pointer: goods, code: "out_of_range",
                detail: "the sum is above 9007199254740991 in the smallest unit")
        case .zeroTotalNeedsNewerClient:
            FieldProblem(
                pointer: "/clientVersion", code: "conflict",
                detail: "a total of zero needs version 4 of Apple Pay JS")
        case .tokenContextsExceedTotal:
            FieldProblem(
                pointer: "/multiTokenContexts", code: "conflict",
                detail: "the amounts together are more than the total")
        case .exceedsMaximum:
            FieldProblem(
                pointer: "/maximumAmount", code: "conflict",
                detail: "less than what is asked of the card")
        case .notChargeable:
            FieldProblem(
                pointer: goods, code: "not_chargeable",
                detail: "the processor has no way to write the total, or takes none so large: "
                    + "docs/processors.md, Amounts")
        }
    }
}
