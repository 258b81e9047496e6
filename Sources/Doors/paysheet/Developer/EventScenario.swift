import HTTPClient
import JSON
import Outbox

/// The calls that cause an event; returns the identifier of the event's object.
typealias EventScenario = @Sendable (TestShop) async throws -> String

extension Event.Kind {
    /// The action that causes the event, in a few words.
    var meaning: String {
        switch self {
        case .checkoutAuthorized: "a payment is authorized, to be captured later"
        case .checkoutCaptured: "a payment is captured immediately"
        case .checkoutDeclined: "the bank declines a payment"
        case .checkoutFailed: "ten payments of one checkout are declined; takes two minutes"
        case .checkoutCanceled: "a checkout is canceled before it is paid"
        case .checkoutLateSuccess: "a payment succeeds after its answer was lost"
        case .customerOpened: "a buyer keeps an account after paying"
        case .customerErased: "a buyer's account is erased"
        case .checkoutVoided: "an authorized payment is voided"
        case .checkoutCaptureFailed: "the bank rejects a capture"
        case .checkoutAuthorizationExpiring: "an authorization expires within a day; takes a minute"
        case .checkoutAuthorizationExpired: "an authorization expires; takes a minute"
        case .refundPending: "a refund is pending"
        case .refundSucceeded: "a refund succeeds"
        case .refundFailed: "the bank rejects a refund"
        case .disputeOpened: "a buyer's bank opens a dispute"
        case .disputeWon: "the merchant wins a dispute"
        case .disputeLost: "the merchant loses a dispute"
        case .balanceCreated: "a stored balance is created"
        case .balanceCredited: "a balance is credited"
        case .balanceDebited: "a balance is debited"
        case .balanceHeld: "a hold reserves money of a balance"
        case .balanceReleased: "a hold on a balance is released"
        case .balanceCaptured: "a hold on a balance is captured"
        case .balanceFrozen: "a balance is frozen"
        case .balanceUnfrozen: "a balance is unfrozen"
        case .balanceExpired: "a balance expires; takes a minute"
        case .subscriptionCreated, .subscriptionTrialWillEnd, .subscriptionPastDue,
            .subscriptionActionRequired, .subscriptionRecovered, .subscriptionCardChanged,
            .subscriptionChanged, .subscriptionPaused, .subscriptionResumed, .subscriptionCanceled,
            .subscriptionEnded, .invoiceUpcoming, .invoicePending, .invoicePaid,
            .invoicePaymentFailed, .invoiceVoided, .invoiceUncollectible:
            subscriptionMeaning
        case .laterPaymentScheduled, .laterPaymentPaid, .laterPaymentDeclined, .laterPaymentFailed,
            .laterPaymentCanceled:
            scheduledPaymentMeaning
        case .cardUnlinked, .cardUpdated:
            "only Apple can cause it, by a call about a merchant token"
        case .cardTestingStarted: "most of a merchant's payments within ten minutes are declined"
        case .cardTestingEnded: "the rate of declined payments is normal again"
        case .certificateExpiring: "only a certificate that expires within 30 days causes it"
        case .passPersonalized: "only a phone whose buyer fills in a pass's form causes it"
        case .passTypeLogKind: "only a new kind of log line from a phone causes it"
        case .sharedOrderStarted: "a shared order is started"
        case .sharedOrderCanceled: "a shared order is canceled"
        case .sharedOrderLocked, .sharedOrderReopened, .sharedOrderPaid, .sharedOrderExpired:
            "only participants with the order's link can cause it"
        case .reconciliationDiscrepancy:
            "only a payment that the processor records differently causes it"
        case .webhookEndpointDisabled: "only a failing webhook endpoint causes it"
        }
    }

