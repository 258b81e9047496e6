import JSON
import Vocabulary

/// The reason that a request has no price.
package enum PricingRefusal: Error, Equatable, Sendable {
    /// No shipping method serves the address: an error on the buyer's address.
    case unserviceable
    /// A sum is outside the range of amounts: the merchant's request is wrong.
    case outOfRange
    /// The total is zero, which the client's version of the sheet cannot show (below 4).
    case zeroTotalNeedsNewerClient
    /// The shares of several merchants exceed the total, which would cancel the sheet.
    case tokenContextsExceedTotal
    /// The total or the amount to authorize, before balances pay, exceeds the merchant's
    /// `maximumAmount`.
    case exceedsMaximum
    /// The processor cannot represent the card's amount, or does not accept one so large
    /// (docs/rules/money.md#3).
    case notChargeable
}

extension PricingRefusal {
    /// The refusal as a problem of the request that opens or changes the checkout.
    package func problem(in request: CheckoutRequest) -> FieldProblem {
        let goods =
            switch request.cartContent {
            case .items: "/items"
            case .lines: "/lineItems"
            }
        return switch self {
        case .unserviceable:
            FieldProblem(
                pointer: "/shippingContact", code: "conflict",
                detail: "no shipping method is available for this address")
        case .outOfRange:
            FieldProblem(
                pointer: goods, code: "out_of_range",
                detail: "the sum exceeds 9007199254740991 in the currency's smallest unit")
        case .zeroTotalNeedsNewerClient:
            FieldProblem(
                pointer: "/clientVersion", code: "conflict",
                detail: "a total of zero requires version 4 of Apple Pay JS")
        case .tokenContextsExceedTotal:
            FieldProblem(
                pointer: "/multiTokenContexts", code: "conflict",
                detail: "the sum of the amounts is more than the total")
        case .exceedsMaximum:
            FieldProblem(
                pointer: "/maximumAmount", code: "conflict",
                detail: "less than the amount to charge to the card")
        case .notChargeable:
            FieldProblem(
                pointer: goods, code: "not_chargeable",
                detail:
                    "the processor cannot represent the total, or does not accept one so large: "
                    + "see "
                    + "docs/operate/processors.md, Amounts")
        }
    }
}

extension PricingRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .unserviceable:
            .conflict(
                "not_delivered",
                "no shipping method is available for the chosen address anymore")
        case .outOfRange: .totalOutOfRange
        case .zeroTotalNeedsNewerClient:
            .conflict("zero_total", "this client version cannot show a total of zero")
        case .tokenContextsExceedTotal:
            .conflict(
                "token_contexts_exceed_total",
                "the sum of the multiTokenContexts amounts is more than the total")
        case .exceedsMaximum: .exceedsMaximumAmount
        case .notChargeable:
            .conflict(
                "not_chargeable",
                "the processor cannot represent this total, or does not accept one so large")
        }
    }
}

extension ProblemDetails {
    package static let totalOutOfRange = invalid(
        "the total exceeds the largest possible amount",
        [
            FieldProblem(
                pointer: "", code: "out_of_range",
                detail: "the sum of all lines exceeds the largest possible amount")
        ])
    package static let exceedsMaximumAmount = conflict(
        "exceeds_maximum_amount", "the total is more than the checkout's maximumAmount")
}
