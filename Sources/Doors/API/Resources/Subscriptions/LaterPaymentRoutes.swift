import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// Routes for scheduled payments: buyers let a merchant charge them later, without a plan.
extension Services {
    var laterPaymentRoutes: [Route] {
        let one = "/v1/later-payments/{laterPayment}"
        return [
            route(.get, "/v1/later-payments", for: [.read, .write], listLaterPayments),
            route(.get, one, for: [.read, .write], showLaterPayment),
            route(.post, one + "/cancel", for: .write, body: .any, cancelLaterPayment),
        ]
    }

    @Sendable private func listLaterPayments(_ call: Call) async throws -> Response {
        let filter = try call.list(knowing: ["status", "checkout"]) { query in
            var filter = LaterPayment.Filter(limit: query.limit())
            filter.before = query.cursor(of: LaterPayment.self)
            let words = LaterPayment.State.allCases.map(\.rawValue).joined(separator: ", ")
            filter.state = query.value(
                "status", detail: "one of: \(words)", parse: LaterPayment.State.init(rawValue:))
            filter.checkout = query.identifier("checkout", of: Sheet.self, call)
            return filter
        }
        let list = ListLaterPayments(merchant: call.merchant.number, filter: filter)
        let payments = try await reading(call) { try await list(on: database) }
        return listAnswer(
            payments, limit: filter.limit, of: LaterPayment.self, call.merchant.number,
            cursor: \.id.text
        ) { $0.write(to: &$1) }.response
    }

    @Sendable private func showLaterPayment(_ call: Call) async throws -> Response {
        let find = FindLaterPayment(payment: try call.identifier("laterPayment"))
        let payment = try await find(on: database)
        return Answer { payment.write(to: &$0) }.response
    }

    @Sendable private func cancelLaterPayment(_ call: Call) async throws -> Response {
        let document = try call.optionalDocument()
        let isAfter = try document.map { document in
            try Call.read(document.root) { fields -> Bool? in
                let isAfter = fields.bool("afterFreeCancellation")
                fields.refuseUnknown()
                return isAfter ?? false
            }
        }
        let cancel = CancelLaterPayment(
            payment: try call.identifier("laterPayment"), isAfterFreeTime: isAfter ?? false,
            now: call.now, identify: identify)
        return try await call.once(document) { transaction in
            let payment = try cancel(in: transaction)
            return Answer { payment.write(to: &$0) }
        }
    }
}
