import HTTPClient
import JSON
import Outbox
import Vocabulary

// Scenarios of scheduled payments: a deferred payment, on a test clock of its own.

extension Event.Kind {
    var scheduledPaymentMeaning: String {
        switch self {
        case .laterPaymentScheduled: "a buyer agrees to a deferred payment"
        case .laterPaymentPaid: "a deferred payment is charged on its day"
        case .laterPaymentDeclined: "a deferred payment is declined and will be retried"
        case .laterPaymentFailed: "a deferred payment is declined for good"
        case .laterPaymentCanceled: "a deferred payment is canceled"
        default: ""
        }
    }

    var scheduledPaymentScenario: EventScenario {
        { shop in
            let renewals =
                switch self {
                case .laterPaymentDeclined: #""insufficient_funds""#
                case .laterPaymentFailed: #""lost_card""#
                default: ""
                }
            let opened = try await shop.call(.post, "/v1/test-clocks", "{}")
            let clock = try TestShop.text(opened, "id")
            let now = World.now()
            let checkout = try await shop.checkout(
                #","testClock":""# + clock
                    + #"","deferredPaymentRequest":{"paymentDescription":"Room","deferredBilling":{"label":"Room","#
                    + #""amount":"80.00","deferredPaymentDate":""#
                    + now.adding(seconds: 86_400).rfc3339
                    + #""},"managementURL":"https://shop.example/account"}"#)
            try await shop.pay(checkout, sandbox: #""renewals":["# + renewals + "]")
            let found = try await shop.call(.get, "/v1/later-payments?checkout=\(checkout.id)").root
            guard let id = found["data"]?.elements.first(where: { _ in true })?["id"]?.string else {
                throw CommandFailure.failed("the payment scheduled no later charge")
            }
            switch self {
            case .laterPaymentCanceled:
                _ = try await shop.call(.post, "/v1/later-payments/\(id)/cancel")
            case .laterPaymentScheduled: break
            default:
                let target = now.adding(seconds: 2 * 86_400).rfc3339
                _ = try await shop.call(
                    .post, "/v1/test-clocks/\(clock)/advance", #"{"to":""# + target + #""}"#)
            }
            return id
        }
    }
}