    /// Nil for an event that no API call can cause.
    var scenario: EventScenario? {
        switch self {
        case .checkoutAuthorized: { try await $0.paid(#","captureMethod":"manual""#).id }
        case .checkoutCaptured: { try await $0.paid().id }
        case .checkoutDeclined: { try await $0.paid(sandbox: Self.decline).id }
        case .checkoutFailed: Self.fail
        case .checkoutCanceled: Self.cancel
        case .checkoutLateSuccess: { try await $0.paid(sandbox: #""outcome":"unknown""#).id }
        case .customerOpened: Self.openAccount
        case .customerErased: Self.eraseAccount
        case .balanceCreated, .balanceCredited, .balanceDebited, .balanceHeld, .balanceReleased,
            .balanceCaptured, .balanceFrozen, .balanceUnfrozen, .balanceExpired:
            balanceScenario
        case .checkoutVoided, .checkoutCaptureFailed, .checkoutAuthorizationExpiring,
            .checkoutAuthorizationExpired, .refundPending, .refundSucceeded, .refundFailed,
            .disputeOpened, .disputeWon, .disputeLost:
            paymentOperationScenario
        case .subscriptionCreated, .subscriptionTrialWillEnd, .subscriptionPastDue,
            .subscriptionActionRequired, .subscriptionRecovered, .subscriptionCardChanged,
            .subscriptionChanged, .subscriptionPaused, .subscriptionResumed, .subscriptionCanceled,
            .subscriptionEnded, .invoiceUpcoming, .invoicePending, .invoicePaid,
            .invoicePaymentFailed, .invoiceVoided, .invoiceUncollectible:
            subscriptionScenario
        case .laterPaymentScheduled, .laterPaymentPaid, .laterPaymentDeclined, .laterPaymentFailed,
            .laterPaymentCanceled:
            scheduledPaymentScenario
        case .sharedOrderStarted: { try await $0.sharedOrder() }
        case .sharedOrderCanceled: Self.cancelShared
        case .cardUnlinked, .cardUpdated, .cardTestingStarted, .cardTestingEnded,
            .certificateExpiring, .passPersonalized,
            .sharedOrderLocked, .sharedOrderReopened, .sharedOrderPaid, .sharedOrderExpired,
            .passTypeLogKind, .reconciliationDiscrepancy, .webhookEndpointDisabled:
            nil
        }
    }

    private static let decline = #""outcome":"decline""#

    private static let fail: EventScenario = { shop in
        let checkout = try await shop.checkout()
        for number in 1...10 {
            // Each payment is different: a repeated one would be answered with the outcome of the
            // first.
            try await shop.pay(checkout, sandbox: decline + ",\"delayMilliseconds\":\(number)")
        }
        return checkout.id
    }

    private static let cancel: EventScenario = { shop in
        let checkout = try await shop.checkout()
        _ = try await shop.call(.post, "/v1/checkouts/\(checkout.id)/cancel")
        return checkout.id
    }

    private static let cancelShared: EventScenario = { shop in
        let order = try await shop.sharedOrder()
        _ = try await shop.call(.post, "/v1/shared-orders/\(order)/cancel")
        return order
    }

    private static let openAccount: EventScenario = { shop in
        let checkout = try await shop.paid(
            #","requiredShippingContactFields":["email"]"#,
            contact: #","shippingContact":{"emailAddress":"ada@example.com"}"#)
        let account = try await shop.call(
            .post, "/v1/checkouts/\(checkout.id)/customer", #"{"consent":true}"#,
            as: checkout.secret)
        return try TestShop.text(account, "id")
    }

    private static let eraseAccount: EventScenario = { shop in
        let customer = try await openAccount(shop)
        _ = try await shop.bytes(.delete, "/v1/customers/\(customer)")
        return customer
    }
}

extension TestShop {
    struct OpenedCheckout {
        let id: String
        let secret: String
    }

    /// Opens a checkout of one toast, with more members of its JSON.
    func checkout(_ members: String = "") async throws -> OpenedCheckout {
        let opened = try await call(
            .post, "/v1/checkouts",
            #"{"currencyCode":"USD","countryCode":"US","items":[{"name":"Toast","quantity":1,"#
                + #""unitPrice":"10.00"}]"# + members + "}")
        return OpenedCheckout(
            id: try Self.text(opened, "id"), secret: try Self.text(opened, "clientSecret"))
    }

    /// Pays with a simulated token; the members in `sandbox` decide the outcome.
    func pay(
        _ checkout: OpenedCheckout, sandbox: String = "", contact: String = ""
    ) async throws {
        _ = try await call(
            .post, "/v1/checkouts/\(checkout.id)/authorize",
            #"{"payment":{"token":{"paymentData":{"sandbox":{"# + sandbox + "}}}" + contact + "}}",
            as: checkout.secret)
    }

    func paid(
        _ members: String = "", sandbox: String = "", contact: String = ""
    ) async throws -> OpenedCheckout {
        let checkout = try await checkout(members)
        try await pay(checkout, sandbox: sandbox, contact: contact)
        return checkout
    }

    /// Starts a shared order of ice cream.
    func sharedOrder() async throws -> String {
        let answer = try await call(
            .post, "/v1/shared-orders",
            #"""
            {"title":"Ice cream","currencyCode":"USD","countryCode":"US",
             "menu":[{"id":"cone","name":"Cone","price":"3.00"}]}
            """#
        )
        return try Self.text(answer, "id")
    }

    static func text(_ document: Document, _ name: String) throws -> String {
        guard let text = document.root[name]?.string else {
            throw CommandFailure.failed("the server's response has no \(name)")
        }
        return text
    }
}
