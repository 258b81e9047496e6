import Balances
import Carts
import Checkouts
import Credentials
import Customers
import Idempotency
import JSON
import Merchants
import Outbox
import Passes
import Payments
import Postgres
import Processors
import SharedOrders
import Subscriptions
import Vocabulary

// The usual HTTP answer to a refusal is a `Problem.init`: here, in a resource's …Refusals.swift, or
// beside the routes that throw it. Some routes answer with the invalid field instead. The switches
// over cases have no default, so a new case does not build until it has an answer. A new type of
// refusal is a 500 until `problem(for:_:)` lists it.

extension Services {
    /// The answer to an error of a handler; an unexpected error is a 500 and a line in the log.
    func problem(for error: any Error, _ requestID: String) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as ClaimRefusal: return Problem(refusal)
        case let refusal as CheckoutRefusal: return Problem(refusal)
        case let refusal as PaymentRefusal: return Problem(refusal)
        case let refusal as PricingRefusal: return Problem(refusal)
        case let refusal as MerchantRefusal: return Problem(refusal)
        case let refusal as CustomerRefusal: return Problem(refusal)
        case let refusal as BalanceRefusal: return Problem(refusal)
        case let refusal as TopUpRefusal: return Problem(refusal)
        case let refusal as OutboxRefusal: return Problem(refusal)
        case let refusal as CredentialsRefusal: return Problem(refusal)
        case let refusal as CredentialsService.Refusal: return Problem(refusal)
        case let refusal as SubscriptionRefusal: return Problem(refusal)
        case let refusal as PassesRefusal: return Problem(refusal)
        case let refusal as SharedOrderRefusal: return Problem(refusal)
        case let refusal as SessionRefusal:
            if refusal.isGatewayFailure { report(refusal, requestID) }
            return Problem(refusal)
        case let error as PostgresError: return problem(for: error, requestID)
        case let fault as ProcessorFault:
            report(fault, requestID)
            return .processorUnavailable
        default:
            report(error, requestID)
            return .internalError
        }
    }

    /// A temporary database error gets a `Retry-After`; an error of the server itself gets a plain
    /// 500.
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
        503, "database_unavailable", "the database cannot be reached; nothing was changed",
        retryAfterSeconds: 1)
    static let databaseBusy = Problem(
        503, "database_busy", "the database is too busy; nothing was changed", retryAfterSeconds: 1)
    /// Also for the sandbox, which cannot answer if the database with its records cannot.
    static let processorUnavailable = Problem(
        503, "processor_unavailable",
        "the processor did not answer; send the request again with the same Idempotency-Key",
        retryAfterSeconds: 1)
    static let outcomeUnknown = Problem(
        503, "outcome_unknown",
        "the database connection broke while storing: send the request again with the same "
            + "Idempotency-Key",
        retryAfterSeconds: 1)
    static let internalError = Problem(
        500, "internal_error", "internal error; quote the Request-Id when you report it")
    static let busy = Problem(
        409, "busy", "another request is changing this; try again", retryAfterSeconds: 1)

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
                "a payment of this checkout is being authorized; send the request again for its "
                    + "outcome",
                retryAfterSeconds: secondsLeft)
        case .staleVersion(let given, let current):
            self.init(
                409, "version_mismatch",
                "the payment sheet showed version \(given), but the price is now at version "
                    + "\(current)"
            )
        case .settingsChanged: self = .busy
        case .simulatedTokenForLiveMerchant:
            self.init(
                400, "invalid_request", "a live merchant does not accept simulated tokens",
                errors: [
                    FieldProblem(
                        pointer: "/payment/token/paymentData", code: "simulated_token",
                        detail: "only test merchants accept simulated tokens")
                ])
        case .noProcessor:
            self.init(
                409, "no_processor",
                "the merchant has no processor keys: store them with PUT /v1/processor")
        case .totalOutOfRange:
            self.init(
                400, "invalid_request", "the total exceeds the largest possible amount",
                errors: [
                    FieldProblem(
                        pointer: "", code: "out_of_range",
                        detail: "the sum of all lines exceeds the largest possible amount")
                ])
        case .clientVersionTooLow(let minimum):
            self.init(
                409, "client_version",
                "the browser's payment sheet knows none of this checkout's networks, or cannot show "
                    + "every charge: it needs version \(minimum) of Apple Pay JS")
        case .exceedsMaximumAmount:
            self.init(
                409, "exceeds_maximum_amount",
                "the total is more than the checkout's maximumAmount")
        case .tokenStale: self.init(CredentialsService.Refusal.fault(.stale))
        case .tokenOfOtherRequest:
            self.init(
                409, "token_of_other_request",
                "the payment token's applicationData differs from the checkout's")
        case .tokenOfOtherCurrency(let wanted):
            self.init(
                422, "token_currency_mismatch",
                "the payment token is not in the checkout's currency, \(wanted.code)")
        case .tokenOfOtherAmount:
            self.init(
                409, "token_amount_mismatch",
                "the payment token's amount differs from the last total that the payment sheet "
                    + "received"
            )
        case .tokenUsed:
            self.init(
                409, "token_already_used", "this payment token was already used for another payment"
            )
        case .notAuthorized:
            self.init(
                409, "checkout_not_authorized",
                "creating an account requires a checkout with an authorized payment")
        case .cardNeeded:
            self.init(
                409, "card_needed", "this checkout saves a card for later charges: pay with a card")
        case .noContact:
            self.init(
                409, "no_contact",
                "the payment sheet requested no contact, so no account can be created from it")
        }
    }

    /// The answer to an impossible price; `POST /v1/checkouts` answers with the field instead.
    init(_ refusal: PricingRefusal) {
        switch refusal {
        case .unserviceable:
            self.init(
                409, "not_delivered",
                "no shipping method is available for the chosen address anymore")
        case .outOfRange: self.init(CheckoutRefusal.totalOutOfRange)
        case .zeroTotalNeedsNewerClient:
            self.init(409, "zero_total", "this client version cannot show a total of zero")
        case .tokenContextsExceedTotal:
            self.init(
                409, "token_contexts_exceed_total",
                "the sum of the multiTokenContexts amounts is more than the total")
        case .exceedsMaximum: self.init(CheckoutRefusal.exceedsMaximumAmount)
        case .notChargeable:
            self.init(
                409, "not_chargeable",
                "the processor cannot represent this total, or does not accept one so large")
        }
    }

    init(_ refusal: MerchantRefusal) {
        switch refusal {
        case .merchantNotFound, .keyNotFound, .couponNotFound, .domainNotFound, .pictureNotFound:
            self = .notFound
        case .lastWriteKey:
            self.init(
                409, "last_secret_key",
                "this is the last secret key with the scope write; create another one first")
        case .couponCodeTaken:
            self.init(409, "coupon_code_taken", "another coupon already has this code")
        case .couponRedeemedMore(let redemptions):
            self.init(
                409, "coupon_redeemed_more",
                "the coupon was already redeemed \(redemptions) times, which is more than this "
                    + "limit"
            )
        case .domainTaken(let domain):
            self.init(
                409, "domain_taken", "another merchant of this server has registered \(domain)")
        case .tooManyPictures(let most):
            self.init(409, "too_many_pictures", "a merchant can have at most \(most) pictures")
        }
    }

    init(_ refusal: CustomerRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .paymentInProgress(let secondsLeft):
            self.init(
                409, "payment_in_progress",
                "a payment of this customer is being authorized; try again when it has ended",
                retryAfterSeconds: secondsLeft)
        }
    }
}
