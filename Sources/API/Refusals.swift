import Balances
import Checkout
import Credentials
import Customers
import JSON
import Merchants
import Outbox
import Passes
import Postgres
import Processors
import SharedOrders
import Subscriptions
import Vocabulary

// Each refusal has its one HTTP answer here. The switches have no default, so that a new case does
// not build until it has an answer.

extension Services {
    /// The answer to whatever a handler threw; what nobody foresaw is a 500 and a line in the log.
    func problem(for error: any Error, _ requestID: String) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as CheckoutRefusal: return Problem(refusal)
        case let refusal as PaymentRefusal: return Problem(refusal)
        case let refusal as PricingRefusal: return Problem(refusal)
        case let refusal as MerchantRefusal: return Problem(refusal)
        case let refusal as CustomerRefusal: return Problem(refusal)
        case let refusal as BalanceRefusal: return Problem(refusal)
        case let refusal as TopUpRefusal: return Problem(refusal)
        case let refusal as OutboxRefusal: return Problem(refusal)
        case let refusal as CredentialsRefusal: return Problem(refusal)
        case let refusal as CredentialsDesk.Refusal: return Problem(refusal)
        case let refusal as SubscriptionRefusal: return Problem(refusal)
        case let refusal as PassesRefusal: return Problem(refusal)
        case let refusal as SharedOrderRefusal: return Problem(refusal)
        case let refusal as SessionRefusal:
            if refusal.isTrouble { report(refusal, requestID) }
            return Problem(refusal)
        case let error as PostgresError: return problem(for: error, requestID)
        default:
            report(error, requestID)
            return .internalError
        }
    }

    /// Trouble of the database that passes says when to ask again; our own mistakes say nothing.
    private func problem(for error: PostgresError, _ requestID: String) -> Problem {
        if case .lockTimeout = error { return .busy }
        report(error, requestID)
        switch error {
        case .unavailable: return .databaseUnavailable
        case .poolWait, .statementTimeout, .lockTimeout: return .databaseBusy
        case .outcomeUnknown: return .outcomeUnknown
        case .constraint, .server, .column, .bind, .serverTooOld: return .internalError
        }
    }
}

extension Problem {
    static let databaseUnavailable = Problem(
        503, "database_unavailable", "the database is not reachable; nothing was done",
        retryAfterSeconds: 1)
    static let databaseBusy = Problem(
        503, "database_busy", "the database is too busy; nothing was done", retryAfterSeconds: 1)
    static let outcomeUnknown = Problem(
        503, "outcome_unknown",
        "the database went away while it was storing: repeat with the same Idempotency-Key",
        retryAfterSeconds: 1)
    static let internalError = Problem(
        500, "internal_error", "something broke here; quote the Request-Id")
    static let busy = Problem(
        409, "busy", "another request is working on this; try again", retryAfterSeconds: 1)

    init(_ refusal: CheckoutRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .secretOutdated: self = .badCredential
        case .notOpen(let state):
            self.init(
                409, "checkout_not_open",
                "the checkout is \(state.rawValue), so it cannot be changed or paid")
        case .authorizing(let secondsLeft):
            self.init(
                409, "attempt_in_progress",
                "a payment of this checkout is being authorised; ask again for its outcome",
                retryAfterSeconds: secondsLeft)
        case .staleVersion(let given, let current):
            self.init(
                409, "version_mismatch",
                "the sheet showed version \(given) but the price is at version \(current)")
        case .settingsChanged: self = .busy
        case .simulatedTokenForLiveMerchant:
            self.init(
                400, "invalid_request", "a live merchant takes no simulated tokens",
                errors: [
                    FieldProblem(
                        pointer: "/payment/token/paymentData", code: "simulated_token",
                        detail: "only test merchants take simulated tokens")
                ])
        case .noProcessor:
            self.init(
                409, "no_processor",
                "the keys of the merchant's account are not stored: PUT /v1/processor")
        case .totalOutOfRange:
            self.init(
                400, "invalid_request", "the total is larger than can be counted",
                errors: [
                    FieldProblem(
                        pointer: "", code: "out_of_range",
                        detail: "the sum of all lines leaves the range of amounts")
                ])
        case .exceedsMaximumAmount:
            self.init(
                409, "exceeds_maximum_amount",
                "the total is more than the checkout's maximumAmount")
        case .tokenStale: self.init(CredentialsDesk.Refusal.fault(.stale))
        case .tokenOfOtherRequest:
            self.init(
                409, "token_of_other_request",
                "the payment token was made with other applicationData than the checkout's")
        case .tokenOfOtherCurrency(let wanted):
            self.init(
                422, "token_currency_mismatch",
                "the payment token is not for the checkout's currency, \(wanted.code)")
        case .tokenOfOtherAmount:
            self.init(
                409, "token_amount_mismatch",
                "the payment token is for another amount than the last total that the sheet was given"
            )
        case .tokenUsed:
            self.init(409, "token_already_used", "this payment token was used for another payment")
        case .notAuthorized:
            self.init(
                409, "checkout_not_authorized",
                "an account is opened from a checkout whose payment was authorised")
        case .cardNeeded:
            self.init(
                409, "card_needed", "this sheet is for a card that is charged again: pay with one")
        case .noContact:
            self.init(
                409, "no_contact", "the sheet asked for no contact to open an account with")
        }
    }

    /// What a question or a change of an open checkout would make of its price.
    init(_ refusal: PricingRefusal) {
        switch refusal {
        case .unserviceable:
            self.init(409, "not_delivered", "nothing is delivered to the chosen address any more")
        case .outOfRange: self.init(CheckoutRefusal.totalOutOfRange)
        case .zeroTotalNeedsNewerClient:
            self.init(409, "zero_total", "this client's version cannot show a total of zero")
        case .tokenContextsExceedTotal:
            self.init(
                409, "token_contexts_exceed_total",
                "the amounts of multiTokenContexts together are more than the total")
        case .exceedsMaximum: self.init(CheckoutRefusal.exceedsMaximumAmount)
        case .notChargeable:
            self.init(
                409, "not_chargeable",
                "the processor has no way to write this total, or takes none so large")
        }
    }

    init(_ refusal: MerchantRefusal) {
        switch refusal {
        case .merchantNotFound, .keyNotFound, .couponNotFound, .domainNotFound, .pictureNotFound:
            self = .notFound
        case .lastWriteKey:
            self.init(
                409, "last_secret_key",
                "this is the last secret key that may write; make another first")
        case .couponCodeTaken:
            self.init(409, "coupon_code_taken", "another coupon has this code")
        case .couponRedeemedMore(let redemptions):
            self.init(
                409, "coupon_redeemed_more",
                "the coupon was redeemed \(redemptions) times, which is more than that")
        case .domainTaken(let domain):
            self.init(
                409, "domain_taken", "another merchant of this server has registered \(domain)")
        case .settingsChanged: self = .busy
        case .tooManyPictures(let most):
            self.init(409, "too_many_pictures", "a merchant has \(most) pictures at most")
        }
    }

    init(_ refusal: CustomerRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .paymentInProgress(let secondsLeft):
            self.init(
                409, "payment_in_progress",
                "a payment of this customer is being authorised; ask again when it has ended",
                retryAfterSeconds: secondsLeft)
        }
    }
}
