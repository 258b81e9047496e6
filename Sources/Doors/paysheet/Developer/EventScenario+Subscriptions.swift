import HTTPClient
import JSON
import Outbox
import Vocabulary

// Scenarios of subscriptions: each has a test clock, which it advances until the event occurs.

extension Event.Kind {
    var subscriptionMeaning: String {
        switch self {
        case .subscriptionCreated: "a buyer subscribes to a plan"
        case .subscriptionTrialWillEnd: "a free trial ends within a week"
        case .subscriptionPastDue: "a renewal is declined"
        case .subscriptionActionRequired:
            "a renewal is declined permanently: a new card is required"
        case .subscriptionRecovered: "a declined renewal is paid by a retry"
        case .subscriptionCardChanged: "a buyer pays an overdue invoice with another card"
        case .subscriptionChanged: "a subscription is scheduled to end with its period"
        case .subscriptionPaused: "a subscription is paused"
        case .subscriptionResumed: "a paused subscription is resumed"
        case .subscriptionCanceled: "a subscription is canceled"
        case .subscriptionEnded: "a plan's last period ends"
        case .invoiceUpcoming: "a charge is due within a week"
        case .invoicePending: "an invoice with a variable amount waits for its amount"
        case .invoicePaid: "a period is paid"
        case .invoicePaymentFailed: "a renewal is declined"
        case .invoiceVoided: "an open invoice is voided manually"
        case .invoiceUncollectible: "an invoice has used all its retries"
        default: ""
        }
    }

    var subscriptionScenario: EventScenario {
        { shop in
            let plan: Subscriber.Offer =
                switch self {
                case .subscriptionTrialWillEnd: .tried
                case .subscriptionEnded: .ending
                case .invoicePending: .variable
                default: .weekly
                }
            let subscriber = try await Subscriber(shop, plan, renewals: renewals)
            switch self {
            case .subscriptionPastDue, .subscriptionActionRequired, .subscriptionTrialWillEnd,
                .subscriptionRecovered, .subscriptionEnded, .invoicePaymentFailed,
                .invoiceUncollectible, .invoiceUpcoming:
                try await subscriber.advance(days: 40)
            case .subscriptionPaused: try await subscriber.post("pause")
            case .subscriptionResumed:
                try await subscriber.post("pause")
                try await subscriber.post("resume")
            case .subscriptionChanged: try await subscriber.post("cancel")
            case .subscriptionCanceled: try await subscriber.post("cancel", #"{"at":"now"}"#)
            case .subscriptionCardChanged:
                try await subscriber.advance(days: 8)
                try await subscriber.payWithNewCard()
            case .invoiceVoided:
                try await subscriber.advance(days: 8)
                return try await subscriber.invoice(post: "void")
            default: break
            }
            let isOfInvoice = rawValue.hasPrefix("invoice.") && self != .invoiceUpcoming
            return isOfInvoice ? try await subscriber.invoice() : subscriber.id
        }
    }

    private var renewals: String {
        switch self {
        case .subscriptionPastDue, .subscriptionRecovered, .invoicePaymentFailed:
            #""insufficient_funds","approve""#
        case .subscriptionActionRequired, .subscriptionCardChanged, .invoiceVoided: #""lost_card""#
        case .invoiceUncollectible: #""do_not_honor""#
        default: ""
        }
    }
}

/// A test merchant's subscriber, on their own test clock.
private struct Subscriber {
    enum Offer {
        case weekly, tried, ending, variable

        var phases: String {
            switch self {
            case .weekly: Self.regular("")
            case .ending: Self.regular(#","cycles":2"#)
            case .tried:
                #"{"kind":"trial","interval":{"unit":"day","count":14},"cycles":1},"#
                    + Self.regular("")
            case .variable: #"{"kind":"regular","type":"pending","interval":{"unit":"week"}}"#
            }
        }

        private static func regular(_ more: String) -> String {
            #"{"kind":"regular","amount":"9.00","interval":{"unit":"week"}"# + more + "}"
        }
    }

    private let shop: TestShop
    private let clock: String
    private let start: Int64
    let id: String

    init(_ shop: TestShop, _ offer: Offer, renewals: String) async throws {
        self.shop = shop
        let opened = try await shop.call(.post, "/v1/test-clocks", "{}")
        clock = try TestShop.text(opened, "id")
        start = World.now().microseconds / 1_000_000
        let most = offer == .variable ? #","maximumAmount":"20.00""# : ""
        let plan = try await shop.call(
            .post, "/v1/plans",
            #"{"name":"Avocado toast","currencyCode":"USD","managementURL":"https://shop.example/account","#
                + #""phases":["# + offer.phases + "]" + most + "}")
        let sheet = try await shop.call(
            .post, "/v1/checkouts",
            #"{"currencyCode":"USD","countryCode":"US","plan":""#
                + (try TestShop.text(plan, "id")) + #"","testClock":""# + clock + #""}"#)
        let checkout = TestShop.OpenedCheckout(
            id: try TestShop.text(sheet, "id"), secret: try TestShop.text(sheet, "clientSecret"))
        try await shop.pay(checkout, sandbox: #""renewals":["# + renewals + "]")
        let found = try await shop.call(.get, "/v1/subscriptions?checkout=\(checkout.id)").root
        guard let id = found["data"]?.elements.first(where: { _ in true })?["id"]?.string else {
            throw CommandFailure.failed("the payment started no subscription")
        }
        self.id = id
    }

    func post(_ verb: String, _ body: String? = nil) async throws {
        _ = try await shop.call(.post, "/v1/subscriptions/\(id)/\(verb)", body)
    }

    /// Advances the clock, and waits until it has arrived.
    func advance(days: Int64) async throws {
        let target = Instant(seconds: start + days * 86_400).rfc3339
        _ = try await shop.call(
            .post, "/v1/test-clocks/\(clock)/advance", #"{"to":""# + target + #""}"#)
        for _ in 0..<240 {
            let shown = try await shop.call(.get, "/v1/test-clocks/\(clock)").root
            if shown["status"]?.string == "ready" { return }
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    /// Returns the newest invoice; with `verb`, runs that operation on it first.
    func invoice(post verb: String? = nil) async throws -> String {
        let page = try await shop.call(.get, "/v1/invoices?subscription=\(id)").root
        guard let invoice = page["data"]?.elements.first(where: { _ in true })?["id"]?.string else {
            throw CommandFailure.failed("the subscription has no invoice")
        }
        if let verb { _ = try await shop.call(.post, "/v1/invoices/\(invoice)/\(verb)") }
        return invoice
    }

    /// Pays what is owed, in a new checkout.
    func payWithNewCard() async throws {
        let sheet = try await shop.call(.post, "/v1/subscriptions/\(id)/payment-sheet")
        try await shop.pay(
            TestShop.OpenedCheckout(
                id: try TestShop.text(sheet, "checkout"),
                secret: try TestShop.text(sheet, "clientSecret")))
    }
}
