import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// Routes for scheduled payments: buyers let a merchant charge them later, without a plan.
extension Services {
    var scheduledPaymentRoutes: [Route] {
        let one = "/v1/later-payments/{laterPayment}"
        return [
            route(.get, "/v1/later-payments", for: [.read, .write], listScheduledPayments),
            route(.get, one, for: [.read, .write], showScheduledPayment),
            route(.post, one + "/cancel", for: .write, body: .any, cancelScheduledPayment),
        ]
    }

    @Sendable private func listScheduledPayments(_ call: Call) async throws -> Response {
        try await list(
            ScheduledPayment.self, of: call.merchant.number, call, knowing: ["status", "checkout"]
        ) { query in
            var filter = ScheduledPayment.Filter()
            filter.state = query.choice("status")
            filter.checkout = query.identifier("checkout", of: CheckoutSession.self, call)
            return filter
        } write: {
            $0.write(to: &$1)
        }
    }

    @Sendable private func showScheduledPayment(_ call: Call) async throws -> Response {
        let find = FindScheduledPayment(payment: try call.identifier("laterPayment"))
        let payment = try await find(on: database)
        return Answer { payment.write(to: &$0) }.response
    }

    @Sendable private func cancelScheduledPayment(_ call: Call) async throws -> Response {
        let document = try call.optionalDocument()
        let isAfter = try document.map { document in
            try Call.read(document.root) { fields -> Bool? in
                let isAfter = fields.bool("afterFreeCancellation")
                fields.refuseUnknown()
                return isAfter ?? false
            }
        }
        let cancel = CancelScheduledPayment(
            payment: try call.identifier("laterPayment"), isAfterFreeCancellation: isAfter ?? false,
            moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let payment = try cancel(in: transaction)
            return Answer { payment.write(to: &$0) }
        }
    }
}
