import HTTPClient
import JSON
import Outbox

/// What happens so that an event is written; gives the identifier of what the event is about.
typealias Story = @Sendable (TestShop) async throws -> String

extension Event.Kind {
    /// How it comes to be, in a few words.
    var meaning: String {
        switch self {
        case .checkoutAuthorized: "a payment is held, to be captured later"
        case .checkoutCaptured: "a payment is taken at once"
        case .checkoutDeclined: "the bank declines a payment"
        case .checkoutFailed: "ten payments of one checkout are declined; takes two minutes"
        case .checkoutCanceled: "a checkout is canceled before it is paid"
        case .checkoutLateSuccess: "a payment succeeds after its answer was lost"
        case .customerOpened: "a buyer keeps an account after paying"
        case .customerErased: "a buyer's account is erased"
        case .checkoutVoided: "a held payment is given back"
        case .checkoutCaptureFailed: "the bank refuses a capture"
        case .checkoutAuthorizationExpiring: "a held payment ends within a day; takes a minute"
        case .checkoutAuthorizationExpired: "a held payment ends; takes a minute"
        case .refundPending: "a refund is taken up"
        case .refundSucceeded: "a refund is done"
        case .refundFailed: "the bank refuses a refund"
        case .disputeOpened: "a buyer's bank takes a payment back"
        case .disputeWon: "a dispute ends for the merchant"
        case .disputeLost: "a dispute ends for the buyer"
        case .balanceCreated: "a stored balance is opened"
        case .balanceCredited: "money is put on a balance"
        case .balanceDebited: "money is taken off a balance"
        case .balanceHeld: "money of a balance is held"
        case .balanceReleased: "a hold of a balance is released"
        case .balanceCaptured: "a hold of a balance is captured"
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
            laterPaymentMeaning
        case .cardUnlinked, .cardUpdated: "only Apple brings it, by a call about a merchant token"
        case .certificateExpiring: "only a certificate that ends within 30 days brings it"
        case .passPersonalized: "only a phone whose buyer fills the form of a pass in brings it"
        case .passTypeLogKind: "only a phone's log line of a new kind brings it"
        case .sharedOrderStarted: "friends begin an order together"
        case .sharedOrderCanceled: "an order of friends is canceled"
        case .sharedOrderLocked, .sharedOrderReopened, .sharedOrderPaid, .sharedOrderExpired:
            "only those who hold an order's link bring it"
        case .reconciliationDiscrepancy:
            "only a payment that the processor has otherwise brings it"
        case .webhookEndpointDisabled: "only an endpoint that fails brings it"
        }
    }

    /// Nothing for what no call of the API brings about.
    var story: Story? {
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
            balanceStory
        case .checkoutVoided, .checkoutCaptureFailed, .checkoutAuthorizationExpiring,
            .checkoutAuthorizationExpired, .refundPending, .refundSucceeded, .refundFailed,
            .disputeOpened, .disputeWon, .disputeLost:
            settlingStory
        case .subscriptionCreated, .subscriptionTrialWillEnd, .subscriptionPastDue,
            .subscriptionActionRequired, .subscriptionRecovered, .subscriptionCardChanged,
            .subscriptionChanged, .subscriptionPaused, .subscriptionResumed, .subscriptionCanceled,
            .subscriptionEnded, .invoiceUpcoming, .invoicePending, .invoicePaid,
            .invoicePaymentFailed, .invoiceVoided, .invoiceUncollectible:
            subscriptionStory
        case .laterPaymentScheduled, .laterPaymentPaid, .laterPaymentDeclined, .laterPaymentFailed,
            .laterPaymentCanceled:
            laterPaymentStory
        case .sharedOrderStarted: { try await $0.sharedOrder() }
        case .sharedOrderCanceled: Self.cancelShared
        case .cardUnlinked, .cardUpdated, .certificateExpiring, .passPersonalized,
            .sharedOrderLocked, .sharedOrderReopened, .sharedOrderPaid, .sharedOrderExpired,
            .passTypeLogKind, .reconciliationDiscrepancy, .webhookEndpointDisabled:
            nil
        }
    }

    private static let decline = #""outcome":"decline""#

    private static let fail: Story = { shop in
        let checkout = try await shop.checkout()
        for number in 1...10 {
            // Each another payment: the same again would be answered with its outcome.
            try await shop.pay(checkout, sandbox: decline + ",\"delayMilliseconds\":\(number)")
        }
        return checkout.id
    }

    private static let cancel: Story = { shop in
        let checkout = try await shop.checkout()
        _ = try await shop.ask(.post, "/v1/checkouts/\(checkout.id)/cancel")
        return checkout.id
    }

    private static let cancelShared: Story = { shop in
        let order = try await shop.sharedOrder()
        _ = try await shop.ask(.post, "/v1/shared-orders/\(order)/cancel")
        return order
    }

    private static let openAccount: Story = { shop in
        let checkout = try await shop.paid(
            #","requiredShippingContactFields":["email"]"#,
            contact: #","shippingContact":{"emailAddress":"ada@example.com"}"#)
        let account = try await shop.ask(
            .post, "/v1/checkouts/\(checkout.id)/customer", #"{"consent":true}"#,
            as: checkout.secret)
        return try TestShop.text(account, "id")
    }

    private static let eraseAccount: Story = { shop in
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

    /// A checkout of one toast, with more members of its JSON.
    func checkout(_ members: String = "") async throws -> OpenedCheckout {
        let opened = try await ask(
            .post, "/v1/checkouts",
            #"{"currencyCode":"USD","countryCode":"US","items":[{"name":"Toast","quantity":1,"#
                + #""unitPrice":"10.00"}]"# + members + "}")
        return OpenedCheckout(
            id: try Self.text(opened, "id"), secret: try Self.text(opened, "clientSecret"))
    }

    /// Pays with a simulated token; `sandbox` has the members that say how it ends.
    func pay(
        _ checkout: OpenedCheckout, sandbox: String = "", contact: String = ""
    ) async throws {
        _ = try await ask(
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

    /// An order of ice cream, which its host shares.
    func sharedOrder() async throws -> String {
        let answer = try await ask(
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
            throw CommandFailure.failed("the server's answer has no \(name)")
        }
        return text
    }
}
