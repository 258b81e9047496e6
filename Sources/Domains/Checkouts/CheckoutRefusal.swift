import Carts
import JSON
import Processors
import Vocabulary

/// The reason that the server refuses a call to a checkout.
package enum CheckoutRefusal: Error, Equatable, Sendable {
    case notFound
    /// The client secret was rotated.
    case secretOutdated
    /// Canceled, failed, expired, or already paid.
    case notOpen(CheckoutSession.State)
    /// A payment is being authorized, or a charge that succeeded too late is being voided: for at
    /// most this many more seconds. Then any caller may finish it.
    case authorizing(secondsLeft: Int)
    /// The sheet showed another version than the checkout's current one.
    case staleVersion(given: Int, current: Int)
    /// The merchant's settings changed during the call: read them again and repeat.
    case settingsChanged
    /// The browser's payment sheet cannot show every charge, or opens only with a later version.
    case clientVersionTooLow(minimum: Int)
    /// This merchant's processor takes no simulated tokens.
    case simulatedTokenForLiveMerchant
    /// The token was signed more than five minutes before or after its arrival.
    case tokenStale
    /// The token was made for a sheet with other application data.
    case tokenOfOtherRequest
    case tokenOfOtherCurrency(Currency)
    /// The token is not for the last total that the sheet received.
    case tokenOfOtherAmount
    /// Another attempt already used Apple's transaction identifier.
    case tokenUsed
    /// No processor is set up for this merchant.
    case noProcessor
    /// An amount is larger than the largest that can be stored.
    case totalOutOfRange
    /// The amount to authorize exceeds the checkout's `maximumAmount`.
    case exceedsMaximumAmount
    /// No payment is authorized, so there is no contact to open an account with.
    case notAuthorized
    /// The sheet asked for no contact, so there is nothing to open an account with.
    case noContact
    /// Balances cannot pay alone when a card has to be saved for later charges.
    case cardNeeded
}

extension CheckoutRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .secretOutdated: .badCredential
        case .notOpen(let state):
            .conflict(
                "checkout_not_open",
                "the checkout is \(state.rawValue), so it cannot be changed or paid")
        case .authorizing(let secondsLeft):
            .conflict(
                "attempt_in_progress",
                "a payment of this checkout is being authorized; send the request again for its "
                    + "outcome",
                retryAfterSeconds: secondsLeft)
        case .staleVersion(let given, let current):
            .conflict(
                "version_mismatch",
                "the payment sheet showed version \(given), but the price is now at version "
                    + "\(current)"
            )
        case .settingsChanged: .busy
        case .simulatedTokenForLiveMerchant:
            .invalid(
                "a live merchant does not accept simulated tokens",
                [
                    FieldProblem(
                        pointer: "/payment/token/paymentData", code: "simulated_token",
                        detail: "only test merchants accept simulated tokens")
                ])
        case .noProcessor:
            .conflict(
                "no_processor",
                "the merchant has no processor keys: store them with PUT /v1/processor")
        case .totalOutOfRange: .totalOutOfRange
        case .clientVersionTooLow(let minimum):
            .conflict(
                "client_version",
                "the browser's payment sheet knows none of this checkout's networks, or cannot show "
                    + "every charge: it needs version \(minimum) of Apple Pay JS")
        case .exceedsMaximumAmount: .exceedsMaximumAmount
        case .tokenStale: TokenFault.stale.problem
        case .tokenOfOtherRequest:
            .conflict(
                "token_of_other_request",
                "the payment token's applicationData differs from the checkout's")
        case .tokenOfOtherCurrency(let wanted):
            .unprocessable(
                "token_currency_mismatch",
                "the payment token is not in the checkout's currency, \(wanted.code)")
        case .tokenOfOtherAmount:
            .conflict(
                "token_amount_mismatch",
                "the payment token's amount differs from the last total that the payment sheet "
                    + "received"
            )
        case .tokenUsed:
            .conflict(
                "token_already_used", "this payment token was already used for another payment"
            )
        case .notAuthorized:
            .conflict(
                "checkout_not_authorized",
                "creating an account requires a checkout with an authorized payment")
        case .cardNeeded:
            .conflict(
                "card_needed", "this checkout saves a card for later charges: pay with a card")
        case .noContact:
            .conflict(
                "no_contact",
                "the payment sheet requested no contact, so no account can be created from it")
        }
    }
}
