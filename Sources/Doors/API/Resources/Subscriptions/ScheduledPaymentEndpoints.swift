import Checkouts
import HTTP
import JSON
import Merchants
import Subscriptions
import Vocabulary

/// Scheduled payments: buyers let a merchant charge them later, without a plan.
enum ScheduledPaymentEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<ScheduledPayment>("/v1/later-payments", filters: ["status", "checkout"]) {
                query, call in
                var filter = ScheduledPayment.Filter()
                filter.state = query.choice("status")
                filter.checkout = query.identifier("checkout", of: CheckoutSession.self, call)
                return filter
            }),
        .show("/v1/later-payments/{laterPayment}") { call in
            let find = FindScheduledPayment(payment: try call.identifier("laterPayment"))
            return try await find(on: call.database)
        },
        .once(.post, "/v1/later-payments/{laterPayment}/cancel", body: .any) { call, fields in
            let isAfter = fields.bool("afterFreeCancellation")
            fields.refuseUnknown()
            return CancelScheduledPayment(
                payment: try call.identifier("laterPayment"),
                isAfterFreeCancellation: isAfter ?? false, moment: call.moment)
        },
    ]
}
